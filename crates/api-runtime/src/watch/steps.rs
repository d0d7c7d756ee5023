//! The steps of a watch: read, wait, and read again.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_core::Stream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::{DEFAULT_POLL_INTERVAL, StatusUpdate, Watch};
use crate::attempt::backoff;
use crate::client::sending::Sending;
use crate::error::Error;
use crate::error::kind::ErrorKind;

pub(super) enum Step<T> {
    /// Starts a read.
    Start,
    /// Reads the record.
    Reading {
        read: Sending<T>,
        /// Whether there was a wakeup after the read started.
        read_again: bool,
    },
    /// Waits for the timer, if any, or for a wakeup.
    Waiting {
        timer: Option<Pin<Box<Sleep>>>,
        /// Not while backing off after a failed read, nor if the timer is that of a wakeup.
        accepts_wakeups: bool,
    },
    Ended,
}

impl<T, S: PartialEq + Clone> Watch<T, S> {
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
        let read_at = delay.map(|delay| (Instant::now() + delay).max(self.earliest_read()));
        self.step = Step::Waiting {
            timer: read_at.map(|read_at| Box::pin(sleep_until(read_at))),
            accepts_wakeups: self.failures == 0,
        };
    }

    /// Starts a read, or the timer of one if the latest read is too recent.
    fn read_soon(&mut self) {
        let read_at = self.earliest_read();
        self.step = match read_at <= Instant::now() {
            true => Step::Start,
            false => Step::Waiting {
                timer: Some(Box::pin(sleep_until(read_at))),
                accepts_wakeups: false,
            },
        };
    }

    /// When the next read may start.
    fn earliest_read(&self) -> Instant {
        let now = Instant::now();
        self.read_at
            .map_or(now, |read_at| read_at + self.min_interval)
    }

    /// Polls the time limit, and returns its error once it has passed.
    fn poll_deadline(&mut self, context: &mut Context<'_>) -> Poll<Error> {
        let Some(limit) = self.time_limit else {
            return Poll::Pending;
        };
        if self.deadline.is_none() {
            // One that clocks cannot represent is no limit.
            let deadline = Instant::now().checked_add(limit);
            self.deadline = deadline.map(|deadline| Box::pin(sleep_until(deadline)));
        }
        let Some(deadline) = &mut self.deadline else {
            return Poll::Pending;
        };
        ready!(deadline.as_mut().poll(context));
        Poll::Ready((self.timeout)(limit))
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
            self.read_soon();
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
            if !matches!(this.step, Step::Ended) {
                if let Poll::Ready(error) = this.poll_deadline(context) {
                    this.step = Step::Ended;
                    return Poll::Ready(Some(Err(error)));
                }
            }
            let is_woken = this.poll_wakeup(context);
            match &mut this.step {
                Step::Ended => return Poll::Ready(None),
                Step::Start => {
                    this.read_at = Some(Instant::now());
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
                } if is_woken => this.read_soon(),
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
