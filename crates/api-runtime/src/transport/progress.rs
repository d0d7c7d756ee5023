//! What is known of an attempt before it ends.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::{HeaderMap, StatusCode};

/// What a [`Transport`](crate::Transport) and the client share about an attempt while it runs. It
/// is in the extensions of the request.
///
/// When a timeout expires, the client drops the future of the transport. If the head of the
/// response was recorded, its status still counts: a 422 whose body stalls is a rejection.
///
/// ```
/// use api_runtime::AttemptProgress;
/// use api_runtime::http::{HeaderMap, Request, StatusCode};
///
/// /// Runs in a transport when the head of a response is received.
/// fn on_head<B>(request: &Request<B>, status: StatusCode, headers: &HeaderMap) {
///     if let Some(progress) = request.extensions().get::<AttemptProgress>() {
///         progress.record_head(status, headers.clone());
///     }
/// }
/// # on_head(&Request::new(()), StatusCode::OK, &HeaderMap::new());
/// ```
#[derive(Clone, Default)]
pub struct AttemptProgress(Arc<Progress>);

#[derive(Default)]
struct Progress {
    head: Mutex<Option<(StatusCode, HeaderMap)>>,
    has_timed_out: AtomicBool,
}

impl AttemptProgress {
    /// Records the status and headers of the response, before its body is read.
    pub fn record_head(&self, status: StatusCode, headers: HeaderMap) {
        *self.lock() = Some((status, headers));
    }

    /// Whether a timeout has expired, for code that runs when the future of the transport is
    /// dropped. Without a timeout, it is dropped because the caller canceled the call.
    pub fn has_timed_out(&self) -> bool {
        self.0.has_timed_out.load(Relaxed)
    }

    pub(crate) fn set_timed_out(&self) {
        self.0.has_timed_out.store(true, Relaxed);
    }

    pub(crate) fn take_head(&self) -> Option<(StatusCode, HeaderMap)> {
        self.lock().take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<(StatusCode, HeaderMap)>> {
        self.0.head.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for AttemptProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Headers may contain cookies.
        f.debug_struct("AttemptProgress")
            .field("status", &self.lock().as_ref().map(|head| head.0))
            .field("has_timed_out", &self.has_timed_out())
            .finish_non_exhaustive()
    }
}
