//! The databases that the program opens.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use api_journal::Journal;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use store_postgres::PostgresStore;
use store_postgres::migrations::SCHEMA;
use store_sqlite::SqliteStore;
use tokio_postgres_rustls::MakeRustlsConnect;

/// Whether it is the URL of a PostgreSQL server, and not a file.
pub(crate) fn is_postgres(database: &str) -> bool {
    let schemes = ["postgres://", "postgresql://"];
    schemes.iter().any(|scheme| database.starts_with(scheme)) || database.contains("host=")
}

/// The journal in a database that exists.
pub(crate) async fn open(database: &str, schema: Option<&str>) -> Result<Journal, Box<dyn Error>> {
    if is_postgres(database) {
        return postgres(database, schema.unwrap_or(SCHEMA)).await;
    }
    // The store would create it.
    match Path::new(database).is_file() {
        true => Ok(SqliteStore::open(database).await?.into()),
        false => Err(format!("no such file: {database}").into()),
    }
}

async fn postgres(database: &str, schema: &str) -> Result<Journal, Box<dyn Error>> {
    // The certificates of the platform, or those of SSL_CERT_FILE.
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let tls = MakeRustlsConnect::new(config);
    let connected = tokio_postgres::connect(database, tls).await;
    // The driver's text is without the cause.
    let (client, connection) = connected.map_err(|error| match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    })?;
    tokio::spawn(connection);
    Ok(PostgresStore::new(client).with_schema(schema)?.into())
}
