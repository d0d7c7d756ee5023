//! Reads the records that are due, and records their states.

use std::fmt::Display;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use api_runtime::journal::in_time;
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::{BoxFuture, Client, Error};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use crate::read::pace::Pace;
use crate::read::report::{ReadOutcome, ReadReport};
use crate::read::rules::{FOLLOW_UP, change, retry};
use crate::records::error::BoxError;
use crate::records::heard::Recorded;
use crate::records::queue::{Records, TakenOf};
use crate::refetch::Refetch;
use crate::sanitize::sanitize;

/// The time limit of one read, with all its attempts.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// The lease of a read: longer than a read and what the store does about it. If this process
/// crashes, the record is read again after it.
const LEASE: Duration = Duration::from_secs(60);

/// How often the store is asked what is due: another process may have heard of it.
const POLL_INTERVAL: Duration = Duration::from_secs(15);

/// How often those that wait are counted.
#[cfg(feature = "metrics")]
const COUNT_INTERVAL: Duration = Duration::from_secs(60);

/// How often records are pruned, and how many days they are kept unchanged: as long as the entries of a
/// journal, unless its worker has another number.
const PRUNE_INTERVAL: Duration = Duration::from_secs(60 * 60);
const KEPT_DAYS: i64 = 90;

/// Reads records with the client of one venue, and records their states.
pub(crate) struct Worker<R: Refetch> {
    pub(crate) records: Records<R>,
    read: Box<Read<R>>,
    /// Notified of each callback.
    pub(crate) woken: Notify,
}

type Read<R> =
    dyn Fn(<R as Refetch>::Id) -> BoxFuture<Result<<R as Operation>::Output, Error>> + Send + Sync;

impl<R: Refetch> Worker<R> {
    pub(crate) fn new<C>(client: Client<R::Api, C>, records: Records<R>) -> Self
    where
        R: AuthorizedBy<C>,
        C: 'static,
    {
        Self {
            records,
            read: Box::new(move |id| Box::pin(client.send(R::for_id(id)))),
            woken: Notify::new(),
        }
    }

    /// Reads what is due, several records at a time. Does not return.
    pub(crate) async fn run(self: &Arc<Self>, mut report: impl FnMut(&ReadReport) + Send) {
        // Tasks, so that a read goes on while this waits for the store: it may hold a connection that
        // `take` waits for.
        let mut reads = JoinSet::new();
        let mut pace = Pace::default();
        let mut paused_until = Instant::now();
        let mut prune_at = Instant::now();
        #[cfg(feature = "metrics")]
        let mut count_at = Instant::now();
        loop {
            #[cfg(feature = "metrics")]
            if Instant::now() >= count_at {
                count_at = Instant::now() + COUNT_INTERVAL;
                self.count().await;
            }
            let mut wait = paused_until.saturating_duration_since(Instant::now());
            while wait.is_zero() && reads.len() < pace.max_reads() {
                match self.take().await {
                    Ok(Some(taken)) => {
                        let worker = Arc::clone(self);
                        reads.spawn(async move { worker.read(taken).await });
                    }
                    Ok(None) => {
                        if Instant::now() >= prune_at {
                            prune_at = Instant::now() + PRUNE_INTERVAL;
                            if let Err(failed) = self.prune().await {
                                report(&failed);
                            }
                        }
                        wait = self.until_due().await;
                    }
                    Err(failed) => {
                        report(&failed);
                        wait = POLL_INTERVAL;
                    }
                }
            }
            if wait.is_zero() {
                wait = POLL_INTERVAL;
            }
            if let Ok(Some(read)) = timeout(wait, self.next(&mut reads)).await {
                paused_until = paused_until.max(Instant::now() + pace.pause_after(&read));
                report(&read);
            }
        }
    }

    /// Reads what is due, one record after the other, until too many fail in a row.
    pub(crate) async fn read_due(&self) -> Vec<ReadReport> {
        let (mut reports, mut pace) = (Vec::new(), Pace::default());
        loop {
            let read = match self.take().await {
                Ok(Some(taken)) => self.read(taken).await,
                Ok(None) => return reports,
                Err(failed) => failed,
            };
            let pause = pace.pause_after(&read);
            reports.push(read);
            if !pause.is_zero() {
                return reports;
            }
        }
    }

    /// The next read to end. `None` after a callback, and if the application panicked in a read.
    async fn next(&self, reads: &mut JoinSet<ReadReport>) -> Option<ReadReport> {
        let mut woken = pin!(self.woken.notified());
        poll_fn(|context| match reads.poll_join_next(context) {
            Poll::Ready(Some(read)) => Poll::Ready(read.ok()),
            _ => woken.as_mut().poll(context).map(|()| None),
        })
        .await
    }

    async fn take(&self) -> Result<Option<TakenOf<R>>, ReadReport> {
        let taken = in_time(self.records.take(LEASE)).await;
        taken.map_err(|error| failed("the queue", &error))
    }

    /// Sets the gauges of the crate `metrics`. If the store fails, they stay, and the next `take` reports it.
    #[cfg(feature = "metrics")]
    async fn count(&self) {
        use metrics::gauge;

        use crate::records::queue::MAX_LISTED;

        if let Ok(queued) = in_time(self.records.queued(MAX_LISTED)).await {
            let scope = self.records.scope.clone();
            let oldest = queued.iter().map(|record| record.age).max();
            gauge!("callbacks_queued", "scope" => scope.clone()).set(queued.len() as f64);
            gauge!("callbacks_oldest_seconds", "scope" => scope).set(oldest.unwrap_or_default());
        }
    }

    async fn prune(&self) -> Result<(), ReadReport> {
        let pruned = self.records.prune(KEPT_DAYS).await;
        pruned.map_err(|error| failed("pruning", &error))
    }

    /// The time until a record is due, if that is soon.
    async fn until_due(&self) -> Duration {
        let first = in_time(self.records.queued(1)).await.unwrap_or_default();
        let due = first.first().and_then(|record| record.retry_in);
        // Zero if another process has just heard of it: not at once, in case it cannot be taken.
        let due = due.map(|due| due.max(Duration::from_millis(100)));
        due.unwrap_or(POLL_INTERVAL).min(POLL_INTERVAL)
    }

    /// Reads a record, and records its state or postpones it.
    async fn read(&self, taken: TakenOf<R>) -> ReadReport {
        let report = |outcome, reason: &str, error| {
            let record = describe(&taken.id, taken.reference.as_deref());
            ReadReport::new(outcome, format!("{record}: {reason}"), error)
        };
        let mut delay = None;
        let failed = match timeout(READ_TIMEOUT, (self.read)(taken.id.clone())).await {
            Err(_) => {
                delay = retry(&taken, None);
                report(ReadOutcome::Postponed, "read timed out after 30 s", None)
            }
            Ok(Err(error)) => {
                delay = retry(&taken, Some(&error));
                report(ReadOutcome::Postponed, "read failed", Some(error))
            }
            Ok(Ok(output)) => match change::<R>(&taken, output) {
                Err(reason) => report(ReadOutcome::Postponed, reason, None),
                Ok(change) => {
                    let state = sanitize(&change.state.to_string());
                    let recorded = in_time(self.records.record(&taken, change, FOLLOW_UP)).await;
                    let reason = match recorded {
                        Ok(Recorded::Changed) => return report(ReadOutcome::Changed, &state, None),
                        Ok(Recorded::Unchanged) => {
                            return report(ReadOutcome::Unchanged, &state, None);
                        }
                        Ok(Recorded::Superseded) => {
                            return report(ReadOutcome::Superseded, &state, None);
                        }
                        Ok(Recorded::NotOurs) => {
                            let reason = "no write has its id or its reference";
                            return report(ReadOutcome::NotOurs, reason, None);
                        }
                        Ok(Recorded::Older) => {
                            "the record is older than the one that was recorded".to_owned()
                        }
                        Ok(Recorded::Unproven) => {
                            "a write whose record has no known id may be the one".to_owned()
                        }
                        Err(error) => describe_error("recording the change", &error),
                    };
                    delay = retry(&taken, None);
                    report(ReadOutcome::Postponed, &reason, None)
                }
            },
        };
        // If this fails, the record is read again after the lease.
        let _ = in_time(self.records.postpone(&taken, delay)).await;
        match delay {
            Some(_) => failed,
            None => failed.given_up(),
        }
    }
}

/// A failure of the store.
fn failed(what: &str, error: &BoxError) -> ReadReport {
    ReadReport::new(ReadOutcome::Postponed, describe_error(what, error), None)
}

fn describe_error(what: &str, error: &BoxError) -> String {
    format!("{what} failed: {}", sanitize(&error.to_string()))
}

/// The id and reference of a record, safe to log.
pub(crate) fn describe(id: &impl Display, reference: Option<&str>) -> String {
    let id = sanitize(&id.to_string());
    match reference {
        Some(reference) => format!("{id} ({})", sanitize(reference)),
        None => id,
    }
}
