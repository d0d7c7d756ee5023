//! A guarded write under way: it is sent, sent once more when nobody knows what became of it, and read back.

use std::future::Future;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};

use crate::caller::{Caller, Watch};
use crate::error::Subject;
use crate::exchanged::Exchanged;
use crate::outcome::{Seen, outcome};
use crate::retry::pause;
use crate::transport::Pending;
use crate::{
    CallOptions, Created, Error, ErrorKind, Guarded, Operation, Outcome, ReadError, Reply,
};

/// Whether a reply can be read: what cannot is no sign that anything was done.
pub(crate) type Readable = fn(&Reply) -> Result<(), ReadError>;

/// What a guarded write comes to.
pub(crate) type CreatedBy<O> =
    Created<<O as Operation>::Output, <<O as Guarded>::Reading as Operation>::Output>;

/// Sends the operation, which is written at once.
///
/// `find` tells the operation that reads the record with this value. It is asked after the second arrival only.
pub(crate) fn create<O, F, W>(
    caller: Caller,
    operation: &O,
    find: F,
) -> Pending<Result<CreatedBy<O>, Error>>
where
    O: Guarded,
    F: FnOnce(String) -> W + Send + 'static,
    W: Future<Output = Option<O::Reading>> + Send + 'static,
{
    let exchange = caller.start_guarded(operation, |reply| O::read(reply).map(drop));
    Box::pin(async move {
        let deadline = caller.deadline();
        let error = match exchange.await.and_then(|came| came.read(O::read)) {
            Ok(answer) => return Ok(Created::Answered(answer.value)),
            Err(error) => error,
        };
        let Some((value, wait)) = caller.sought(&error, deadline) else {
            return Err(error);
        };
        sleep(wait).await;
        let Ok(Some(reading)) = timeout_at(deadline, find(value.clone())).await else {
            return Err(error);
        };
        let (subject, read) = caller.read_back(&reading, deadline);
        match read.await.and_then(|came| came.read(O::Reading::read)) {
            Ok(answer) if O::unique_value(&answer.value) == Some(&*value) => {
                Ok(Created::Earlier(answer.value))
            }
            Ok(_) => Err(error.with_read_back(other(&subject))),
            Err(failed) => Err(error.with_read_back(failed)),
        }
    })
}

/// The record that was read is not the one that is sought.
fn other(subject: &Subject) -> Error {
    Error::new(ErrorKind::Mismatch, Seen::Misshapen, subject)
        .with_detail("the record that was read back does not carry the value that was sent")
}

impl Caller {
    /// The value to look for and how long to wait before, if it is worth looking: the request went out twice, and nobody
    /// knows what came of it.
    fn sought(&self, error: &Error, deadline: Instant) -> Option<(String, Duration)> {
        if error.outcome() != Outcome::Unknown || error.earlier().is_none() {
            return None;
        }
        let wait = match outcome(error.seen()) {
            // The second arrival was looked at and refused, perhaps because of the first one. What is refused for the
            // credentials or for too many requests was not looked at, and a read would be refused as well.
            Outcome::Rejected => match error.kind() {
                ErrorKind::Unauthorized | ErrorKind::Forbidden | ErrorKind::RateLimited => None,
                _ => Some(Duration::ZERO),
            },
            // Perhaps nothing can be had from this server now. So it is left alone for as long as before another attempt,
            // and the budget tells whether one more request is in order.
            Outcome::Unknown => {
                let left = deadline.saturating_duration_since(Instant::now());
                pause(error.attempts(), error.retry_after(), left, fastrand::f64())
                    .filter(|_| self.core.budget.take())
            }
            Outcome::NotSent | Outcome::Done => None,
        };
        Some((error.unique_value()?.to_owned(), wait?))
    }

    /// Reads the record, in the time that is left.
    fn read_back<O: Operation>(
        &self,
        reading: &O,
        deadline: Instant,
    ) -> (Subject, Pending<Result<Exchanged, Error>>) {
        let left: Duration = deadline.saturating_duration_since(Instant::now());
        let caller = self.with(CallOptions::new().overall_timeout(left));
        let (subject, _) = caller.write(reading);
        (subject, caller.start(reading, Watch::AsSet))
    }
}
