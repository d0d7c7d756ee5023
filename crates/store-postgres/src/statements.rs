//! The SQL of the journal, in the schema `api_store`.

/// The columns of an entry, in the order that rows are read.
macro_rules! columns {
    () => {
        "id, api, environment, venue, operation, key, digest, state, details, sealed_request, \
         owner, epoch, revision, lease_until, created_at, updated_at"
    };
}

/// One time for a whole statement. A commit waits for the disk, even if the session does not.
macro_rules! clock {
    () => {
        "clock AS MATERIALIZED (SELECT clock_timestamp() AS now, set_config('synchronous_commit', \
         CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' \
         ELSE current_setting('synchronous_commit') END, true)) "
    };
}

/// Inserts an entry: id, api, environment, venue, operation, key, digest, state, details, sealed
/// request, owner, milliseconds of the lease. Returns whether it was inserted and the entry, or the
/// entry that exists.
///
/// No row: another transaction inserted it meanwhile. Run it again then.
pub const BEGIN: &str = concat!(
    "WITH ",
    clock!(),
    ", inserted AS (INSERT INTO api_store.journal (",
    columns!(),
    ") SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, 1, \
     now + $12 * interval '1 millisecond', now, now FROM clock \
     ON CONFLICT (id) DO NOTHING RETURNING ",
    columns!(),
    ") SELECT true AS is_new, ",
    columns!(),
    " FROM inserted UNION ALL SELECT false, ",
    columns!(),
    " FROM api_store.journal WHERE id = $1 AND NOT EXISTS (SELECT FROM inserted)",
);

/// Replaces an entry: id, revision, digest, state, details, sealed request, owner, epoch, whether the
/// lease is kept, milliseconds of the lease or null.
pub const UPDATE: &str = concat!(
    "WITH ",
    clock!(),
    "UPDATE api_store.journal SET digest = $3, state = $4, details = $5, sealed_request = $6, \
     owner = $7, epoch = $8, revision = revision + 1, updated_at = clock.now, lease_until = CASE \
     WHEN $9 THEN lease_until ELSE clock.now + $10 * interval '1 millisecond' END \
     FROM clock WHERE id = $1 AND revision = $2",
);

/// Claims entries: api, environment, venue, operations, owner, milliseconds of the lease, limit.
pub const CLAIM: &str = concat!(
    "WITH ",
    clock!(),
    ", expired AS (SELECT id AS expired_id, lease_until AS expired_at \
     FROM api_store.journal, clock WHERE lease_until <= clock.now AND api = $1 \
     AND environment = $2 AND venue = $3 AND operation = ANY($4) ORDER BY lease_until LIMIT $7 \
     FOR UPDATE OF journal SKIP LOCKED), \
     claimed AS (UPDATE api_store.journal SET owner = $5, epoch = epoch + 1, \
     revision = revision + 1, updated_at = clock.now, \
     lease_until = clock.now + $6 * interval '1 millisecond' \
     FROM expired, clock WHERE id = expired_id RETURNING expired_at, ",
    columns!(),
    ") SELECT ",
    columns!(),
    " FROM claimed ORDER BY expired_at",
);

/// Reads an entry: id.
pub const SELECT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM api_store.journal WHERE id = $1"
);

/// Lists unresolved entries: whether of one scope only, api, environment, venue, limit.
pub const UNRESOLVED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM api_store.journal WHERE state IN ('prepared', 'in_flight', 'unknown') \
     AND (state = 'unknown' OR lease_until <= clock_timestamp()) \
     AND (NOT $1 OR (api = $2 AND environment = $3 AND venue = $4)) ORDER BY created_at LIMIT $5",
);

/// Deletes settled entries: milliseconds since their last change.
pub const PRUNE: &str = "DELETE FROM api_store.journal WHERE state IN ('not_sent', 'rejected', 'done', 'resolved') \
     AND updated_at <= clock_timestamp() - $1 * interval '1 millisecond'";

/// Reads a checkpoint: name.
pub const SELECT_CHECKPOINT: &str = "SELECT checkpoint FROM api_store.checkpoints WHERE name = $1";

/// Saves a checkpoint: name, checkpoint.
pub const SAVE_CHECKPOINT: &str = concat!(
    "WITH ",
    clock!(),
    "INSERT INTO api_store.checkpoints (name, checkpoint, updated_at) SELECT $1, $2, now \
     FROM clock ON CONFLICT (name) DO UPDATE SET checkpoint = excluded.checkpoint, \
     updated_at = excluded.updated_at",
);

/// The statements with the schema of one store.
#[derive(Clone, Debug)]
pub(crate) struct Statements {
    pub(crate) begin: String,
    pub(crate) update: String,
    pub(crate) claim: String,
    pub(crate) select: String,
    pub(crate) unresolved: String,
    pub(crate) prune: String,
    pub(crate) select_checkpoint: String,
    pub(crate) save_checkpoint: String,
}

impl Statements {
    pub(crate) fn new(schema: &str) -> Self {
        Self {
            begin: in_schema(BEGIN, schema),
            update: in_schema(UPDATE, schema),
            claim: in_schema(CLAIM, schema),
            select: in_schema(SELECT, schema),
            unresolved: in_schema(UNRESOLVED, schema),
            prune: in_schema(PRUNE, schema),
            select_checkpoint: in_schema(SELECT_CHECKPOINT, schema),
            save_checkpoint: in_schema(SAVE_CHECKPOINT, schema),
        }
    }
}

/// SQL with the tables in another schema.
pub(crate) fn in_schema(sql: &str, schema: &str) -> String {
    sql.replace("api_store.", &format!("{schema}."))
}
