//! A stream of one record's states, by polling, by wakeups, or both.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_core::Stream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::retry::backoff;
use crate::{AuthorizedBy, Client, Error, ErrorKind, Operation, SendFuture};

/// The poll interval of a new watch.
const DEFAULT_POLL_INTERVAL: Duration = Duration::from_secs(30);

/// Watches one record: a [`Stream`] of its states, each with the record that was read.
///
/// The record is read at once, then about every 30 seconds
/// ([`poll_interval`](Self::poll_interval)), and on each of the [`wakeups`](Self::wakeups). The
/// stream returns the first state, then each state that differs from the previous one. Of several
/// changes between two reads only the last state is returned.
///
/// # Errors
///
/// A read that fails after the client's own retries is repeated with exponential backoff: after one
/// second at first, after at most five minutes, and not before the server's `Retry-After`.
/// [`on_error`](Self::on_error) observes these errors; they are not items of the stream, so that
/// `?` does not end the watch when a connection breaks. An error that a retry cannot fix is an
/// item, and the last one: invalid credentials, a record that is not found, an invalid request, an
/// untrusted server.
///
/// # End
///
/// Terminal states are not documented by every API, so pass a predicate to [`until`](Self::until).
/// Without one the watch does not end. Dropping it cancels the request in flight, if any.
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
    read: Box<dyn Fn() -> SendFuture<T> + Send>,
    state: Box<dyn Fn(&T) -> S + Send>,
    until: Box<dyn Fn(&T) -> bool + Send>,
    on_error: Box<dyn Fn(&Error) + Send>,
    wakeups: Option<Pin<Box<dyn Stream<Item = ()> + Send>>>,
    /// `None` without polling.
    poll_interval: Option<Duration>,
    last_state: Option<S>,
    failures: u32,
    step: Step<T>,
}

/// A state of a watched record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatusUpdate<T, S> {
    /// The state.
    pub state: S,
    /// The record that was read.
    pub output: T,
}

enum Step<T> {
    /// Starts a read.
    Start,
    /// Reads the record.
    Reading {
        read: SendFuture<T>,
        /// Whether there was a wakeup after the read started.
        read_again: bool,
    },
    /// Waits for the timer, if any, or for a wakeup.
    Waiting {
        timer: Option<Pin<Box<Sleep>>>,
        /// Not while backing off after a failed read.
        accepts_wakeups: bool,
    },
    Ended,
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
            poll_interval: Some(DEFAULT_POLL_INTERVAL),
            last_state: None,
            failures: 0,
            step: Step::Start,
        }
    }

    /// Ends the watch after the first record for which `predicate` is true.
    ///
    /// That record is returned even if its state has not changed.
    pub fn until(mut self, predicate: impl Fn(&T) -> bool + Send + 'static) -> Self {
        self.until = Box::new(predicate);
        self
    }

    /// Sets the poll interval: 30 seconds by default, with a jitter of ±25 %.
    pub fn poll_interval(mut self, interval: Duration) -> Self {
        self.poll_interval = Some(interval);
        self
    }

    /// Reads on each wakeup, too, such as those of a callback handler.
    ///
    /// A wakeup during a read starts another read after it. When the stream ends, polling
    /// continues.
    pub fn wakeups(mut self, wakeups: impl Stream<Item = ()> + Send + 'static) -> Self {
        self.wakeups = Some(Box::pin(wakeups));
        self
    }

    /// Reads on wakeups only, and to repeat a failed read.
    ///
    /// Without wakeups, or after they have ended, the watch polls nevertheless.
    pub fn without_polling(mut self) -> Self {
        self.poll_interval = None;
        self
    }

    /// Calls `hook` with the error of each failed read that is repeated.
    pub fn on_error(mut self, hook: impl Fn(&Error) + Send + 'static) -> Self {
        self.on_error = Box::new(hook);
        self
    }

    /// The next state; `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<StatusUpdate<T, S>, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Polls the wakeups once, and returns whether there was one.
    ///
    /// At most one is consumed per poll, so that an endless stream of wakeups does not starve
    /// reads.
    fn poll_wakeup(&mut self, context: &mut Context<'_>) -> bool {
        let Some(wakeups) = &mut self.wakeups else {
            return false;
        };
        match wakeups.as_mut().poll_next(context) {
            Poll::Ready(Some(())) => true,
            Poll::Ready(None) => {
                self.wakeups = None;
                // A change just before the end may have had no wakeup.
                true
            }
            Poll::Pending => false,
        }
    }

    /// Starts the timer of the next read.
    fn schedule_read(&mut self, retry_after: Option<Duration>) {
        let interval = match &self.wakeups {
            Some(_) => self.poll_interval,
            None => self.poll_interval.or(Some(DEFAULT_POLL_INTERVAL)),
        };
        let delay = backoff::poll_delay(interval, self.failures, retry_after);
        self.step = Step::Waiting {
            timer: delay.map(|delay| Box::pin(sleep_until(Instant::now() + delay))),
            accepts_wakeups: self.failures == 0,
        };
    }

    /// Handles the result of a read. Returns the item of the stream, if any.
    fn on_read(
        &mut self,
        result: Result<T, Error>,
        read_again: bool,
    ) -> Option<Result<StatusUpdate<T, S>, Error>> {
        let output = match result {
            Ok(output) => output,
            Err(error) if is_final(&error) => {
                self.step = Step::Ended;
                return Some(Err(error));
            }
            Err(error) => {
                self.failures = self.failures.saturating_add(1);
                (self.on_error)(&error);
                self.schedule_read(error.retry_after());
                return None;
            }
        };
        self.failures = 0;
        let state = (self.state)(&output);
        let is_last = (self.until)(&output);
        if is_last {
            self.step = Step::Ended;
        } else if read_again {
            self.step = Step::Start;
        } else {
            self.schedule_read(None);
        }
        let has_changed = self.last_state.as_ref() != Some(&state);
        (has_changed || is_last).then_some(Ok(StatusUpdate { state, output }))
    }
}

/// Whether repeating the read cannot fix the error.
fn is_final(error: &Error) -> bool {
    match error.kind() {
        ErrorKind::Config
        | ErrorKind::InvalidRequest
        | ErrorKind::NoRuntime
        | ErrorKind::Tls
        | ErrorKind::Redirect
        | ErrorKind::BadRequest
        | ErrorKind::Unauthorized
        | ErrorKind::Forbidden
        | ErrorKind::NotFound
        | ErrorKind::Unsuccessful => true,
        // 408 and 425 are about the delivery of this one request.
        ErrorKind::Other => error.status().is_some_and(|status| {
            status.is_client_error() && !matches!(status.as_u16(), 408 | 425)
        }),
        _ => false,
    }
}

// Futures and streams are boxed, and nothing else is pinned.
impl<T, S> Unpin for Watch<T, S> {}

impl<T, S: PartialEq + Clone> Stream for Watch<T, S> {
    type Item = Result<StatusUpdate<T, S>, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            let is_woken = this.poll_wakeup(context);
            match &mut this.step {
                Step::Ended => return Poll::Ready(None),
                Step::Start => {
                    this.step = Step::Reading {
                        read: (this.read)(),
                        read_again: false,
                    };
                }
                Step::Reading { read, read_again } => {
                    *read_again |= is_woken;
                    let read_again = *read_again;
                    let result = ready!(Pin::new(read).poll(context));
                    if let Some(item) = this.on_read(result, read_again) {
                        if let Ok(update) = &item {
                            this.last_state = Some(update.state.clone());
                        }
                        return Poll::Ready(Some(item));
                    }
                }
                Step::Waiting {
                    accepts_wakeups: true,
                    ..
                } if is_woken => this.step = Step::Start,
                Step::Waiting { timer: None, .. } => return Poll::Pending,
                Step::Waiting {
                    timer: Some(timer), ..
                } => {
                    ready!(timer.as_mut().poll(context));
                    this.step = Step::Start;
                }
            }
        }
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
