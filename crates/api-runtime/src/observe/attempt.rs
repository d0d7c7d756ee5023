//! The attempts of a call, as transports and hooks see them.

use std::fmt;
use std::time::Duration;

use api_journal::Outcome;
use http::{HeaderMap, StatusCode};

use crate::error::kind::ErrorKind;
use crate::info::method::Method;
use crate::info::operation_info::Retry;
use crate::observe::labels::Labels;
use crate::observe::progress::AttemptProgress;

/// One attempt of a call, for a [`Hook`](crate::observe::Hook) or a [`Transport`](crate::transport::Transport).
///
/// It can be logged: it contains neither URLs nor values of the request.
#[doc(alias = "retry")]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Attempt<'a> {
    /// The name of the API: `pos-v2`.
    pub api: &'a str,
    /// The operation's name in the description: `list_customers`.
    pub operation: &'a str,
    /// The method of the request, whose text is `GET` or the like.
    pub method: Method,
    /// The path, with its variables in braces.
    pub path_template: &'a str,
    /// Whether the request may be retried.
    pub retry: Retry,
    /// The labels of the call, such as the account.
    pub labels: &'a Labels,
    /// The number of the attempt in its call, from 1.
    pub number: u32,
    /// The maximum size of the response body after decompression, in bytes.
    pub max_response_size: u64,
    pub(crate) progress: &'a AttemptProgress,
}

impl Attempt<'_> {
    /// What the transport and the client share about this attempt.
    pub fn progress(&self) -> AttemptProgress {
        self.progress.clone()
    }
}

/// The result of an attempt.
///
/// The response has been decoded, so that a 200 with an unreadable body is an error. `Debug` does not
/// print the headers.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
///
/// use api_runtime::observe::{Attempt, AttemptResult, Hook};
/// # use shop_client::{Client, GetOrder};
///
/// /// Counts failed attempts and retries.
/// #[derive(Clone, Default)]
/// struct Meter {
///     failed: Arc<AtomicUsize>,
///     retried: Arc<AtomicUsize>,
/// }
///
/// impl Hook for Meter {
///     fn after(&self, _: &Attempt<'_>, result: &AttemptResult<'_>) {
///         self.failed.fetch_add(usize::from(result.error.is_some()), Relaxed);
///         self.retried.fetch_add(usize::from(result.retry_in.is_some()), Relaxed);
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let config = shop_client::config();
/// let meter = Meter::default();
/// let client = Client::builder(config).hook(meter.clone())
/// #   .transport(shop_client::responses([(503, ""), (0, ""), (200, r#"{"id": 7}"#), (404, "")]))
///     .build()?;
///
/// client.send(GetOrder::new(7)).await?; // a 503, a lost connection, the order
/// client.send(GetOrder::new(8)).await.unwrap_err(); // a 404
/// assert_eq!((meter.failed.load(Relaxed), meter.retried.load(Relaxed)), (3, 2));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct AttemptResult<'a> {
    /// The status of the response, if there is one.
    pub status: Option<StatusCode>,
    /// The headers of the response, if there is one. They may contain cookies.
    pub headers: Option<&'a HeaderMap>,
    /// The duration of the attempt, until the response was received.
    pub duration: Duration,
    /// The kind of the error and the outcome of the request. `None` if the attempt succeeded. The
    /// kind is [`Canceled`](ErrorKind::Canceled) if the future of the call was dropped.
    pub error: Option<(ErrorKind, Outcome)>,
    /// The backoff before the next attempt. `None` if this was the last one.
    pub retry_in: Option<Duration>,
}

impl fmt::Debug for AttemptResult<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AttemptResult")
            .field("status", &self.status)
            .field("duration", &self.duration)
            .field("error", &self.error)
            .field("retry_in", &self.retry_in)
            .finish_non_exhaustive()
    }
}
