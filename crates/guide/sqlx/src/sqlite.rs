//! SQLite: a pool of sqlx, and a `SqliteStore` with a connection of its own to the same file.

use std::path::Path;
use std::time::Duration;

use pos_v1_client::journal::rows::Kind;
use pos_v1_client::journal::{Entry, Intent, Timestamp};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Row as _, Sqlite};
use sqlx::{Connection as _, SqliteConnection, Transaction};
use store_sqlite::{INSERT_LINE, INSERT_NAME, migrations, statements};

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
    let statements = statements();
    let read = sqlx::query(AssertSqlSafe(statements.id.clone()))
        .bind(Kind::Write.as_str())
        .bind(intent.id.to_string())
        .fetch_one(&mut **transaction)
        .await?;
    if read.try_get::<Option<i64>, _>("number")?.is_some() {
        return Ok(false);
    }
    let now = Timestamp::from_millis(read.try_get("now")?);
    // It has no lease: it is not sent yet.
    let entry = Entry::from_intent(intent, now, Duration::ZERO);
    let put = entry.begins(read.try_get("today")?);
    let row = &put.row;
    let inserted = sqlx::query(AssertSqlSafe(statements.put.clone()))
        .bind(row.at.kind.as_str())
        .bind(&row.at.scope)
        .bind(&row.at.id)
        .bind(row.waits.map(|(waits, _)| waits.as_str()))
        .bind(row.waits.map(|(_, from)| from.millis()))
        .bind(row.day)
        .bind(&row.body)
        .bind(row.updated_at.millis())
        .bind(row.revision)
        .bind(put.begins_send)
        .fetch_optional(&mut **transaction)
        .await?;
    let inserted =
        inserted.ok_or_else(|| sqlx::Error::Protocol("the journal was restored".into()))?;
    let (number, revision): (i64, i64) = (inserted.try_get(0)?, inserted.try_get(1)?);
    sqlx::query(INSERT_LINE)
        .bind(number)
        .bind(revision)
        .bind(&put.line)
        .execute(&mut **transaction)
        .await?;
    for name in row.names.iter().flatten() {
        sqlx::query(INSERT_NAME)
            .bind(name)
            .bind(number)
            .bind(row.at.account())
            .execute(&mut **transaction)
            .await?;
    }
    Ok(true)
}
