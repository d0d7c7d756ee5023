//! Errors and time limits of stores.

use std::pin::Pin;
use std::time::Duration;

use tokio::time::timeout;

pub use api_runtime::operation::BoxError;

/// The future of a function of a store.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + Send + 'a>>;

/// The time limit of each function: a database that does not respond must not hold up a callback.
pub(crate) const STORE_TIMEOUT: Duration = Duration::from_secs(10);

/// The result of a function within the time limit.
pub(crate) async fn limited<T, E>(call: impl Future<Output = Result<T, E>>) -> Result<T, BoxError>
where
    BoxError: From<E>,
{
    match timeout(STORE_TIMEOUT, call).await {
        Ok(result) => Ok(result?),
        Err(_) => Err("the store timed out after 10 s".into()),
    }
}
