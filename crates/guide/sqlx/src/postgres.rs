//! PostgreSQL: a pool of sqlx, and a `PostgresStore` with a connection of its own.

use std::time::Duration;

use pos_v1_client::journal::{Entry, Intent, Note, Timestamp};
use sqlx::{Connection as _, PgConnection, Postgres, Row as _, Transaction};
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
    let entry = Entry::from_intent(intent, Timestamp::UNIX_EPOCH, Duration::ZERO);
    loop {
        let row = sqlx::query(statements::BEGIN)
            .bind(intent.id.to_string())
            .bind(&intent.scope.api)
            .bind(&intent.scope.environment)
            .bind(&intent.scope.account)
            .bind(&intent.operation)
            .bind(&intent.key)
            .bind(intent.digest.as_bytes().as_slice())
            .bind(intent.digest.version())
            .bind(intent.state.as_str())
            .bind(entry.generation)
            .bind(intent.nonce)
            // It has no lease: it is not sent yet.
            .bind(None::<i64>)
            .bind(intent.can_look_up)
            .bind(entry.format)
            .bind(entry.details.to_json())
            .bind(Note::begun(&entry).why)
            .fetch_optional(&mut **transaction)
            .await?;
        if let Some(row) = row {
            return row.try_get("is_new");
        }
        // Another transaction inserted the entry meanwhile: now it is visible. Or the journal was
        // restored from a backup.
        let restored: bool = sqlx::query_scalar(statements::RESTORED)
            .fetch_one(&mut **transaction)
            .await?;
        if restored {
            return Err(sqlx::Error::Protocol("the journal was restored".into()));
        }
    }
}
