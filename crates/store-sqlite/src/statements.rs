//! The SQL of the journal and of the checkpoints, for teams on sqlx or diesel.
//!
//! Parameters are numbered. Times and durations are milliseconds; the store takes the time from
//! SQLite. Run what changes something with `PRAGMA synchronous=FULL`.

use crate::clock::now;

/// The columns of an entry, in the order that rows are read.
macro_rules! columns {
    () => {
        "id, api, environment, venue, operation, key, digest, state, details, sealed_request, \
         owner, epoch, revision, lease_until, created_at, updated_at"
    };
}

/// Inserts an entry, and returns it: id, api, environment, venue, operation, key, digest, state,
/// details, sealed request, owner, milliseconds of the lease.
///
/// No row: an entry has the id already. [`SELECT`] returns it.
pub const BEGIN: &str = concat!(
    "INSERT INTO api_store_journal (",
    columns!(),
    ") SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 1, 1, now + ?12, now, now FROM (SELECT ",
    now!(),
    " AS now) WHERE true ON CONFLICT (id) DO NOTHING RETURNING ",
    columns!(),
);

/// Reads an entry: id.
pub const SELECT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM api_store_journal WHERE id = ?1"
);

/// Replaces an entry: id, revision, digest, state, details, sealed request, owner, epoch, whether the
/// lease is kept, milliseconds of the lease or null.
pub const UPDATE: &str = concat!(
    "UPDATE api_store_journal SET digest = ?3, state = ?4, details = ?5, sealed_request = ?6, \
     owner = ?7, epoch = ?8, revision = revision + 1, updated_at = ",
    now!(),
    ", lease_until = CASE WHEN ?9 THEN lease_until ELSE ",
    now!(),
    " + ?10 END WHERE id = ?1 AND revision = ?2",
);

/// Lists the ids and the operations of entries whose lease has expired: api, environment, venue.
pub const EXPIRED: &str = concat!(
    "SELECT id, operation FROM api_store_journal WHERE lease_until <= ",
    now!(),
    " AND api = ?1 AND environment = ?2 AND venue = ?3 ORDER BY lease_until",
);

/// Claims an entry of [`EXPIRED`], in the same transaction, and returns it: id, owner, milliseconds of
/// the lease.
pub const CLAIM: &str = concat!(
    "UPDATE api_store_journal SET owner = ?2, epoch = epoch + 1, revision = revision + 1, \
     updated_at = ",
    now!(),
    ", lease_until = ",
    now!(),
    " + ?3 WHERE id = ?1 RETURNING ",
    columns!(),
);

/// Lists unresolved entries: api, environment and venue, or null for all, and the limit.
pub const UNRESOLVED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM api_store_journal WHERE state IN ('prepared', 'in_flight', 'unknown') \
     AND (state = 'unknown' OR lease_until <= ",
    now!(),
    ") AND (?1 IS NULL OR (api = ?1 AND environment = ?2 AND venue = ?3)) \
     ORDER BY created_at LIMIT ?4",
);

/// Deletes settled entries: milliseconds since their last change.
pub const PRUNE: &str = concat!(
    "DELETE FROM api_store_journal WHERE state IN ('not_sent', 'rejected', 'done', 'resolved') \
     AND updated_at <= ",
    now!(),
    " - ?1",
);

/// Reads a checkpoint: name.
pub const SELECT_CHECKPOINT: &str = "SELECT checkpoint FROM api_store_checkpoints WHERE name = ?1";

/// Saves a checkpoint: name, checkpoint.
pub const SAVE_CHECKPOINT: &str = concat!(
    "INSERT INTO api_store_checkpoints (name, checkpoint, updated_at) VALUES (?1, ?2, ",
    now!(),
    ") ON CONFLICT (name) DO UPDATE SET checkpoint = excluded.checkpoint, \
     updated_at = excluded.updated_at",
);
