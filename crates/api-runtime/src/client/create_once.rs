//! A guarded write under way: it is sent, sent once more when nobody knows what became of it, and read back.

use std::future::Future;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};

use crate::client::core::{Caller, Watch};
use crate::error::Subject;
use crate::error::outcome::{Observed, outcome};
use crate::response::decode::Exchanged;
use crate::retry::policy::pause;
use crate::transport::BoxFuture;
use crate::{
    Created, Error, ErrorKind, Operation, Outcome, ReadError, RequestOptions, ResponseReader,
    UniqueKey,
};

/// Whether a response can be read: what cannot is no sign that anything was done.
pub(crate) type Readable = fn(&ResponseReader) -> Result<(), ReadError>;

/// What a guarded write comes to.
pub(crate) type CreatedBy<O> =
    Created<<O as Operation>::Output, <<O as UniqueKey>::Lookup as Operation>::Output>;

/// Sends the operation, which is written at once.
///
/// `find` tells the operation that reads the record with this value. It is asked after the second arrival only.
pub(crate) fn create<O, F, W>(
    caller: Caller,
    operation: &O,
    find: F,
) -> BoxFuture<Result<CreatedBy<O>, Error>>
where
    O: UniqueKey,
    F: FnOnce(String) -> W + Send + 'static,
    W: Future<Output = Option<O::Lookup>> + Send + 'static,
{
    let exchange = caller.start_guarded(operation, |response| O::read_response(response).map(drop));
    Box::pin(async move {
        let deadline = caller.deadline();
        let error = match exchange.await.and_then(|came| came.read(O::read_response)) {
            Ok(answer) => return Ok(Created::Confirmed(answer.value)),
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
        match read
            .await
            .and_then(|came| came.read(O::Lookup::read_response))
        {
            Ok(answer) if O::unique_key(&answer.value) == Some(&*value) => {
                Ok(Created::Recovered(answer.value))
            }
            Ok(_) => Err(error.with_lookup_error(other(&subject))),
            Err(failed) => Err(error.with_lookup_error(failed)),
        }
    })
}

/// The record that was read is not the one that is sought.
fn other(subject: &Subject) -> Error {
    Error::new(ErrorKind::Mismatch, Observed::Misshapen, subject)
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
        Some((error.unique_key()?.to_owned(), wait?))
    }

    /// Reads the record, in the time that is left.
    fn read_back<O: Operation>(
        &self,
        reading: &O,
        deadline: Instant,
    ) -> (Subject, BoxFuture<Result<Exchanged, Error>>) {
        let left: Duration = deadline.saturating_duration_since(Instant::now());
        let caller = self.with(RequestOptions::new().overall_timeout(left));
        let (subject, _) = caller.write(reading);
        (subject, caller.start(reading, Watch::AsSet))
    }
}
