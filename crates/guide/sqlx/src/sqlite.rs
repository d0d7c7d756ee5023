//! SQLite: a pool of sqlx, and a `SqliteStore` with a connection of its own to the same file.

use std::path::Path;
use std::time::Duration;

use pos_v1_client::journal::Intent;
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

/// Inserts an intent in the transaction of its order. Returns whether it is a new one.
///
/// # Errors
///
/// If SQLite fails. Roll the transaction back then.
pub async fn begin(
    transaction: &mut Transaction<'_, Sqlite>,
    intent: &Intent,
    lease: Duration,
) -> Result<bool, sqlx::Error> {
    let inserted = sqlx::query(statements::BEGIN)
        .bind(intent.id.as_str())
        .bind(&intent.scope.api)
        .bind(&intent.scope.environment)
        .bind(&intent.scope.venue)
        .bind(&intent.operation)
        .bind(&intent.key)
        .bind(intent.digest.as_bytes().as_slice())
        .bind(intent.state.as_str())
        .bind(intent.details.to_json())
        .bind(&intent.sealed_request)
        .bind(&intent.owner)
        .bind(i64::try_from(lease.as_millis()).unwrap_or(i64::MAX))
        .fetch_optional(&mut **transaction)
        .await?;
    Ok(inserted.is_some())
}
