//! The connections of deadpool, as the store takes them.

// ANCHOR: pool
use std::error::Error;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use deadpool_postgres::tokio_postgres::Client;
use deadpool_postgres::{Manager, Object, Pool};
use rustls::crypto::aws_lc_rs;
use rustls::{ClientConfig, RootCertStore};
use store_postgres::Connections;
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

#[derive(Clone)]
pub(crate) struct ShopPool(pub(crate) Pool);

/// A connection that returns to the pool.
pub(crate) struct Connection(Object);

impl Connections for ShopPool {
    type Connection<'c> = Connection;

    async fn connection(&self) -> Result<Connection, Box<dyn Error + Send + Sync>> {
        Ok(Connection(self.0.get().await?))
    }
}

impl Deref for Connection {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.0
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut Client {
        &mut self.0
    }
}
// ANCHOR_END: pool
