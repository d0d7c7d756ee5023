//! The schema, as numbered migrations.
//!
//! [`SqliteStore::open`](crate::SqliteStore::open) applies those that the file lacks, in one
//! transaction. Teams with migrations of their own run [`CREATE_MIGRATIONS`] and the SQL of [`MIGRATIONS`]
//! instead, followed by [`RECORD_MIGRATION`] for each.

pub use api_journal::rows::Migration;
use rusqlite::{Connection, TransactionBehavior};

/// All migrations, in order.
pub const MIGRATIONS: &[Migration] = &[Migration {
    version: 1,
    name: "rows",
    min_reader: 1,
    sql: ROWS,
}];

/// SQL that creates the table of applied migrations, if it is missing.
pub const CREATE_MIGRATIONS: &str = "
CREATE TABLE IF NOT EXISTS api_store_migrations (
    version    INTEGER NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    min_reader INTEGER NOT NULL,
    applied_at TEXT    NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;
";

/// SQL that records a migration as applied: version, name, min_reader.
pub const RECORD_MIGRATION: &str =
    "INSERT INTO api_store_migrations (version, name, min_reader) VALUES (?1, ?2, ?3)";

/// What the crate `api-journal` compares of a row, and a text that only its rules read. Times are
/// milliseconds since 1970.
const ROWS: &str = "
CREATE TABLE api_store_rows (
    number     INTEGER PRIMARY KEY,
    kind       TEXT    NOT NULL,
    scope      TEXT    NOT NULL,
    id         TEXT    NOT NULL,
    revision   INTEGER NOT NULL,
    waits_for  TEXT,
    waits_from INTEGER,
    day        INTEGER NOT NULL,
    body       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (kind, id, scope)
) STRICT;
CREATE INDEX api_store_rows_writes ON api_store_rows (waits_for, waits_from, scope, id)
    WHERE kind = 'write' AND waits_for IS NOT NULL;
CREATE INDEX api_store_rows_made ON api_store_rows (kind, scope, created_at, id)
    WHERE kind = 'write';
CREATE INDEX api_store_rows_records ON api_store_rows (scope, waits_for, waits_from, id)
    WHERE kind = 'record' AND waits_for IS NOT NULL;
CREATE INDEX api_store_rows_settled ON api_store_rows (kind, day, number)
    WHERE waits_for IS NULL;
CREATE TABLE api_store_names (
    number  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    account TEXT    NOT NULL,
    PRIMARY KEY (number, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_store_names_all ON api_store_names (name, number);
CREATE INDEX api_store_names_accounts ON api_store_names (account, name, number);
CREATE TABLE api_store_history (
    number   INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    line     TEXT    NOT NULL,
    PRIMARY KEY (number, revision)
) STRICT, WITHOUT ROWID;
";

/// Applies the migrations that a database lacks, all or none.
///
/// # Errors
///
/// If SQLite fails, or a later version migrated the database so that this one cannot use it.
pub fn migrate(
    connection: &mut Connection,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    if Migration::missing(MIGRATIONS, &applied(connection)?)?.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(CREATE_MIGRATIONS)?;
    // Another process may have migrated the file meanwhile.
    for migration in Migration::missing(MIGRATIONS, &applied(&transaction)?)? {
        transaction.execute_batch(migration.sql)?;
        let row = (migration.version, migration.name, migration.min_reader);
        transaction.execute(RECORD_MIGRATION, row)?;
    }
    Ok(transaction.commit()?)
}

/// An applied migration: its version, its name, and the oldest program that can use the schema.
type Applied = (i64, String, i64);

/// The applied migrations.
fn applied(connection: &Connection) -> Result<Vec<Applied>, rusqlite::Error> {
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'api_store_migrations'";
    if connection.query_row(tables, (), |row| row.get::<_, i64>(0))? == 0 {
        return Ok(Vec::new());
    }
    let sql = "SELECT version, name, min_reader FROM api_store_migrations ORDER BY version";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    rows.collect()
}
