//! PostgreSQL: a pool of sqlx, and a `PostgresStore` with a connection of its own.

use std::time::Duration;

use pos_v1_client::journal::rows::Kind;
use pos_v1_client::journal::{Entry, Intent, Timestamp};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Postgres, Row as _, Transaction};
use store_postgres::{migrations, statements};

/// Applies the migrations of the store that the database lacks, beside those of the application.
///
/// # Errors
///
/// If PostgreSQL fails. Nothing is changed then.
pub async fn migrate(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    // Other processes wait here, also those with a `PostgresStore`.
    sqlx::raw_sql(migrations::CREATE_MIGRATIONS)
        .execute(&mut *transaction)
        .await?;
    let applied = "SELECT version FROM api_store.migrations";
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
/// If PostgreSQL fails. Roll the transaction back then.
pub async fn begin(
    transaction: &mut Transaction<'_, Postgres>,
    intent: &Intent,
) -> Result<bool, sqlx::Error> {
    let statements = statements("api_store");
    loop {
        let read = sqlx::query(AssertSqlSafe(statements.id.clone()))
            .bind(Kind::Write.as_str())
            .bind(intent.id.to_string())
            .fetch_one(&mut **transaction)
            .await?;
        if read.try_get::<Option<i64>, _>("number")?.is_some() {
            return Ok(false);
        }
        if read.try_get("is_closed")? {
            return Err(sqlx::Error::Protocol("the journal was restored".into()));
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
            .bind(&row.names)
            .bind(&put.line)
            .bind(put.forgets)
            .fetch_optional(&mut **transaction)
            .await?;
        // Otherwise another transaction inserted the entry meanwhile: now it is visible.
        if inserted.is_some() {
            return Ok(true);
        }
    }
}
