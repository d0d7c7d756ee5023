//! A write that is sent once under a key: what the journal's steps do outside of the journal, and what
//! the caller is told.

use std::mem::take;
use std::sync::Arc;
use std::time::Duration;

use api_journal::call::{self, Ended, Lease, Recorded, Write as JournaledWrite};
use api_journal::rules::{Found, Repeat, Told};
use api_journal::{
    BoxFuture as WriteFuture, End, EntryId, Evidence, Intent, Journal, MAX_LEASE, Outcome, nonce,
};
use tokio::time::Instant;

use crate::attempt::call::Attempts;
use crate::attempt::handle::ClientHandle;
use crate::attempt::known::Known;
use crate::attempt::received::Received;
use crate::attempt::watched::Watched;
use crate::client::found::{found, ids};
use crate::client::lookup::{self, LookedUp, looks, was_answered};
use crate::client::sending::Sending;
use crate::client::sent::Sent;
use crate::error::Error;
use crate::error::invalid_field::InvalidField;
use crate::error::kind::ErrorKind;
use crate::info::operation_info::Retry;
use crate::operation::erased::Written;
use crate::operation::unique_write::UniqueWrite;
use crate::operation::write::Write;
use crate::request::uuid::uuid;

/// Of a shorter lease, no time is left to send after the reply of the journal.
const MIN_LEASE: Duration = Duration::from_secs(10);

const HOUR: Duration = Duration::from_secs(60 * 60);

/// The future of a write under a key. The request is written at once.
pub(crate) fn once<O: Write>(
    handle: ClientHandle,
    key: String,
    operation: &O,
) -> Sending<Sent<O::Record>> {
    let call = written(handle, &key, operation);
    let core = Arc::clone(&call.handle.core);
    let started = start(call, key);
    Sending::under_key(&core, Box::pin(started))
}

/// The intent of a write, for a store that inserts it in a transaction of the caller.
pub(crate) fn prepare<O: Write>(
    handle: ClientHandle,
    key: String,
    operation: &O,
) -> Result<Intent, Error> {
    let call = written(handle, &key, operation);
    Ok(intent(&call, &key)?.prepared())
}

fn written<O: Write>(handle: ClientHandle, key: &str, operation: &O) -> Attempts {
    let mut call = Attempts::new(handle, Written::new(operation));
    // The record may be read as that of another operation.
    (call.decode, call.unique) = (O::WRITE.decode, O::WRITE.unique);
    call.context.has_key = true;
    call.add_name("key", key.trim());
    // At most once, even if a repetition would do no harm.
    if call.context.retry == Retry::Harmless {
        call.context.retry = Retry::Never;
    }
    call
}

async fn start(call: Attempts, key: String) -> Result<Sent<Received>, Error> {
    // Whatever the journal says, it is a call.
    let watched = call.watch();
    let (journal, mut intent) = match begun(&call, &key) {
        Ok(begun) => begun,
        Err(error) => return watched.end(Err(error)),
    };
    let core = Arc::clone(&call.handle.core);
    let later = move |task: WriteFuture<'static, ()>| {
        let task = async move {
            task.await;
            Ok::<(), Error>(())
        };
        drop(core.detached.spawn(core.api, task));
    };
    // Longer than an attempt, and renewed while the call runs.
    let lease = (2 * call.handle.options.attempt_timeout()).clamp(MIN_LEASE, MAX_LEASE);
    intent.kept = intent.kept.filter(|kept| lease < *kept);
    let repeat = match intent.kept {
        Some(_) => Repeat::WithKey,
        None if intent.can_look_up => Repeat::AfterLookUp,
        None => Repeat::Never,
    };
    let id = intent.id;
    let mut request = OnceRequest {
        call,
        deadline: None,
        watched,
        result: None,
        looks: None,
        record_id: None,
    };
    let recorded = call::once(journal, intent, repeat, lease, &mut request, &later).await;
    request.end(id, recorded)
}

fn begun(call: &Attempts, key: &str) -> Result<(Journal, Intent), Error> {
    let Some(journal) = call.handle.core.journal.clone() else {
        let reason = "missing: `once` needs it, so set `ClientBuilder::journal` and `account`";
        return Err(Error::setting(&call.context, "journal", reason));
    };
    Ok((journal, intent(call, key)?))
}

fn intent(call: &Attempts, key: &str) -> Result<Intent, Error> {
    call.valid_request()?;
    let info = call.context.info;
    if call.handle.options.account.is_none() {
        let reason = "missing: keys belong to it, so set `ClientBuilder::account`";
        return Err(Error::setting(&call.context, "account", reason));
    }
    let key = Intent::valid_key(key).map_err(|reason| {
        let field = InvalidField::setting("key", reason);
        Error::invalid_request(&call.context, vec![field])
    })?;
    let scope = call.handle.scope();
    let digest = call.request.digest().map_err(|error| {
        let error = Some(Box::new(error).into());
        Error::new(ErrorKind::InvalidRequest, Outcome::NotSent, &call.context).with_source(error)
    })?;
    let nonce = nonce().map_err(|error| {
        let error = Some(Box::new(error).into());
        Error::new(ErrorKind::Journal, Outcome::NotSent, &call.context).with_source(error)
    })?;
    let mut intent = Intent::new(scope, info.journal_id, key, digest, nonce);
    let names = info.reconcile_by.iter();
    let names = names.filter_map(|name| Some(((*name).to_owned(), call.request.value(name)?.text)));
    intent.names = names.collect();
    if let Some(field) = info.unique_key_field() {
        let value = &call.context.unique_key;
        intent.unique_key.clone_from(value);
        let pair = value.clone().map(|value| (field.to_owned(), value));
        intent
            .names
            .extend(pair.filter(|pair| !intent.names.contains(pair)));
        // Otherwise the server may not recognize a duplicate.
        let unique = call.unique;
        intent.can_look_up = unique.is_some_and(|unique| unique.can_look_up(&call.request));
    }
    if let Retry::IdempotencyKey { kept_hours } = info.retry {
        let key = uuid(intent.own_number());
        let name = call.request.idempotency_key_name().map(str::to_owned);
        intent.names.extend(name.map(|name| (name, key.clone())));
        intent.unique_key = Some(key);
        intent.kept = kept_hours.map(|hours| HOUR * hours);
    }
    Ok(intent)
}

/// The request of a call, and its result.
struct OnceRequest {
    call: Attempts,
    /// Of all requests and look-ups of the call, from the first one.
    deadline: Option<Instant>,
    watched: Watched,
    result: Option<Result<Received, Error>>,
    /// When the record is looked up after the error of the send.
    looks: Option<Vec<Instant>>,
    /// As the response of this call has shown it: the journal may not have it yet.
    record_id: Option<String>,
}

impl JournaledWrite for OnceRequest {
    fn send(&mut self, lease: Arc<Lease>) -> WriteFuture<'_, Ended> {
        // What may be a repetition has the key of the entry.
        let key = lease.unique_key();
        if let (Some(key), Retry::IdempotencyKey { .. }) = (key, self.call.context.info.retry) {
            self.call.set_idempotency_key(key);
        }
        self.call.lease = Some(lease);
        Box::pin(async move {
            let deadline = self.deadline();
            let result = self.send_request(deadline).await;
            let (mut may_be_duplicate, mut may_repeat) = (false, false);
            if let (Err(error), Some(unique)) = (&result, self.call.unique) {
                self.looks = looks(&self.call, error, deadline);
                may_be_duplicate = was_answered(error)
                    && lookup::may_be_duplicate(error, unique.info.duplicate_statuses);
                may_repeat = !was_answered(error)
                    && error.outcome() == Outcome::Unknown
                    && self.looks.is_some();
            }
            let end = self.end_of_sent(&result);
            self.record_id = record_id(&end);
            self.result = Some(result);
            Ended {
                end,
                may_be_duplicate,
                may_repeat,
            }
        })
    }

    fn is_unsent(&self) -> bool {
        self.watched.is_unsent()
    }

    fn look_up(&mut self) -> WriteFuture<'_, Found> {
        Box::pin(async move {
            let Some(unique) = self.call.unique else {
                return Found::Impossible;
            };
            let deadline = self.deadline();
            let looks = match &self.result {
                Some(_) => self.looks.take(),
                None => Some(vec![Instant::now()]),
            };
            let Some(looks) = looks else {
                return Found::Failed;
            };
            match unique.look_up(&self.call, looks, deadline).await {
                LookedUp::Found(received) => {
                    let end = self.end_of_found(unique, &received);
                    self.record_id = record_id(&end);
                    self.result = Some(match received.differences.is_empty() {
                        true => Ok(*received),
                        // It may be another record.
                        false => Err(self.error_so_far().into_duplicate(received.differences)),
                    });
                    Found::Record(end)
                }
                LookedUp::Absent(absent) => {
                    let result = self.result.take();
                    self.result = result.map(|result| match absent {
                        Some(absent) => result.map_err(|error| error.with_lookup_error(absent)),
                        None => result,
                    });
                    Found::Absent
                }
                LookedUp::Failed(failed) => {
                    self.result = Some(Err(self.error_so_far().with_lookup_error(failed)));
                    Found::Failed
                }
            }
        })
    }
}

impl OnceRequest {
    /// Sends the request with what retries its description allows, and compares the record in the response.
    async fn send_request(&mut self, deadline: Instant) -> Result<Received, Error> {
        // The second send of this call, after a look-up that has not found the record.
        let mut earlier = match self.result.take() {
            Some(Err(mut error)) => {
                // The last look-up came when the first send could no longer be on its way.
                if deadline <= Instant::now() || !self.call.may_resend(&mut error) {
                    return Err(error);
                }
                Some(error.with_body_cut())
            }
            _ => None,
        };
        let watched = &mut self.watched;
        let span = self.call.span.clone();
        let attempts = self.call.run(watched, deadline, &mut earlier);
        let received = span.within(attempts).await?;
        let differences = match self.call.unique {
            Some(unique) => unique.differences(&self.call, &received.response),
            None => Ok(Vec::new()),
        };
        match differences {
            Ok(differences) => {
                watched.pass_attempt();
                Ok(Received {
                    differences,
                    ..received
                })
            }
            // It contradicts itself: the outcome is unknown.
            Err(unproven) => {
                let error = Error::new(ErrorKind::Decode, Outcome::Unknown, &received.context)
                    .with_detail(unproven.to_string())
                    .with_hidden_response(
                        received.response,
                        self.call.handle.authorization.redactor(),
                    )
                    .chained_after(received.attempts, self.call.context.retry, earlier.take());
                watched.fail_attempt(&error, None);
                Err(error)
            }
        }
    }

    fn deadline(&mut self) -> Instant {
        let options = &self.call.handle.options;
        *self.deadline.get_or_insert_with(|| options.deadline())
    }

    /// The error of this call's send, or that of an earlier call whose outcome is unknown.
    fn error_so_far(&mut self) -> Error {
        match self.result.take() {
            Some(Err(error)) => error,
            _ => Error::new(ErrorKind::Unresolved, Outcome::Unknown, &self.call.context),
        }
    }

    /// What an entry keeps of a record that was looked up.
    fn end_of_found(&self, unique: &UniqueWrite, received: &Received) -> End {
        let mut end = found(unique.lookup_info, self.call.context.info, received);
        end.differences = pointers(received);
        if !end.differences.is_empty() {
            end.outcome = Outcome::Unknown;
        }
        end
    }

    /// What an entry keeps of a send.
    fn end_of_sent(&self, result: &Result<Received, Error>) -> End {
        match result {
            Ok(received) => {
                let mut end = End::new(Outcome::Done, Evidence::Sent);
                end.status = Some(received.response.status().as_u16());
                end.ids = ids(self.call.context.info, &received.response);
                end.differences = pointers(received);
                end
            }
            Err(error) => {
                let mut end = End::new(error.outcome(), Evidence::Sent);
                end.status = error.status().map(|status| status.as_u16());
                end.error = Some(format!("{:?}", error.kind()));
                // It took effect, and its record has an id, even if another value cannot be read.
                if let (Outcome::Done, Some(response)) = (end.outcome, error.response()) {
                    end.ids = ids(self.call.context.info, response);
                }
                end
            }
        }
    }

    /// What the caller and the hooks are told: each outcome is that of the journal.
    fn end(self, id: EntryId, recorded: Recorded) -> Result<Sent<Received>, Error> {
        let Self {
            call,
            mut watched,
            result,
            record_id,
            ..
        } = self;
        watched.set_recorded(recorded.is_late, recorded.unrecorded.is_some());
        watched.end(ended(&call, result, record_id, id, recorded))
    }
}

/// The end of a call whose own send or look-up had this result.
fn ended(
    call: &Attempts,
    result: Option<Result<Received, Error>>,
    record_id: Option<String>,
    id: EntryId,
    recorded: Recorded,
) -> Result<Sent<Received>, Error> {
    let Recorded {
        told,
        entry,
        is_for_people,
        unrecorded,
        lease_ends,
        ..
    } = recorded;
    let of_entry = || entry.as_ref()?.record_id().map(str::to_owned);
    let record_id = record_id.or_else(of_entry);
    let needs_person = entry.as_ref().is_some_and(|entry| entry.needs_person);
    let outcome = told.outcome();
    let found_out_by = match is_for_people {
        true => Retry::Never,
        false => call.context.retry,
    };
    let error = match (told, result) {
        (Told::Now(Outcome::Done), Some(Ok(mut received))) => {
            let differences = take(&mut received.differences);
            return Ok(Sent {
                known: received.known,
                needs_person: needs_person || !differences.is_empty(),
                differences,
                record: Some(received),
                entry: id,
                unrecorded,
                record_id,
            });
        }
        (Told::Earlier, _) => {
            return Ok(Sent {
                known: Known::Earlier,
                needs_person,
                differences: Vec::new(),
                record: None,
                entry: id,
                unrecorded,
                record_id,
            });
        }
        // What this call sent explains what is known of the key, unless others have sent, too.
        (Told::Now(_), Some(Err(error))) if explains(error.outcome(), outcome) => error,
        _ => Error::new(kind(told), outcome, &call.context),
    };
    let error = match outcome {
        Outcome::Unknown => error.unknown(found_out_by),
        _ => error,
    };
    let left = |end: Instant| end.saturating_duration_since(Instant::now());
    let lease_left = lease_ends.filter(|_| told == Told::InFlight).map(left);
    Err(error
        .with_lease_left(lease_left)
        .with_entry(entry, unrecorded))
}

/// The first id of a record that took effect.
fn record_id(end: &End) -> Option<String> {
    let ids = match end.outcome {
        Outcome::Done => end.ids.first(),
        _ => None,
    };
    ids.map(|(_, id)| id.clone())
}

/// The places of the values that differ.
fn pointers(received: &Received) -> Vec<String> {
    let differences = received.differences.iter();
    differences.map(|one| one.pointer.clone()).collect()
}

/// Whether the outcome of a call's own request is that of its key, or leaves it open.
fn explains(own: Outcome, of_key: Outcome) -> bool {
    let has_no_effect = |outcome| matches!(outcome, Outcome::NotSent | Outcome::Rejected);
    of_key == Outcome::Unknown || own == of_key || has_no_effect(own) && has_no_effect(of_key)
}

fn kind(told: Told) -> ErrorKind {
    match told {
        Told::InFlight => ErrorKind::InFlight,
        Told::KeyReused(_) => ErrorKind::KeyReused,
        Told::Now(Outcome::Rejected) => ErrorKind::BadRequest,
        Told::JournalFailed | Told::Now(Outcome::NotSent) => ErrorKind::Journal,
        Told::Restored => ErrorKind::Restored,
        _ => ErrorKind::Unresolved,
    }
}
