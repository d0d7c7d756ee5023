//! Confirms callbacks: reads the record and records its state.

use std::fmt::Display;
use std::time::Duration;

use api_runtime::{AuthorizedBy, Client, ErrorKind, SendFuture, poll_delay};
use tokio::time::{Instant, timeout, timeout_at};

use crate::coalesce::Coalescer;
use crate::disposition::Disposition;
use crate::record_changed::RecordChanged;
use crate::refetch::Refetch;
use crate::response::CallbackResponse;
use crate::sanitize::sanitize;
use crate::store::{CallbackStore, KnownRecord};

/// The time limit for the response to a callback. The timeout of the remote service is not
/// documented, and a read with all its attempts may take a minute; a slower one is repeated later.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(4);

/// The time limit of a store. One that does not respond must not hold up all later reads.
const STORE_TIMEOUT: Duration = Duration::from_secs(30);

/// Reads records with the client of one venue, and records their states in its store.
pub(crate) struct Confirmer<R: Refetch, S> {
    pub(crate) store: S,
    read: Box<dyn Fn(R::Id) -> SendFuture<R::Output> + Send + Sync>,
    reads: Coalescer<R::Id, Option<String>, CallbackResponse>,
}

/// The id of a record, and the reference that it must have.
pub(crate) type Key<R> = (<R as Refetch>::Id, Option<String>);

/// The time by which a callback has a response.
#[derive(Clone, Copy)]
pub(crate) struct Deadline(Instant);

impl Deadline {
    pub(crate) fn start() -> Self {
        Self(Instant::now() + RESPONSE_TIMEOUT)
    }
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
        }
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

    /// Like [`confirm`](Self::confirm), with a time limit after which the record stays queued.
    pub(crate) async fn confirm_by(
        &self,
        Deadline(deadline): Deadline,
        key: &Key<R>,
    ) -> CallbackResponse {
        match timeout_at(deadline, self.confirm(key)).await {
            Ok(response) => response,
            Err(_) => {
                let disposition = match self.reads.is_queued(key) {
                    true => Disposition::Queued,
                    false => Disposition::NotQueued,
                };
                let record = describe(&key.0, key.1.as_deref());
                let detail = format!("{record}: read timed out after 4 s");
                CallbackResponse::with_detail(disposition, detail)
            }
        }
    }

    /// Reads a record, or shares a read that starts later: one that has started already may have
    /// read the state before the change.
    pub(crate) async fn confirm(&self, key: &Key<R>) -> CallbackResponse {
        let read = |is_queued| self.confirm_now(key, is_queued);
        self.reads.run(key, read).await
    }

    /// The records that wait to be read, those that are being read included.
    pub(crate) fn queued(&self) -> Vec<Key<R>> {
        self.reads.queued()
    }

    pub(crate) fn is_queued(&self, key: &Key<R>) -> bool {
        self.reads.is_queued(key)
    }

    /// Delays the next read of a record after a failed one, and not before `retry_after`.
    pub(crate) fn postpone(&self, key: &Key<R>, retry_after: Option<Duration>) {
        self.reads.postpone(key, |failures| {
            poll_delay(None, failures, retry_after).unwrap_or_default()
        });
    }

    /// The record to read now, if any.
    pub(crate) fn next_retry(&self) -> Option<Key<R>> {
        self.reads.next_retry()
    }

    /// The time of the next retry.
    pub(crate) fn next_retry_at(&self) -> Option<Instant> {
        self.reads.next_retry_at()
    }

    /// `Err` is a response, too, after which the record is read again.
    async fn confirm_now(
        &self,
        key: &Key<R>,
        is_queued: bool,
    ) -> Result<CallbackResponse, CallbackResponse> {
        let (id, reference) = key;
        let record = describe(id, reference.as_deref());
        let respond = |disposition, reason: &str| {
            CallbackResponse::with_detail(disposition, format!("{record}: {reason}"))
        };
        let forbidden = |reason| respond(Disposition::Forbidden, reason);
        let failed = |reason: &str| match is_queued {
            true => respond(Disposition::Queued, reason),
            false => respond(Disposition::NotQueued, reason),
        };
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
        let change = RecordChanged::new(id.clone(), known_reference, state, output);
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

/// The id and reference of a record, safe to log.
fn describe(id: &impl Display, reference: Option<&str>) -> String {
    let id = sanitize(&id.to_string());
    match reference {
        Some(reference) => format!("{id} ({})", sanitize(reference)),
        None => id,
    }
}
