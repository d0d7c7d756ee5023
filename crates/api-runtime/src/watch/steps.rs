//! What a watch does next.

use std::time::Duration;

use tokio::time::{Instant, sleep_until, timeout_at};

use super::{StatusUpdate, Watch};
use crate::attempt::backoff;
use crate::error::Error;
use crate::error::kind::ErrorKind;

/// Futures that are dropped lose nothing: the read in flight, the wakeup that was received and the time
/// of the next read are kept in the watch.
impl<T, S: PartialEq + Clone> Watch<T, S> {
    /// The next state; `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<StatusUpdate<T, S>, Error>> {
        if self.has_ended {
            return None;
        }
        loop {
            let read = match &mut self.reading {
                Some(read) => read,
                None => {
                    self.wait().await;
                    self.read_at = Some(Instant::now());
                    self.reading.insert((self.read)())
                }
            };
            let result = read.await;
            self.reading = None;
            if let Some(update) = self.on_read(result) {
                return Some(update);
            }
        }
    }

    /// Waits for the time of the next read, or for a wakeup.
    async fn wait(&mut self) {
        // A read that failed is repeated after its backoff, which no wakeup shortens.
        let is_due = |due: Instant| due <= Instant::now();
        let accepts_wakeups = self.failures == 0 && !self.is_woken && !is_due(self.due);
        if let Some(wakeups) = self.wakeups.as_mut().filter(|_| accepts_wakeups) {
            if let Ok(wakeup) = timeout_at(self.due, wakeups.recv()).await {
                // Even if it is the last one: a change just before the end may have had no wakeup.
                self.wakeups.take_if(|_| wakeup.is_none());
                self.is_woken = true;
                self.due = self.earliest_read();
            }
        }
        if !is_due(self.due) {
            sleep_until(self.due).await;
        }
        self.is_woken = false;
        // This read answers all wakeups so far.
        if let Some(wakeups) = &mut self.wakeups {
            while wakeups.try_recv().is_ok() {}
        }
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
