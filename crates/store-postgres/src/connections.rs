//! Where a store gets its connections.

use std::error::Error as StdError;
use std::future::{Future, ready};
use std::ops::Deref;
use std::sync::Arc;

use tokio_postgres::Client;

/// The connections of a store: one client, or a pool.
///
/// A client runs the calls of all tasks in a pipeline, and fails for good when its connection is
/// lost. A pool returns another client then:
///
/// ```
/// use std::ops::Deref;
///
/// use store_postgres::Connections;
/// use store_postgres::tokio_postgres::Client;
/// # struct Object(Client);
/// # impl Deref for Object { type Target = Client; fn deref(&self) -> &Client { &self.0 } }
/// # struct Pool;
/// # impl Pool { async fn get(&self) -> Result<Object, std::io::Error> { Err(std::io::ErrorKind::Other.into()) } }
///
/// struct ShopPool(Pool);
///
/// impl Connections for ShopPool {
///     type Connection<'c> = Object;
///
///     async fn connection(&self) -> Result<Object, Box<dyn std::error::Error + Send + Sync>> {
///         Ok(self.0.get().await?)
///     }
/// }
/// ```
pub trait Connections: Send + Sync + 'static {
    /// A client, or a guard that returns its client to the pool.
    type Connection<'c>: Deref<Target = Client> + Send + Sync
    where
        Self: 'c;

    /// The connection for one call.
    fn connection(
        &self,
    ) -> impl Future<Output = Result<Self::Connection<'_>, Box<dyn StdError + Send + Sync>>> + Send;
}

impl Connections for Client {
    type Connection<'c> = &'c Client;

    fn connection(
        &self,
    ) -> impl Future<Output = Result<&Client, Box<dyn StdError + Send + Sync>>> + Send {
        ready(Ok(self))
    }
}

impl<C: Connections> Connections for Arc<C> {
    type Connection<'c>
        = C::Connection<'c>
    where
        Self: 'c;

    fn connection(
        &self,
    ) -> impl Future<Output = Result<C::Connection<'_>, Box<dyn StdError + Send + Sync>>> + Send
    {
        C::connection(self)
    }
}
