//! The handlers of several venues.

use std::fmt;
use std::sync::{Arc, Mutex};

use http::{HeaderMap, Method};

use crate::handler::Handler;
use crate::lock::lock;
use crate::pending_callback::PendingCallback;
use crate::refetch::Refetch;
use crate::request::disposition::Disposition;
use crate::request::head;
use crate::request::response::CallbackResponse;

/// The handlers of a service, one for each venue, by path. Clones share the list.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{Disposition, Events, Handler, Handlers};
/// use shop_client::{GetOrder, VenueApiToken};
/// # use api_runtime::http::{HeaderMap, Method};
/// # use api_runtime::journal::MemoryStore;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let headers = HeaderMap::new();
/// # let client = shop_client::client([]);
/// let changes = Events::<GetOrder>::new(MemoryStore::new(), 100);
/// let first = Handler::new(client.clone(), "d41d8cd98f00b204", changes.clone())?;
/// let handlers = Handlers::new([first]);
///
/// // Adds another venue, with an account and a path of its own, and removes the first one.
/// let other = client.with_account("other", VenueApiToken::new("other-venue-token"));
/// handlers.add(Handler::new(other, "e9800998ecf8427e", changes)?);
/// handlers.remove("d41d8cd98f00b204");
///
/// let removed = handlers.admit(&Method::POST, "d41d8cd98f00b204", &headers).unwrap_err();
/// assert_eq!(removed.disposition(), Disposition::UnknownPath);
/// assert!(handlers.admit(&Method::POST, "e9800998ecf8427e", &headers).is_ok());
/// # Ok(())
/// # }
/// ```
#[doc(alias = "webhook")]
pub struct Handlers<R: Refetch>(Arc<Mutex<Vec<Handler<R>>>>);

impl<R: Refetch> Handlers<R> {
    /// Routes callbacks to these handlers.
    pub fn new(handlers: impl IntoIterator<Item = Handler<R>>) -> Self {
        Self(Arc::new(Mutex::new(handlers.into_iter().collect())))
    }

    /// Adds the handler of a venue.
    pub fn add(&self, handler: Handler<R>) {
        lock(&self.0).push(handler);
    }

    /// Removes the handler with this secret. From now on, the response at its path is 404, also at the
    /// paths of its other [secrets](Handler::add_secret).
    pub fn remove(&self, secret: &str) {
        lock(&self.0).retain(|handler| !handler.is_at(secret));
    }

    /// Checks the path, method and headers of a request. `segment` is the last one of the path, as
    /// received.
    ///
    /// # Errors
    ///
    /// The response to send; the body need not be read.
    pub fn admit(
        &self,
        method: &Method,
        segment: &str,
        headers: &HeaderMap,
    ) -> Result<PendingCallback<R>, CallbackResponse> {
        let handler = self
            .find(segment)
            .ok_or_else(|| CallbackResponse::new(Disposition::UnknownPath))?;
        head::check(method, headers)?;
        Ok(PendingCallback { handler })
    }

    /// Compares all handlers, so that the time does not depend on the one that matches.
    fn find(&self, segment: &str) -> Option<Handler<R>> {
        let handlers = lock(&self.0);
        let mut found = None;
        for handler in handlers.iter() {
            if handler.is_at(segment) {
                found = Some(handler.clone());
            }
        }
        found
    }
}

impl<R: Refetch> Clone for Handlers<R> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<R: Refetch> fmt::Debug for Handlers<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handlers").finish_non_exhaustive()
    }
}
