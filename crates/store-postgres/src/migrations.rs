//! The schema, as numbered migrations.
//!
//! [`PostgresStore::migrate`](crate::PostgresStore::migrate) applies those that the database lacks,
//! in one transaction. Teams with migrations of their own run [`CREATE_MIGRATIONS`] and the SQL of
//! [`MIGRATIONS`] instead, followed by [`RECORD_MIGRATION`] for each, in one transaction as well.

pub use api_journal::rows::Migration;
use tokio_postgres::GenericClient;
use tokio_postgres::types::Type;

use crate::error::StoreError;

/// The name of the schema.
pub const SCHEMA: &str = "api_store";

/// All migrations, in order.
pub const MIGRATIONS: &[Migration] = &[Migration {
    version: 1,
    name: "rows",
    min_reader: 1,
    sql: ROWS,
}];

/// SQL that creates the schema, and the table of applied migrations. Until the end of its transaction,
/// other processes that migrate wait.
pub const CREATE_MIGRATIONS: &str = "
SELECT pg_advisory_xact_lock(hashtext('api_store.migrations'));
CREATE SCHEMA IF NOT EXISTS api_store;
CREATE TABLE IF NOT EXISTS api_store.migrations (
    version    bigint      NOT NULL PRIMARY KEY,
    name       text        NOT NULL,
    min_reader bigint      NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
";

/// SQL that records a migration as applied: version, name, min_reader.
pub const RECORD_MIGRATION: &str =
    "INSERT INTO api_store.migrations (version, name, min_reader) VALUES ($1, $2, $3)";

/// What the crate `api-journal` compares of a row, and a text that only its rules read. Times are
/// milliseconds since 1970.
// `COLLATE "C"` compares bytes, whatever the collation of the database. `rows_made` begins with the first column that
// its list compares: PostgreSQL reads an index from its beginning if nothing bounds the first column, and a kind that
// the condition of the index implies bounds none.
// `put` is a function because its connection keeps the plans of its statements: PostgreSQL plans anew what is not
// prepared, and took longer for that than for all else. When the journal is closed, what the account of a scope is, and how
// the time is read stand in it again, as the text of a migration never changes: `api_journal::rows` says them for both stores.
const ROWS: &str = r#"
CREATE TABLE api_store.rows (
    number     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text COLLATE "C" NOT NULL,
    scope      text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL,
    revision   bigint NOT NULL,
    waits_for  text COLLATE "C",
    waits_from bigint,
    day        bigint NOT NULL,
    body       text   NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    UNIQUE (kind, id, scope)
);
CREATE INDEX rows_writes ON api_store.rows (waits_for, waits_from, scope, id)
    WHERE kind = 'write' AND waits_for IS NOT NULL;
CREATE INDEX rows_made ON api_store.rows (scope, created_at, id)
    WHERE kind = 'write';
CREATE INDEX rows_records ON api_store.rows (scope, waits_for, waits_from, id)
    WHERE kind = 'record' AND waits_for IS NOT NULL;
CREATE INDEX rows_settled ON api_store.rows (kind, day, number) WHERE waits_for IS NULL;
CREATE TABLE api_store.names (
    number  bigint           NOT NULL,
    name    text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    PRIMARY KEY (number, name)
);
CREATE INDEX names_all ON api_store.names (name, number);
CREATE INDEX names_accounts ON api_store.names (account, name, number);
CREATE TABLE api_store.history (
    number   bigint NOT NULL,
    revision bigint NOT NULL,
    line     text   NOT NULL,
    PRIMARY KEY (number, revision)
);
CREATE FUNCTION api_store.put(
    text, text, text, text, bigint, bigint, text, bigint, bigint, boolean, text[], text, boolean
) RETURNS bigint LANGUAGE plpgsql AS $put$
DECLARE put bigint;
BEGIN
    IF $10 AND EXISTS (SELECT FROM api_store.rows WHERE kind = 'mark' AND scope = '' AND id = 'restored'
        AND waits_for = 'person') THEN
        RETURN NULL;
    END IF;
    -- The commit waits for the disk, even if the session does not, and for what else the server is set to wait for.
    PERFORM set_config('synchronous_commit', coalesce(nullif(nullif(
        current_setting('synchronous_commit'), 'off'), 'local'), 'on'), true);
    IF $9 = 0 THEN
        INSERT INTO api_store.rows (kind, scope, id, revision, waits_for, waits_from, day, body, created_at, updated_at)
        VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8, $8) ON CONFLICT DO NOTHING RETURNING number INTO put;
    ELSE
        UPDATE api_store.rows SET revision = revision + 1, waits_for = $4, waits_from = $5, day = $6, body = $7,
        updated_at = $8 WHERE kind = $1 AND scope = $2 AND id = $3 AND revision = $9 RETURNING number INTO put;
    END IF;
    IF put IS NULL THEN
        RETURN NULL;
    END IF;
    IF $13 THEN
        DELETE FROM api_store.history WHERE number = put;
    END IF;
    IF $12 IS NOT NULL THEN
        INSERT INTO api_store.history (number, revision, line) VALUES (put, $9 + 1, $12);
    END IF;
    IF $9 > 0 AND $11 IS NOT NULL THEN
        DELETE FROM api_store.names WHERE number = put AND name <> ALL ($11);
    END IF;
    INSERT INTO api_store.names (number, name, account) SELECT put, unnest($11), split_part($2, '/', 1)
        ON CONFLICT DO NOTHING;
    RETURN floor(extract(epoch FROM clock_timestamp()) * 1000);
END
$put$;
"#;

/// Applies the migrations that a database lacks, all or none.
///
/// # Errors
///
/// If PostgreSQL fails, or a later version migrated the database so that this one cannot use it.
pub async fn migrate(client: &impl GenericClient) -> Result<(), StoreError> {
    migrate_in(client, SCHEMA).await
}

pub(crate) async fn migrate_in(
    client: &impl GenericClient,
    schema: &str,
) -> Result<(), StoreError> {
    let applied = applied(client, schema).await?;
    let missing = Migration::missing(MIGRATIONS, &applied).map_err(StoreError::new)?;
    if missing.is_empty() {
        return Ok(());
    }
    // One batch is one transaction. The condition is checked under the lock, as processes may start at
    // once.
    let mut batch = CREATE_MIGRATIONS.to_owned();
    for migration in missing {
        let Migration {
            version,
            name,
            min_reader,
            sql,
        } = migration;
        batch.push_str(&format!(
            "DO $do$ BEGIN IF NOT EXISTS \
             (SELECT FROM api_store.migrations WHERE version = {version}) THEN {sql} \
             INSERT INTO api_store.migrations (version, name, min_reader) \
             VALUES ({version}, '{name}', {min_reader}); \
             END IF; END $do$;"
        ));
    }
    Ok(client
        .batch_execute(&in_schema_of_batch(&batch, schema))
        .await?)
}

/// SQL with the tables in another schema.
fn in_schema(sql: &str, schema: &str) -> String {
    sql.replace("api_store.", &format!("{schema}."))
}

fn in_schema_of_batch(batch: &str, schema: &str) -> String {
    let batch = batch.replace(
        "IF NOT EXISTS api_store;",
        &format!("IF NOT EXISTS {schema};"),
    );
    in_schema(&batch, schema)
}

/// An applied migration: its version, its name, and the oldest program that can use the schema.
type Applied = (i64, String, i64);

/// The applied migrations.
async fn applied(client: &impl GenericClient, schema: &str) -> Result<Vec<Applied>, StoreError> {
    let table = format!("{schema}.migrations");
    let sql = "SELECT to_regclass($1) IS NOT NULL";
    let exists = client.query_typed(sql, &[(&table, Type::TEXT)]).await?;
    let exists = exists.first().map(|row| row.try_get(0)).transpose()?;
    if exists != Some(true) {
        return Ok(Vec::new());
    }
    let sql = "SELECT version, name, min_reader FROM api_store.migrations ORDER BY version";
    let rows = client.query_typed(&in_schema(sql, schema), &[]).await?;
    let rows = rows
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?)));
    rows.collect()
}
