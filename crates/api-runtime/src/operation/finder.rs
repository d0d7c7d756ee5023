//! How the application finds the id of a record by its account and unique key.

use std::error::Error as StdError;
use std::future::Future;

use crate::account::Account;
use crate::future::BoxFuture;

/// Any error.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// Finds the id of a record by its account and its unique key, for an API that reads records by their ids only; see
/// [`ClientBuilder::finder`](crate::ClientBuilder::finder).
///
/// Closures that return a future are finders. So may be a store of the ids that callbacks (webhooks)
/// have named.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a finder",
    label = "expected `async move |account: Account, unique_key: String| -> Result<Option<String>, E>`, or another `Finder`"
)]
pub trait Finder: Send + Sync + 'static {
    /// The id of the account's record with this unique key, if it is known.
    fn find(
        &self,
        account: Account,
        unique_key: String,
    ) -> BoxFuture<Result<Option<String>, BoxError>>;
}

impl<F, W, E> Finder for F
where
    F: Fn(Account, String) -> W + Send + Sync + 'static,
    W: Future<Output = Result<Option<String>, E>> + Send + 'static,
    E: Into<BoxError>,
{
    fn find(
        &self,
        account: Account,
        unique_key: String,
    ) -> BoxFuture<Result<Option<String>, BoxError>> {
        let found = self(account, unique_key);
        Box::pin(async move { found.await.map_err(Into::into) })
    }
}
