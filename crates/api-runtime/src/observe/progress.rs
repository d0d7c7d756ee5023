//! What is known of an attempt before it ends.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::{HeaderMap, StatusCode};

/// What a [`Transport`](crate::transport::Transport) and the client share about an attempt while it runs; see
/// [`Attempt::progress`](crate::observe::Attempt::progress).
///
/// When a timeout expires, the client drops the future of the transport. If the head of the
/// response was recorded, its status still counts: a 422 whose body stalls is a rejection.
///
/// ```
/// use api_runtime::http::{Request, StatusCode};
/// # use api_runtime::http::HeaderMap;
/// use api_runtime::{BoxFuture, RawResponse};
/// use api_runtime::observe::Attempt;
/// use api_runtime::transport::{Bytes, Transport, TransportError};
///
/// struct Socket;
///
/// impl Transport for Socket {
///     fn send(
///         &self,
///         request: Request<Bytes>,
///         attempt: &Attempt<'_>,
///     ) -> BoxFuture<Result<RawResponse, TransportError>> {
///         let progress = attempt.progress();
///         Box::pin(async move {
///             let (status, headers) = read_head(&request).await?;
///             progress.record_head(status, headers.clone());
///             let body = read_body(&request).await?;
///             Ok(RawResponse::new(status, headers, body))
///         })
///     }
/// }
/// # async fn read_head(_: &Request<Bytes>) -> Result<(StatusCode, HeaderMap), TransportError> {
/// #     Ok((StatusCode::OK, HeaderMap::new()))
/// # }
/// # async fn read_body(_: &Request<Bytes>) -> Result<Bytes, TransportError> {
/// #     Ok(Bytes::new())
/// # }
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
