//! The end of a call, as hooks see it.

use std::time::Duration;

use api_journal::Outcome;
use http::StatusCode;

use crate::error::kind::ErrorKind;
use crate::info::method::Method;
use crate::info::operation_info::Retry;
use crate::observe::labels::Labels;

/// A call that has ended, for a [`Hook`](crate::observe::Hook): all its attempts, the backoff between them
/// and the decoding of the response.
///
/// It can be logged: it contains neither URLs nor values of the request.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::sync::mpsc;
///
/// use api_runtime::{ErrorKind, Outcome};
/// use api_runtime::observe::CallSummary;
/// use shop_client::{Client, CreateOrder, GetOrder};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # use api_runtime::testing::{ScriptedTransport, Step};
/// # let config = shop_client::config();
/// # let steps = [Step::response(503, ""), Step::response(200, r#"{"id": 7}"#), Step::pending()];
/// let (sender, receiver) = mpsc::channel();
/// let client = Client::builder(config)
///     .on_call_end(move |call: &CallSummary<'_>| {
///         let _ = sender.send((call.operation.to_owned(), call.attempts, call.error));
///     })
/// #   .transport(ScriptedTransport::new(steps))
///     .build()?;
///
/// client.send(GetOrder::new(7)).await?; // at the second attempt
/// assert_eq!(receiver.recv()?, ("get_order".to_owned(), 2, None));
///
/// // The caller does not wait for the response.
/// let create = client.send(CreateOrder::new("WEB-1"));
/// let _ = tokio::time::timeout(std::time::Duration::from_secs(1), create).await;
/// let error = Some((ErrorKind::Canceled, Outcome::Unknown));
/// assert_eq!(receiver.recv()?, ("create_order".to_owned(), 1, error));
/// # Ok(())
/// # }
/// ```
#[doc(alias = "metrics")]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CallSummary<'a> {
    /// The name of the API: `pos-v2`.
    pub api: &'a str,
    /// The operation's name in the description: `list_customers`.
    pub operation: &'a str,
    /// The method of all its requests, whose text is `GET` or the like.
    pub method: Method,
    /// The path, with its variables in braces.
    pub path_template: &'a str,
    /// Whether the request may be retried.
    pub retry: Retry,
    /// The labels of the call, such as the account.
    pub labels: &'a Labels,
    /// The number of attempts. Zero if nothing was sent, for instance because the request is
    /// invalid, or because the journal has answered.
    pub attempts: u32,
    /// The status of the last attempt, if it received one.
    pub status: Option<StatusCode>,
    /// The duration from the first poll of the future to its result, or to its drop.
    pub duration: Duration,
    /// The kind of the error and the outcome of the request. `None` if the call succeeded.
    ///
    /// If the future of the call was dropped, the kind is [`Canceled`](ErrorKind::Canceled). The
    /// outcome is then `NotSent` before the first attempt, the outcome of the last attempt during a
    /// backoff, and `Unknown` during an attempt, unless an error status was received. Under a key it is
    /// `Unknown`.
    pub error: Option<(ErrorKind, Outcome)>,
    /// Under a key: the process was so slow that another call has gone on with the write before the
    /// outcome was recorded. If both took effect, the entry is for people.
    pub is_late: bool,
    /// Under a key: the journal failed, so that only this process knows the outcome. A task goes on to
    /// record the outcome; [`drain`](crate::Client::drain) waits for it.
    pub is_unrecorded: bool,
}

impl CallSummary<'_> {
    /// Whether the future of the call was dropped before the call ended.
    pub fn is_canceled(&self) -> bool {
        matches!(self.error, Some((ErrorKind::Canceled, _)))
    }
}
