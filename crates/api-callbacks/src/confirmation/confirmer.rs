//! Confirms callbacks: reads the record and records its state.

use std::fmt::Display;
use std::time::Duration;

use api_runtime::{AuthorizedBy, Client, Error, ErrorKind, SendFuture, poll_delay};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::confirmation::coalesce::Coalescer;
use crate::confirmation::read_lease::{AbandonedLeases, ReadLease};
use crate::queue::bounded_queue::BoundedQueue;
use crate::queue::callback_queue::{CallbackQueue, Claim, Lease, QueuedRecord};
use crate::queue::memory_queue::MemoryQueue;
use crate::record_key::RecordKey;
use crate::refetch::Refetch;
use crate::request::disposition::Disposition;
use crate::request::response::CallbackResponse;
use crate::sanitize::sanitize;
use crate::store::callback_store::{CallbackStore, KnownRecord};
use crate::store::error::{STORE_TIMEOUT, StoreError};
use crate::store::record_changed::RecordChanged;

/// The time limit for the response to a callback. The timeout of the remote service is not
/// documented, and a read with all its attempts may take a minute; a slower one is repeated later.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(4);

/// The lease of a read that ends with the response to its callback. If this process crashes, others
/// read the record after it.
const CALLBACK_LEASE: Duration = Duration::from_secs(10);

/// The lease of a read without a callback: by default, that of a call with all its attempts and of
/// two functions of the store.
const READ_LEASE: Duration = Duration::from_secs(120);

/// The delay between two claims of a record that another process reads.
const CLAIM_INTERVAL: Duration = Duration::from_millis(200);

/// Reads records with the client of one venue, and records their states in its store.
pub(crate) struct Confirmer<R: Refetch, S> {
    pub(crate) store: S,
    read: Box<dyn Fn(R::Id) -> SendFuture<R::Output> + Send + Sync>,
    reads: Coalescer<R::Id, Option<String>, CallbackResponse>,
    /// The queue, if the store has none.
    memory_queue: MemoryQueue<R::Id>,
    abandoned: AbandonedLeases<R::Id>,
}

/// The time by which a callback has a response.
#[derive(Clone, Copy)]
pub(crate) struct Deadline(Instant);

impl Deadline {
    pub(crate) fn start() -> Self {
        Self(Instant::now() + RESPONSE_TIMEOUT)
    }
}

/// What a read is for.
#[derive(Clone, Copy)]
enum Purpose {
    Callback,
    Refetch,
    /// After this number of failures.
    Retry(u32),
}

impl<R: Refetch, S: CallbackStore<R>> Confirmer<R, S> {
    pub(crate) fn new<C>(client: Client<R::Api, C>, store: S) -> Self
    where
        R: AuthorizedBy<C>,
        C: 'static,
    {
        Self {
            store,
            read: Box::new(move |id| client.send(R::for_id(id))),
            reads: Coalescer::new(),
            memory_queue: MemoryQueue::new(),
            abandoned: AbandonedLeases::new(),
        }
    }

    pub(crate) fn queue(&self) -> BoundedQueue<'_, R, impl CallbackQueue<R>> {
        BoundedQueue::new(self.store.queue(), &self.memory_queue)
    }

    /// Finds the record that a callback names. The response, if it is not to be read.
    pub(crate) async fn find(
        &self,
        id: &R::Id,
        reference: Option<&str>,
        deadline: Option<Deadline>,
    ) -> Result<KnownRecord, CallbackResponse> {
        let failed = |reason: &str| {
            let detail = format!("{}: {reason}", describe(id, reference));
            CallbackResponse::with_detail(Disposition::NotQueued, detail)
        };
        let finding = self.store.find(id, reference);
        let found = match deadline {
            Some(Deadline(deadline)) => timeout_at(deadline, finding)
                .await
                .map_err(|_| failed("store lookup timed out after 4 s"))?,
            None => timeout(STORE_TIMEOUT, finding)
                .await
                .map_err(|_| failed("store lookup timed out after 30 s"))?,
        };
        match found {
            Ok(Some(known)) => Ok(known),
            Ok(None) => Err(CallbackResponse::with_detail(
                Disposition::UnknownRecord,
                describe(id, reference),
            )),
            Err(error) => {
                let error = sanitize(&error.to_string());
                Err(failed(&format!("store lookup failed: {error}")))
            }
        }
    }

    /// Confirms a callback, with a time limit after which the record stays queued.
    pub(crate) async fn confirm_by(
        &self,
        Deadline(deadline): Deadline,
        key: &RecordKey<R::Id>,
    ) -> CallbackResponse {
        let Ok(enqueued) = timeout_at(deadline, self.queue().enqueue(key)).await else {
            let reason = "the queue timed out after 4 s";
            return respond(Disposition::NotQueued, key, reason);
        };
        let is_queued = enqueued.is_ok();
        let confirming = self.confirm(key, is_queued, Purpose::Callback);
        timeout_at(deadline, confirming).await.unwrap_or_else(|_| {
            let disposition = match is_queued {
                true => self.queue().disposition(),
                false => Disposition::NotQueued,
            };
            respond(disposition, key, "read timed out after 4 s")
        })
    }

    /// Reads a record without a callback, or queues it.
    pub(crate) async fn refetch(&self, key: &RecordKey<R::Id>) -> CallbackResponse {
        let is_queued = self.queue().enqueue(key).await.is_ok();
        self.confirm(key, is_queued, Purpose::Refetch).await
    }

    /// Reads a queued record, and postpones its next retry if that fails. `None` if another process
    /// reads it, or has read it.
    pub(crate) async fn retry(&self, record: &QueuedRecord<R::Id>) -> Option<CallbackResponse> {
        let purpose = Purpose::Retry(record.failures);
        let response = self.confirm(&record.key, true, purpose).await;
        (!response.is_read_elsewhere()).then_some(response)
    }

    /// The queued records, at most `limit`; those to retry now are the first.
    pub(crate) async fn queued(
        &self,
        limit: usize,
    ) -> Result<Vec<QueuedRecord<R::Id>>, StoreError> {
        self.release_abandoned().await;
        self.queue().queued(limit).await
    }

    async fn release_abandoned(&self) {
        for (key, lease) in self.abandoned.take() {
            // If this fails, it expires.
            let _ = self.queue().release(&key, &lease).await;
        }
    }

    /// Reads a record, or shares a read that starts later: one that has started already may have
    /// read the state before the change.
    async fn confirm(
        &self,
        key: &RecordKey<R::Id>,
        is_queued: bool,
        purpose: Purpose,
    ) -> CallbackResponse {
        let read = || async {
            if is_queued {
                return self.confirm_queued(key, purpose).await;
            }
            let read = self.confirm_now(key, None, Disposition::NotQueued).await;
            let (Ok(response) | Err(response)) = read;
            response
        };
        self.reads.run(&key.id, &key.reference, read).await
    }

    /// Leases a queued record and reads it. It stays queued if that fails.
    async fn confirm_queued(&self, key: &RecordKey<R::Id>, purpose: Purpose) -> CallbackResponse {
        self.release_abandoned().await;
        let lease = match self.claim(key, purpose).await {
            Ok(lease) => lease,
            Err(response) => return response,
        };
        // Abandoned if this future is dropped, or if the queue fails.
        let read_lease = ReadLease::new(&self.abandoned, key, lease);
        let queue = self.queue();
        let read = self.confirm_now(key, Some(lease), queue.disposition());
        let (response, released) = match (read.await, purpose) {
            (Ok(response), _) => (response, queue.dequeue(key, &lease).await),
            (Err(response), Purpose::Retry(failures)) => {
                let retry_after = response.error().and_then(Error::retry_after);
                let failures = failures.saturating_add(1);
                let delay = poll_delay(None, failures, retry_after).unwrap_or_default();
                (response, queue.postpone(key, &lease, delay).await)
            }
            (Err(response), _) => (response, queue.release(key, &lease).await),
        };
        if released.is_ok() {
            read_lease.released();
        }
        response
    }

    /// Leases a queued record. The response, if it is not to be read.
    async fn claim(
        &self,
        key: &RecordKey<R::Id>,
        purpose: Purpose,
    ) -> Result<Lease, CallbackResponse> {
        let queue = self.queue();
        let (duration, patience) = match purpose {
            Purpose::Callback => (CALLBACK_LEASE, RESPONSE_TIMEOUT),
            Purpose::Refetch => (READ_LEASE, READ_LEASE),
            Purpose::Retry(_) => (READ_LEASE, Duration::ZERO),
        };
        let started_at = Instant::now();
        loop {
            let response = match queue.claim(key, duration).await {
                Ok(Claim::Granted(lease)) => return Ok(lease),
                Ok(Claim::Busy) if started_at.elapsed() < patience => {
                    sleep(CLAIM_INTERVAL).await;
                    continue;
                }
                Ok(Claim::Busy) => {
                    respond(queue.disposition(), key, "another process reads it").read_elsewhere()
                }
                // That read started after the record was enqueued.
                Ok(Claim::NotQueued) => {
                    respond(Disposition::Unchanged, key, "it was read meanwhile").read_elsewhere()
                }
                Err(error) => {
                    let error = sanitize(&error.to_string());
                    let reason = format!("claiming the record failed: {error}");
                    respond(queue.disposition(), key, &reason)
                }
            };
            return Err(response);
        }
    }

    /// `Err` is a response, too, with the disposition of a failure: the record is read again.
    async fn confirm_now(
        &self,
        key: &RecordKey<R::Id>,
        lease: Option<Lease>,
        failure: Disposition,
    ) -> Result<CallbackResponse, CallbackResponse> {
        let RecordKey { id, reference } = key;
        let respond = |disposition, reason: &str| respond(disposition, key, reason);
        let forbidden = |reason| respond(Disposition::Forbidden, reason);
        let failed = |reason: &str| respond(failure, reason);
        let output = match (self.read)(id.clone()).await {
            Ok(output) => output,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::Forbidden) => {
                let response = forbidden("not accessible with these credentials");
                return Ok(response.with_error(error));
            }
            Err(error) => return Err(failed("read failed").with_error(error)),
        };
        let found_id = R::id(&output);
        if found_id.is_some_and(|found| found != id) {
            return Ok(forbidden("the record has another id"));
        }
        let found_reference = R::reference(&output);
        match (reference.as_deref(), found_reference) {
            (None, _) => {}
            (Some(known), Some(found)) if known == found => {}
            (Some(known), Some(found)) if !is_same_but_form(known, found) => {
                return Ok(forbidden("the record has another reference"));
            }
            (Some(_), Some(_)) if found_id.is_none() => {
                return Ok(forbidden("the record has another reference"));
            }
            (Some(_), None) if found_id.is_none() => {
                return Ok(forbidden("the record has neither id nor reference"));
            }
            // Servers change case and white space of a reference. The id must be known then.
            (Some(known), found) => match self.find(id, None, None).await {
                Ok(by_id) if by_id.reference.as_ref().is_none_or(|found| found == known) => {}
                Ok(_) => return Ok(forbidden("the record has another reference")),
                // The callback claimed that the record is the expected one, and nothing proves it.
                Err(response) if response.disposition() == Disposition::UnknownRecord => {
                    return Ok(forbidden(match found {
                        Some(_) => "the record has another reference",
                        None => "the record has no reference",
                    }));
                }
                Err(_) => return Err(failed("store lookup failed")),
            },
        }
        let state = R::state(&output).cloned();
        let Some(state) = state.or_else(|| R::default_state(&output)) else {
            return Ok(respond(
                Disposition::MissingState,
                "the record has no state",
            ));
        };
        let found_reference = found_reference.map(str::to_owned);
        let known_reference = reference.clone().or(found_reference);
        let state_text = sanitize(&state.to_string());
        let mut change = RecordChanged::new(id.clone(), known_reference, state, output);
        change.lease = lease;
        let Ok(recorded) = timeout(STORE_TIMEOUT, self.store.record_change(change)).await else {
            return Err(failed("recording the change timed out after 30 s"));
        };
        match recorded {
            Ok(true) => Ok(respond(Disposition::Changed, &state_text)),
            Ok(false) => Ok(respond(Disposition::Unchanged, &state_text)),
            Err(error) => {
                let error = sanitize(&error.to_string());
                Err(failed(&format!("recording the change failed: {error}")))
            }
        }
    }
}

/// Whether two references are the same but for case and white space around them.
fn is_same_but_form(known: &str, found: &str) -> bool {
    known.trim().to_lowercase() == found.trim().to_lowercase()
}

/// A response about a record. `reason` must be safe to log.
fn respond<I: Display>(
    disposition: Disposition,
    key: &RecordKey<I>,
    reason: &str,
) -> CallbackResponse {
    let record = describe(&key.id, key.reference.as_deref());
    CallbackResponse::with_detail(disposition, format!("{record}: {reason}"))
}

/// The id and reference of a record, safe to log.
fn describe(id: &impl Display, reference: Option<&str>) -> String {
    let id = sanitize(&id.to_string());
    match reference {
        Some(reference) => format!("{id} ({})", sanitize(reference)),
        None => id,
    }
}
