//! The SQL of rows.

use api_journal::rows::{Dialect, Statements};

/// The statements in a schema: one for each call, so one round trip.
pub fn statements(schema: &str) -> Statements {
    let prefix = format!("{schema}.");
    let dialect = Dialect {
        prefix: &prefix,
        now: "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
        parameter: "$",
        put: PUT,
        prune: PRUNE,
    };
    let mut statements = Statements::new(&dialect);
    for delete in [&mut statements.delete, &mut statements.prune] {
        *delete = dialect.render(&DELETE.replace("{delete}", delete));
    }
    statements
}

/// The last parameters are the names, or null if they stay, a line of the history or null, and whether the lines
/// before are deleted.
const PUT: &str = "SELECT now FROM {t}put($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) AS now \
     WHERE now IS NOT NULL";

/// Two processes skip the rows of each other, and a row that has changed meanwhile. An array: otherwise
/// the planner may read all rows.
const PRUNE: &str = "DELETE FROM {t}rows WHERE number = ANY (ARRAY ({old} FOR UPDATE SKIP LOCKED)) \
     RETURNING number";

const DELETE: &str = "WITH deleted AS ({delete}), nameless AS \
     (DELETE FROM {t}names WHERE number IN (SELECT number FROM deleted)), forgotten AS \
     (DELETE FROM {t}history WHERE number IN (SELECT number FROM deleted)) SELECT number FROM deleted";
