//! SQLite: a pool of sqlx, and a `SqliteStore` with a connection of its own to the same file.

use std::path::Path;
use std::time::Duration;

use pos_v1_client::journal::{Entry, Intent, Note, Timestamp};
use sqlx::Sqlite;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection as _, SqliteConnection, Transaction};
use store_sqlite::{migrations, statements};

/// How long a transaction waits for another one that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Opens the file with the settings of the store: a commit survives a power cut.
///
/// # Errors
///
/// If SQLite fails.
pub async fn open(path: &Path) -> Result<SqlitePool, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT);
    SqlitePoolOptions::new().connect_with(options).await
}

/// Applies the migrations of the store that the file lacks, beside those of the application.
///
/// # Errors
///
/// If SQLite fails. Nothing is changed then.
pub async fn migrate(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    sqlx::raw_sql(migrations::CREATE_MIGRATIONS)
        .execute(&mut *transaction)
        .await?;
    let applied = "SELECT version FROM api_store_migrations";
    let applied: Vec<i64> = sqlx::query_scalar(applied)
        .fetch_all(&mut *transaction)
        .await?;
    for migration in migrations::MIGRATIONS {
        if applied.contains(&migration.version) {
            continue;
        }
        sqlx::raw_sql(migration.sql)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(migrations::RECORD_MIGRATION)
            .bind(migration.version)
            .bind(migration.name)
            .bind(migration.min_reader)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}

/// Inserts a prepared intent in the transaction of its order. Returns whether it is a new one.
///
/// # Errors
///
/// If SQLite fails. Roll the transaction back then.
pub async fn begin(
    transaction: &mut Transaction<'_, Sqlite>,
    intent: &Intent,
) -> Result<bool, sqlx::Error> {
    let exists = sqlx::query(statements::SELECT)
        .bind(intent.id.to_string())
        .fetch_optional(&mut **transaction);
    if exists.await?.is_some() {
        return Ok(false);
    }
    let now = sqlx::query_scalar(statements::NOW)
        .fetch_one(&mut **transaction)
        .await?;
    let entry = Entry::from_intent(intent, Timestamp::from_millis(now), Duration::ZERO);
    sqlx::query(statements::INSERT)
        .bind(entry.id.to_string())
        .bind(&entry.scope.api)
        .bind(&entry.scope.environment)
        .bind(&entry.scope.account)
        .bind(&entry.operation)
        .bind(&entry.key)
        .bind(entry.digest.as_bytes().as_slice())
        .bind(entry.digest.version())
        .bind(entry.state.as_str())
        .bind(entry.generation)
        .bind(entry.doubt)
        .bind(entry.needs_person)
        .bind(entry.nonce)
        .bind(entry.revision)
        // It has no lease, and nothing to be looked up: it is not sent yet.
        .bind(None::<i64>)
        .bind(None::<i64>)
        .bind(entry.format)
        .bind(entry.details.to_json())
        .bind(now)
        .bind(now)
        .execute(&mut **transaction)
        .await?;
    let note = Note::begun(&entry);
    sqlx::query(statements::ADD_LINE)
        .bind(entry.id.to_string())
        .bind(entry.revision)
        .bind(now)
        .bind(entry.state.as_str())
        .bind(note.generation)
        .bind(None::<String>)
        .bind(note.by)
        .bind(note.why)
        .execute(&mut **transaction)
        .await?;
    Ok(true)
}
