//! How the application finds the id of a record by its unique key.

use std::error::Error as StdError;
use std::future::Future;

use crate::future::BoxFuture;

/// Any error.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// Finds the id of a record by its unique key, for an API that reads records by their ids only; see
/// [`ClientBuilder::finder`](crate::ClientBuilder::finder).
///
/// Closures that return a future are finders. So may be a store of the ids that callbacks (webhooks)
/// have named.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a finder",
    label = "expected `async move |unique_key: String| -> Result<Option<String>, E>`, or another `Finder`"
)]
pub trait Finder: Send + Sync + 'static {
    /// The id of the record with this unique key, if it is known.
    fn find(&self, unique_key: String) -> BoxFuture<Result<Option<String>, BoxError>>;
}

impl<F, W, E> Finder for F
where
    F: Fn(String) -> W + Send + Sync + 'static,
    W: Future<Output = Result<Option<String>, E>> + Send + 'static,
    E: Into<BoxError>,
{
    fn find(&self, unique_key: String) -> BoxFuture<Result<Option<String>, BoxError>> {
        let found = self(unique_key);
        Box::pin(async move { found.await.map_err(Into::into) })
    }
}
