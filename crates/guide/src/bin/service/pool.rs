//! The connections of deadpool, as the store takes them.

// ANCHOR: pool
use std::error::Error;
use std::ops::{Deref, DerefMut};

use deadpool_postgres::tokio_postgres::Client;
use deadpool_postgres::{Object, Pool};
use store_postgres::Connections;

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
