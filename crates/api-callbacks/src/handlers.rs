//! The handlers of several venues.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use http::{HeaderMap, Method};

use super::{
    CallbackResponse, CallbackStore, Disposition, Handler, PendingCallback, pending_callback,
};
use crate::Refetch;

/// The handlers of a service, one for each venue, told apart by their paths. A clone is the same list.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{MemoryStore, Handler, Handlers, Disposition};
/// use shop_client::{GetOrder, VenueToken};
/// # use api_runtime::http::{HeaderMap, HeaderValue, Method, header};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut headers = HeaderMap::new();
/// # let form = HeaderValue::from_static("application/x-www-form-urlencoded");
/// # headers.insert(header::CONTENT_TYPE, form);
/// # let client = shop_client::client([]);
/// let handlers = Handlers::new([Handler::new(client.clone(), "d41d8cd98f00b204", MemoryStore::<GetOrder>::new(1_000))?]);
///
/// // Another venue comes, with its own client, path and store, and the first one goes.
/// let other = client.with_credentials(VenueToken::new("word-of-the-other"));
/// handlers.add(Handler::new(other, "e9800998ecf8427e", MemoryStore::new(1_000))?);
/// handlers.remove("d41d8cd98f00b204");
///
/// let gone = handlers.admit(&Method::POST, "d41d8cd98f00b204", &headers).unwrap_err();
/// assert_eq!(gone.disposition(), Disposition::WrongPath);
/// assert!(handlers.admit(&Method::POST, "e9800998ecf8427e", &headers).is_ok());
/// # Ok(())
/// # }
/// ```
pub struct Handlers<R: Refetch, K>(Arc<RwLock<Vec<Handler<R, K>>>>);

impl<R: Refetch, K: CallbackStore<R>> Handlers<R, K> {
    /// These handlers.
    pub fn new(handlers: impl IntoIterator<Item = Handler<R, K>>) -> Self {
        Self(Arc::new(RwLock::new(handlers.into_iter().collect())))
    }

    /// Adds a venue's handler.
    pub fn add(&self, handler: Handler<R, K>) {
        let mut handlers = self.0.write().unwrap_or_else(PoisonError::into_inner);
        handlers.push(handler);
    }

    /// Takes away the handler at this path. Its path is answered with 404 from now on.
    pub fn remove(&self, secret: &str) {
        let mut handlers = self.0.write().unwrap_or_else(PoisonError::into_inner);
        handlers.retain(|handler| !handler.is_at(secret));
    }

    /// Looks at the head of a request. `path` is the last segment of its path, as it came.
    ///
    /// # Errors
    ///
    /// The answer to give; the body need not be read.
    pub fn admit(
        &self,
        method: &Method,
        path: &str,
        headers: &HeaderMap,
    ) -> Result<PendingCallback<R, K>, CallbackResponse> {
        let handler = self
            .at(path)
            .ok_or_else(|| CallbackResponse::new(Disposition::WrongPath, ""))?;
        pending_callback::check(method, headers)?;
        Ok(PendingCallback(handler))
    }

    /// The handler at a path. Every handler is asked, so that the time does not tell which one comes near.
    fn at(&self, path: &str) -> Option<Handler<R, K>> {
        let handlers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = None;
        for handler in handlers.iter() {
            if handler.is_at(path) {
                found = Some(handler.clone());
            }
        }
        found
    }
}

impl<R: Refetch, K> Clone for Handlers<R, K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<R: Refetch, K> fmt::Debug for Handlers<R, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handlers").finish_non_exhaustive()
    }
}
