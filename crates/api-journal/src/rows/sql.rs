//! The SQL of rows: one text for both databases, with placeholders for what differs.
//!
//! Tables are `rows` (`number`, a primary key, and the members of a [`Row`](super::Row), with a unique
//! place) and `names` (`name`, `number`). Times are milliseconds since 1970.

/// What differs between two databases.
#[derive(Clone, Copy, Debug)]
pub struct Dialect<'d> {
    /// What the names of tables begin with, such as `api_store.`.
    pub prefix: &'d str,
    /// The current time, in milliseconds since 1970.
    pub now: &'d str,
    /// What the number of a parameter begins with.
    pub parameter: &'d str,
    /// What a change selects from, such as a setting of its transaction.
    pub from: &'d str,
    /// Deletes the rows whose numbers `{old}` selects, and returns them.
    pub prune: &'d str,
}

/// The statements of a database.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Statements {
    /// Reads one row: kind, scope, id. Each read returns the time, the day, and the columns of a row or
    /// nulls.
    pub one: String,
    /// Reads rows by a name: kind, scope, name.
    pub named: String,
    /// Reads records that wait: scope, what for, limit.
    pub waiting: String,
    /// Inserts a row, and returns its number: kind, scope, id, what it waits for, from when, day, body,
    /// time, revision, which is 0.
    pub insert: String,
    /// Replaces a row, by the same parameters.
    pub update: String,
    /// Deletes a row, and returns its number: kind, scope, id.
    pub delete: String,
    /// Deletes rows, and returns their numbers: kind, day, limit.
    pub prune: String,
}

macro_rules! read {
    ($rows:literal) => {
        concat!(
            "WITH moment AS MATERIALIZED (SELECT {now} AS now, coalesce((SELECT day FROM {t}rows \
             WHERE kind = 'mark' AND scope = '' AND id = 'day'), 1) AS today) \
             SELECT m.now, m.today, r.kind, r.scope, r.id, r.revision, r.waits_for, r.waits_from, \
             r.day, r.body, r.updated_at FROM moment m LEFT JOIN (",
            $rows,
            ") r ON true"
        )
    };
}

const ONE: &str = read!("SELECT * FROM {t}rows WHERE kind = $1 AND scope = $2 AND id = $3");

// `CROSS JOIN`: SQLite begins with the names.
const NAMED: &str = read!(
    "SELECT t.* FROM {t}names n CROSS JOIN {t}rows t WHERE t.number = n.number AND n.name = $3 \
     AND t.kind = $1 AND t.scope = $2 LIMIT 100"
);

const WAITING: &str = read!(
    "SELECT * FROM {t}rows WHERE kind = 'record' AND scope = $1 AND waits_for = $2 \
     ORDER BY waits_from, id LIMIT $3"
);

const INSERT: &str = "INSERT INTO {t}rows \
     (kind, scope, id, revision, waits_for, waits_from, day, body, updated_at) \
     SELECT $1, $2, $3, 1, $4, $5, $6, $7, $8 {from} WHERE $9 = 0 ON CONFLICT DO NOTHING \
     RETURNING number";

const UPDATE: &str = "UPDATE {t}rows SET revision = revision + 1, waits_for = $4, waits_from = $5, \
     day = $6, body = $7, updated_at = $8 {from} \
     WHERE kind = $1 AND scope = $2 AND id = $3 AND revision = $9 RETURNING number";

const DELETE: &str =
    "DELETE FROM {t}rows WHERE kind = $1 AND scope = $2 AND id = $3 RETURNING number";

const OLD: &str = "SELECT number FROM {t}rows WHERE kind = $1 AND waits_for IS NULL AND day <= $2 \
     ORDER BY day, number LIMIT $3";

impl Statements {
    /// The statements in a dialect.
    pub fn new(dialect: &Dialect<'_>) -> Self {
        let render = |sql: &str| dialect.render(sql);
        Self {
            one: render(ONE),
            named: render(NAMED),
            waiting: render(WAITING),
            insert: render(INSERT),
            update: render(UPDATE),
            delete: render(DELETE),
            prune: render(&dialect.prune.replace("{old}", OLD)),
        }
    }
}

impl Dialect<'_> {
    /// A statement with `{t}`, `{now}`, `{from}` and `$1` in this dialect.
    pub fn render(&self, sql: &str) -> String {
        let sql = sql.replace('$', self.parameter);
        let sql = sql.replace("{t}", self.prefix).replace("{now}", self.now);
        sql.replace("{from}", self.from)
    }
}
