//! One attempt of a call, as transports and hooks see it.

use std::fmt;
use std::time::Duration;

use http::{HeaderMap, StatusCode};

use crate::{ErrorKind, Method, Outcome, Retry};

/// An attempt that is about to be made, or was made; [`Hook`](crate::Hook) and [`Transport`](crate::Transport) show it in
/// use.
///
/// It has neither an address nor a value of the request: all of it can be logged.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Attempt<'a> {
    /// The name of the API: `pos-v2`.
    pub api: &'a str,
    /// The operation's name in the description: `list_customers`.
    pub operation: &'a str,
    /// The method.
    pub method: Method,
    /// The path with its variables in braces.
    pub path_template: &'a str,
    /// Whether the request may arrive twice.
    pub retry: Retry,
    /// Which attempt of the call it is, from 1.
    pub number: u32,
    /// How large the body of the response may be after decompression, in bytes.
    pub max_response_size: u64,
}

/// How an attempt ended.
///
/// The body of the response has come then, and is yet to be read: that it cannot be read as what it should be is told by
/// the call's error alone. Its `Debug` leaves the headers out.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
///
/// use api_runtime::{Attempt, AttemptResult, Hook};
/// # use shop_client::{Client, GetOrder};
///
/// /// How many attempts failed, and how many of them are made again.
/// #[derive(Clone, Default)]
/// struct Meter {
///     failed: Arc<AtomicUsize>,
///     repeated: Arc<AtomicUsize>,
/// }
///
/// impl Hook for Meter {
///     fn after(&self, _: &Attempt<'_>, ended: &AttemptResult<'_>) {
///         self.failed.fetch_add(usize::from(ended.error.is_some()), Relaxed);
///         self.repeated.fetch_add(usize::from(ended.retry_in.is_some()), Relaxed);
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
/// client.send(GetOrder::new(7)).await?; // a 503, a connection that broke, the order
/// client.send(GetOrder::new(8)).await.unwrap_err(); // a 404
/// assert_eq!((meter.failed.load(Relaxed), meter.repeated.load(Relaxed)), (3, 2));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct AttemptResult<'a> {
    /// The status of the response, if one came.
    pub status: Option<StatusCode>,
    /// The headers of the response as they came, if one came. Some servers set cookies in them.
    pub headers: Option<&'a HeaderMap>,
    /// How long the attempt took.
    pub duration: Duration,
    /// What kind of failure it is, and what became of the request. `None` if the attempt succeeded.
    pub error: Option<(ErrorKind, Outcome)>,
    /// How long the call now waits before it makes another attempt. `None` if this was the last one.
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
