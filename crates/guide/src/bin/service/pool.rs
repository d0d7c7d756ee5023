//! The connections to the database.

// ANCHOR: pool
use std::error::Error;
use std::sync::Arc;

use deadpool_postgres::{Manager, Pool};
use rustls::crypto::aws_lc_rs;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Connections with TLS where the database offers it. With `sslmode=require` in the URL, there are no others.
pub(crate) fn connect(database: &str) -> Result<Pool, Box<dyn Error>> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let manager = Manager::new(database.parse()?, MakeRustlsConnect::new(tls));
    Ok(Pool::builder(manager).build()?)
}
// ANCHOR_END: pool
