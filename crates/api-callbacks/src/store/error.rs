//! Errors and time limits of stores.

use std::error::Error as StdError;
use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use tokio::time::timeout;

/// The error of a store.
pub type StoreError = Box<dyn StdError + Send + Sync>;

/// The future of a store's function.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Why [`Handler::queued`](crate::Handler::queued) has no list: the store failed, or did not respond in
/// time.
#[derive(Debug)]
pub struct QueueError(pub(crate) StoreError);

impl fmt::Display for QueueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "callbacks: {}", self.0)
    }
}

impl StdError for QueueError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.0)
    }
}

/// The time limit of each function: a store that does not respond must not hold up a callback.
pub(crate) const STORE_TIMEOUT: Duration = Duration::from_secs(10);

/// Calls a function of a store within the time limit.
pub(crate) async fn limited<T>(call: StoreFuture<'_, T>) -> Result<T, StoreError> {
    let limited = timeout(STORE_TIMEOUT, call).await;
    limited.unwrap_or_else(|_| Err("the store timed out after 10 s".into()))
}
