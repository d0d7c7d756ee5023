//! A callback whose body was not read yet.

use std::fmt;

use crate::handler::Handler;
use crate::refetch::Refetch;
use crate::request::response::CallbackResponse;
use crate::store::callback_store::CallbackStore;

/// A callback with an accepted path, method and headers, which expects its body.
#[must_use = "`handle` expects the body"]
pub struct PendingCallback<R: Refetch, S> {
    pub(crate) handler: Handler<R, S>,
}

impl<R: Refetch, S: CallbackStore<R>> PendingCallback<R, S> {
    /// Handles the body: reads the record that it names, or queues it after four seconds.
    ///
    /// If this future is dropped, as when the remote service closes the connection, the record stays
    /// queued, provided that the store had found it by then, and that a durable queue had it.
    pub async fn handle(self, body: &[u8]) -> CallbackResponse {
        self.handler.handle_body(body).await
    }
}

impl<R: Refetch, S> fmt::Debug for PendingCallback<R, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingCallback").finish_non_exhaustive()
    }
}
