//! The states of one record, by polling, by wakeups, or both.

mod steps;

use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, Sleep};

use crate::attempt::backoff;
use crate::client::Client;
use crate::client::sending::Sending;
use crate::error::Error;
use crate::operation::{AuthorizedBy, Operation};

/// The poll interval of a new watch.
const DEFAULT_POLL_INTERVAL: Duration = Duration::from_secs(30);

/// The minimum interval between reads of a new watch.
const DEFAULT_MIN_INTERVAL: Duration = Duration::from_secs(1);

/// The shortest minimum interval: without one, endless wakeups would cause endless reads.
const MIN_MIN_INTERVAL: Duration = Duration::from_millis(50);

/// Watches one record: [`next`](Self::next) returns its states, each with the record that was read.
///
/// The record is read at once, then about every 30 seconds
/// ([`poll_interval`](Self::poll_interval)), and on each of the [`wakeups`](Self::wakeups), but not
/// more often than once a second ([`min_interval`](Self::min_interval)). The watch returns the
/// first state, then each state that differs from the previous one. Of several changes between two
/// reads only the last state is returned.
///
/// # Errors
///
/// A read that fails after the client's own retries is repeated with exponential backoff: after one
/// second at first, after at most five minutes, and not before the server's `Retry-After`.
/// [`on_error`](Self::on_error) observes these errors; `next` does not return them, so that
/// `?` does not end the watch when a connection breaks. An error that a retry cannot fix is
/// returned, and ends the watch: invalid credentials, a record that is not found, an invalid request, an
/// untrusted server.
///
/// # End
///
/// Terminal states are not documented by every API, so pass a predicate to [`until`](Self::until).
/// Without one the watch does not end: limit its time with [`tokio::time::timeout`]. Dropping it
/// cancels the request in flight, if any.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::time::Duration;
///
/// use api_runtime::Watch;
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let pending = (200, r#"{"id": 7, "state": "pending"}"#);
/// # let client = shop_client::client([
/// #     pending, pending, (503, ""), (503, ""), (503, ""), (200, r#"{"id": 7, "state": "delivered"}"#),
/// # ]);
/// let mut states = Watch::new(&client, GetOrder::new(7), |order| order.state.clone())
///     .poll_interval(Duration::from_secs(10))
///     .until(|order| order.state.as_deref() == Some("delivered"))
///     .on_error(|error| eprintln!("{error}"));
/// let mut seen = Vec::new();
/// while let Some(update) = states.next().await {
///     seen.extend(update?.state);
/// }
/// // Two reads returned `pending`, and one failed, which was passed to `on_error`.
/// assert_eq!(seen, ["pending", "delivered"]);
/// # Ok(())
/// # }
/// ```
#[doc(alias = "poller")]
#[doc(alias = "waiter")]
pub struct Watch<T, S> {
    read: Box<dyn Fn() -> Sending<T> + Send>,
    state: Box<dyn Fn(&T) -> S + Send>,
    until: Box<dyn Fn(&T) -> bool + Send>,
    on_error: Box<dyn Fn(&Error) + Send>,
    wakeups: Option<mpsc::Receiver<()>>,
    poll_interval: Duration,
    min_interval: Duration,
    /// When the latest read started.
    read_at: Option<Instant>,
    last_state: Option<S>,
    failures: u32,
    /// The read in flight.
    reading: Option<Sending<T>>,
    /// When the next read starts, unless a wakeup starts it.
    due: Instant,
    /// The timer of `due`.
    timer: Option<Pin<Box<Sleep>>>,
    /// Whether a wakeup was received that the next read answers.
    is_woken: bool,
    has_ended: bool,
}

/// A state of a watched record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatusUpdate<T, S> {
    /// The value that the watch compares between reads.
    pub state: S,
    /// The record that was read.
    pub output: T,
}

impl<T, S: PartialEq + Clone> Watch<T, S> {
    /// Watches the output of an operation. `state` returns the value to compare between reads.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::Watch;
    /// use shop_client::GetOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(200, r#"{"id": 7}"#), (200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]);
    /// // Watches whether the order has a reference, instead of a state.
    /// let mut watch = Watch::new(&client, GetOrder::new(7), |order| order.reference_no.is_some());
    /// for expected in [false, true] {
    ///     let update = watch.next().await.expect("the watch does not end")?;
    ///     assert_eq!(update.state, expected);
    ///     assert_eq!(update.output.id, Some(7)); // the whole record
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn new<O, C>(
        client: &Client<O::Api, C>,
        operation: O,
        state: impl Fn(&T) -> S + Send + 'static,
    ) -> Self
    where
        O: Operation<Output = T> + AuthorizedBy<C> + Send + 'static,
        C: 'static,
    {
        let client = client.clone();
        Self {
            read: Box::new(move || client.send(&operation)),
            state: Box::new(state),
            until: Box::new(|_| false),
            on_error: Box::new(|_| ()),
            wakeups: None,
            poll_interval: DEFAULT_POLL_INTERVAL,
            min_interval: DEFAULT_MIN_INTERVAL,
            read_at: None,
            last_state: None,
            failures: 0,
            reading: None,
            due: Instant::now(),
            timer: None,
            is_woken: false,
            has_ended: false,
        }
    }

    /// Ends the watch after the first record for which `predicate` is true.
    ///
    /// That record is returned even if its state has not changed.
    pub fn until(mut self, predicate: impl Fn(&T) -> bool + Send + 'static) -> Self {
        self.until = Box::new(predicate);
        self
    }

    /// Sets the poll interval: 30 seconds by default, with a jitter of ±25 %. If it is shorter than
    /// the [`min_interval`](Self::min_interval), that applies.
    pub fn poll_interval(mut self, interval: Duration) -> Self {
        self.poll_interval = interval;
        self
    }

    /// Sets the minimum interval from the start of a read to the start of the next one: a second by
    /// default, and at least 50 milliseconds.
    ///
    /// It bounds the number of reads, however many [`wakeups`](Self::wakeups) there are: those
    /// before the end of the interval cause one read at its end.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::time::Duration;
    ///
    /// use api_runtime::Watch;
    /// use shop_client::GetOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([
    /// #     (200, r#"{"id": 7, "state": "pending"}"#), (200, r#"{"id": 7, "state": "delivered"}"#),
    /// # ]);
    /// let started_at = tokio::time::Instant::now();
    /// let mut watch = Watch::new(&client, GetOrder::new(7), |order| order.state.clone())
    ///     .poll_interval(Duration::ZERO)
    ///     .min_interval(Duration::from_secs(5));
    /// for _ in 0..2 {
    ///     watch.next().await.expect("the watch does not end")?;
    /// }
    /// assert!(started_at.elapsed() >= Duration::from_secs(5));
    /// # Ok(())
    /// # }
    /// ```
    #[doc(alias = "debounce")]
    #[doc(alias = "throttle")]
    pub fn min_interval(mut self, interval: Duration) -> Self {
        self.min_interval = interval.clamp(MIN_MIN_INTERVAL, backoff::MAX_POLL_INTERVAL);
        self
    }

    /// Reads on each wakeup, too, such as those of a callback handler.
    ///
    /// A wakeup during a read starts another read after it, if the channel has room for it. Wakeups
    /// within the [`min_interval`](Self::min_interval) are coalesced. When the channel is closed, polling
    /// continues.
    pub fn wakeups(mut self, wakeups: mpsc::Receiver<()>) -> Self {
        self.wakeups = Some(wakeups);
        self
    }

    /// Calls `hook` with the error of each failed read that is repeated.
    pub fn on_error(mut self, hook: impl Fn(&Error) + Send + 'static) -> Self {
        self.on_error = Box::new(hook);
        self
    }
}

impl<T, S: fmt::Debug> fmt::Debug for Watch<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("last_state", &self.last_state)
            .field("failures", &self.failures)
            .finish_non_exhaustive()
    }
}
