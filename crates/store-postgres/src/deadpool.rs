//! Connections from a pool of deadpool.

use std::error::Error as StdError;
use std::ops::{Deref, DerefMut};

use deadpool_postgres::{Object, Pool};
use tokio_postgres::Client;

use crate::Connections;

/// A client that returns to its pool.
pub struct Pooled(Object);

impl Connections for Pool {
    type Connection<'c> = Pooled;

    async fn connection(&self) -> Result<Pooled, Box<dyn StdError + Send + Sync>> {
        Ok(Pooled(self.get().await?))
    }
}

impl Deref for Pooled {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.0
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut Client {
        &mut self.0
    }
}
