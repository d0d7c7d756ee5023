//! The databases that the program opens.

use std::error::Error;
use std::sync::Arc;

use api_journal::Journal;

/// The journal in a database that exists.
pub(crate) async fn open(
    database: &str,
    schema: Option<&str>,
) -> Result<Arc<dyn Journal>, Box<dyn Error>> {
    let schemes = ["postgres://", "postgresql://"];
    match schemes.iter().any(|scheme| database.starts_with(scheme)) || database.contains("host=") {
        true => postgres(database, schema).await,
        false => sqlite(database).await,
    }
}

#[cfg(feature = "postgres")]
async fn postgres(
    database: &str,
    schema: Option<&str>,
) -> Result<Arc<dyn Journal>, Box<dyn Error>> {
    use rustls::crypto::ring;
    use rustls::{ClientConfig, RootCertStore};
    use store_postgres::PostgresStore;
    use store_postgres::migrations::SCHEMA;
    use tokio_postgres_rustls::MakeRustlsConnect;

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
    let store = PostgresStore::new(client);
    Ok(Arc::new(store.with_schema(schema.unwrap_or(SCHEMA))?))
}

#[cfg(not(feature = "postgres"))]
async fn postgres(_: &str, _: Option<&str>) -> Result<Arc<dyn Journal>, Box<dyn Error>> {
    Err("this program was built without the feature `postgres`".into())
}

#[cfg(feature = "sqlite")]
async fn sqlite(file: &str) -> Result<Arc<dyn Journal>, Box<dyn Error>> {
    // The store would create it.
    match std::path::Path::new(file).is_file() {
        true => Ok(Arc::new(store_sqlite::SqliteStore::open(file).await?)),
        false => Err(format!("no such file: {file}").into()),
    }
}

#[cfg(not(feature = "sqlite"))]
async fn sqlite(_: &str) -> Result<Arc<dyn Journal>, Box<dyn Error>> {
    Err("this program was built without the feature `sqlite`".into())
}
