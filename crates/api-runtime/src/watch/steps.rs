//! What a watch does next.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_core::Stream;
use tokio::time::{Instant, sleep_until};

use super::{StatusUpdate, Watch};
use crate::attempt::backoff;
use crate::error::Error;
use crate::error::kind::ErrorKind;
use crate::future;

impl<T, S: PartialEq + Clone> Watch<T, S> {
    /// The next state; `None` after the last one.
    ///
    /// A dropped future loses nothing: what has begun is in the watch.
    pub async fn next(&mut self) -> Option<Result<StatusUpdate<T, S>, Error>> {
        future::next(self).await
    }

    /// Waits for the time of the next read, or for a wakeup.
    fn poll_due(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let is_due = |due: Instant| due <= Instant::now();
        // A read that failed is repeated after its backoff, which no wakeup shortens.
        let accepts_wakeups = self.failures == 0 && !self.is_woken && !is_due(self.due);
        if let Some(wakeups) = self.wakeups.as_mut().filter(|_| accepts_wakeups) {
            if let Poll::Ready(wakeup) = wakeups.poll_recv(context) {
                // Even if it is the last one: a change just before the end may have had no wakeup.
                self.wakeups.take_if(|_| wakeup.is_none());
                self.is_woken = true;
                self.due = self.earliest_read();
                self.timer = None;
            }
        }
        if !is_due(self.due) {
            let due = self.due;
            let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(due)));
            ready!(timer.as_mut().poll(context));
        }
        self.timer = None;
        self.is_woken = false;
        // This read answers all wakeups so far.
        if let Some(wakeups) = &mut self.wakeups {
            while wakeups.try_recv().is_ok() {}
        }
        Poll::Ready(())
    }

    fn schedule_read(&mut self, retry_after: Option<Duration>) {
        let delay = backoff::poll_delay(self.poll_interval, self.failures, retry_after);
        self.due = (Instant::now() + delay).max(self.earliest_read());
    }

    fn earliest_read(&self) -> Instant {
        let now = Instant::now();
        self.read_at
            .map_or(now, |read_at| read_at + self.min_interval)
    }

    /// Decides what follows a read. Returns what the caller gets of it.
    fn on_read(&mut self, result: Result<T, Error>) -> Option<Result<StatusUpdate<T, S>, Error>> {
        let output = match result {
            Ok(output) => output,
            Err(error) if is_final(&error) => {
                self.has_ended = true;
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
        self.has_ended = (self.until)(&output);
        self.schedule_read(None);
        let has_changed = self.last_state.as_ref() != Some(&state);
        self.last_state = Some(state.clone());
        (has_changed || self.has_ended).then_some(Ok(StatusUpdate { state, output }))
    }
}

// Nothing is pinned.
impl<T, S> Unpin for Watch<T, S> {}

impl<T, S: PartialEq + Clone> Stream for Watch<T, S> {
    type Item = Result<StatusUpdate<T, S>, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let watch = self.get_mut();
        while !watch.has_ended {
            let read = match &mut watch.reading {
                Some(read) => read,
                None => {
                    ready!(watch.poll_due(context));
                    watch.read_at = Some(Instant::now());
                    watch.reading.insert((watch.read)())
                }
            };
            let result = ready!(Pin::new(read).poll(context));
            watch.reading = None;
            if let Some(update) = watch.on_read(result) {
                return Poll::Ready(Some(update));
            }
        }
        Poll::Ready(None)
    }
}

/// Whether reading again cannot fix the error.
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
