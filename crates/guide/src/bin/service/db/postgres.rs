//! PostgreSQL, for any number of machines.

use std::sync::Arc;

use deadpool_postgres::{Manager, Pool};
use rustls::crypto::aws_lc_rs;
use rustls::{ClientConfig, RootCertStore};
use serde_json::{Value, json};
use store_postgres::PostgresStore;
use store_postgres::tokio_postgres::types::{ToSql, Type};
use store_postgres::tokio_postgres::{Error, GenericClient};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::failure::Fault;

/// The one function of SQLite that the shop uses. Instances that start together run this one after the other.
const FUNCTION: &str = "SELECT pg_advisory_xact_lock(48214);
CREATE OR REPLACE FUNCTION unixepoch() RETURNS bigint LANGUAGE sql STABLE
AS 'SELECT extract(epoch FROM now())::bigint';";

/// Connects with TLS where the database offers it. With `sslmode=require` in the URL, there are no other connections.
pub(super) async fn open(database: &str, tables: &str) -> Result<Pool, Fault> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let manager = Manager::new(database.parse()?, MakeRustlsConnect::new(tls));
    let pool = Pool::builder(manager).build()?;
    PostgresStore::new(pool.clone()).migrate().await?;
    let schema = format!("{FUNCTION}\n{tables}");
    pool.get().await?.batch_execute(&schema).await?;
    Ok(pool)
}

pub(super) async fn rows(
    client: &impl GenericClient,
    sql: &str,
    values: &[Value],
) -> Result<Vec<Value>, Error> {
    let values = values.iter().map(|value| -> Box<dyn ToSql + Send + Sync> {
        match value {
            Value::Number(number) => Box::new(number.as_i64()),
            other => Box::new(other.as_str().map(str::to_owned)),
        }
    });
    let values = Vec::from_iter(values);
    let values = values.iter().map(|value| &**value as &(dyn ToSql + Sync));
    let rows = client.query(sql, &Vec::from_iter(values)).await?;
    let rows = rows.iter().map(|row| {
        let columns = row.columns().iter().enumerate();
        let columns = columns.map(|(index, column)| match *column.type_() {
            Type::INT8 => json!(row.get::<_, Option<i64>>(index)),
            _ => json!(row.get::<_, Option<String>>(index)),
        });
        columns.collect()
    });
    Ok(rows.collect())
}
