//! A callback whose body was not read yet.

use std::fmt;

use crate::handler::Handler;
use crate::refetch::Refetch;
use crate::request::response::CallbackResponse;

/// A callback with an accepted path, method and headers, which expects its body.
#[must_use = "`handle` expects the body"]
pub struct PendingCallback<R: Refetch> {
    pub(crate) handler: Handler<R>,
}

impl<R: Refetch> PendingCallback<R> {
    /// Handles the body: hands the record that it names to the store. [`Handler::run_forever`] reads it.
    pub async fn handle(self, body: &[u8]) -> CallbackResponse {
        self.handler.handle_body(body).await
    }
}

impl<R: Refetch> fmt::Debug for PendingCallback<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingCallback").finish_non_exhaustive()
    }
}
