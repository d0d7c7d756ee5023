//! Following one record: its states as a stream, by polling, by callbacks, or both.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_core::Stream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::retry::backoff;
use crate::{AuthorizedBy, Client, Error, ErrorKind, Operation, SendFuture};

/// How long a watch pauses between two reads, unless it is told.
const EVERY: Duration = Duration::from_secs(30);

/// Follows one record: a [`Stream`] of its states, each with the response that it was read from.
///
/// The record is read at once, then again and again: about every 30 seconds, or [`every`](Self::every) so often, and
/// whenever one of the [`hints`](Self::hints) comes. The first state is given, and then each one that is not the one
/// before. States that follow each other between two reads are seen as the last of them.
///
/// A read that fails, with the attempts that the client makes by itself, is repeated: after one second at first, then after
/// twice as long each time up to five minutes, and not before the server's `Retry-After`. Such failures are no items, or a
/// `?` would end the watch by a broken connection: [`on_failure`](Self::on_failure) tells of them. What repeating cannot
/// mend is an item, and the last one: wrong credentials, a record that is not there, a request that is not accepted, a
/// server that is not trusted.
///
/// The documents of an API need not say which states are the last ones, so the caller says it: [`until`](Self::until).
/// Without it the watch goes on. When it is dropped, nothing more is sent.
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
/// while let Some(next) = states.next().await {
///     seen.extend(next?.state);
/// }
/// // It was pending in two reads; then the server failed, which the function above was told of.
/// assert_eq!(seen, ["pending", "delivered"]);
/// # Ok(())
/// # }
/// ```
pub struct Watch<T, S> {
    read: Box<dyn Fn() -> SendFuture<T> + Send>,
    state: Box<dyn Fn(&T) -> S + Send>,
    until: Box<dyn Fn(&T) -> bool + Send>,
    on_failure: Box<dyn Fn(&Error) + Send>,
    hints: Option<Pin<Box<dyn Stream<Item = ()> + Send>>>,
    every: Option<Duration>,
    last: Option<S>,
    failures: u32,
    step: Step<T>,
}

/// A state of a record that is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatusUpdate<T, S> {
    /// The state.
    pub state: S,
    /// What was read, whole.
    pub output: T,
}

enum Step<T> {
    /// The record is to be read now.
    Due,
    /// It is being read; whether a hint has come since that began.
    Reading(SendFuture<T>, bool),
    /// It waits: for the time, if there is one, and for hints if they count.
    Waiting(Option<Pin<Box<Sleep>>>, bool),
    Ended,
}

impl<T, S: PartialEq + Clone> Watch<T, S> {
    /// Follows what this operation reads. `state` tells what is compared from one read to the next: any value that is
    /// another one is a change.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::Watch;
    /// use shop_client::GetOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(200, r#"{"id": 7}"#), (200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]);
    /// // Whether the order has a reference, for records that have no state of their own.
    /// let mut watch = Watch::new(&client, GetOrder::new(7), |order| order.reference_no.is_some());
    /// for expected in [false, true] {
    ///     let seen = watch.next().await.expect("the watch has no end")?;
    ///     assert_eq!(seen.state, expected);
    ///     assert_eq!(seen.output.id, Some(7)); // the record, whole
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
            on_failure: Box::new(|_| ()),
            hints: None,
            every: Some(EVERY),
            last: None,
            failures: 0,
            step: Step::Due,
        }
    }

    /// Ends the watch after a record of which this is true. It is given even if its state is no other one.
    pub fn until(mut self, until: impl Fn(&T) -> bool + Send + 'static) -> Self {
        self.until = Box::new(until);
        self
    }

    /// Reads about so often, give or take a quarter.
    pub fn poll_interval(mut self, pause: Duration) -> Self {
        self.every = Some(pause);
        self
    }

    /// Reads on a hint, too: from any stream that says "now", such as the callbacks that a service receives. A hint
    /// that comes during a read makes another one after it. When the hints end, polling goes on.
    pub fn wakeups(mut self, hints: impl Stream<Item = ()> + Send + 'static) -> Self {
        self.hints = Some(Box::pin(hints));
        self
    }

    /// Reads on hints only, and after a read that failed. Without hints, or when they have ended, it polls all the same.
    pub fn without_polling(mut self) -> Self {
        self.every = None;
        self
    }

    /// Calls a function for each read that failed and is repeated.
    pub fn on_error(mut self, hook: impl Fn(&Error) + Send + 'static) -> Self {
        self.on_failure = Box::new(hook);
        self
    }

    /// The next state; `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<StatusUpdate<T, S>, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Takes a hint that has come, and says whether there was one. A further one is taken when this is asked again, so
    /// that hints without an end leave room for reads.
    fn hinted(&mut self, context: &mut Context<'_>) -> bool {
        let Some(hints) = &mut self.hints else {
            return false;
        };
        match hints.as_mut().poll_next(context) {
            Poll::Ready(Some(())) => true,
            Poll::Ready(None) => {
                self.hints = None;
                // What would have been hinted at is looked for.
                true
            }
            Poll::Pending => false,
        }
    }

    /// Waits for the next read.
    fn wait(&mut self, asked: Option<Duration>) {
        let usual = match &self.hints {
            Some(_) => self.every,
            None => self.every.or(Some(EVERY)),
        };
        let pause = backoff::poll_delay(usual, self.failures, asked);
        let sleep = pause.map(|pause| Box::pin(sleep_until(Instant::now() + pause)));
        self.step = Step::Waiting(sleep, self.failures == 0);
    }

    /// What comes of a read: an item, or nothing to tell.
    fn take(
        &mut self,
        read: Result<T, Error>,
        hinted: bool,
    ) -> Option<Result<StatusUpdate<T, S>, Error>> {
        let output = match read {
            Ok(output) => output,
            Err(error) if is_final(&error) => {
                self.step = Step::Ended;
                return Some(Err(error));
            }
            Err(error) => {
                self.failures = self.failures.saturating_add(1);
                (self.on_failure)(&error);
                self.wait(error.retry_after());
                return None;
            }
        };
        self.failures = 0;
        let state = (self.state)(&output);
        let ends = (self.until)(&output);
        if ends {
            self.step = Step::Ended;
        } else if hinted {
            self.step = Step::Due;
        } else {
            self.wait(None);
        }
        let changed = self.last.as_ref() != Some(&state);
        (changed || ends).then_some(Ok(StatusUpdate { state, output }))
    }
}

/// Whether the same request can never do better.
fn is_final(error: &Error) -> bool {
    match error.kind() {
        ErrorKind::Config
        | ErrorKind::InvalidRequest
        | ErrorKind::Tls
        | ErrorKind::Redirect
        | ErrorKind::BadRequest
        | ErrorKind::Unauthorized
        | ErrorKind::Forbidden
        | ErrorKind::NotFound
        | ErrorKind::Unsuccessful => true,
        // 408 and 425 speak about the arrival of this one request.
        ErrorKind::Other => error.status().is_some_and(|status| {
            status.is_client_error() && !matches!(status.as_u16(), 408 | 425)
        }),
        _ => false,
    }
}

// What waits is in boxes; nothing else is pinned.
impl<T, S> Unpin for Watch<T, S> {}

impl<T, S: PartialEq + Clone> Stream for Watch<T, S> {
    type Item = Result<StatusUpdate<T, S>, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            let hinted = this.hinted(context);
            match &mut this.step {
                Step::Ended => return Poll::Ready(None),
                Step::Due => this.step = Step::Reading((this.read)(), false),
                Step::Reading(sending, again) => {
                    *again |= hinted;
                    let again = *again;
                    let read = ready!(Pin::new(sending).poll(context));
                    if let Some(item) = this.take(read, again) {
                        if let Ok(seen) = &item {
                            this.last = Some(seen.state.clone());
                        }
                        return Poll::Ready(Some(item));
                    }
                }
                Step::Waiting(_, true) if hinted => this.step = Step::Due,
                Step::Waiting(None, _) => return Poll::Pending,
                Step::Waiting(Some(sleep), _) => {
                    ready!(sleep.as_mut().poll(context));
                    this.step = Step::Due;
                }
            }
        }
    }
}

impl<T, S: fmt::Debug> fmt::Debug for Watch<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("last", &self.last)
            .field("failures", &self.failures)
            .finish_non_exhaustive()
    }
}
