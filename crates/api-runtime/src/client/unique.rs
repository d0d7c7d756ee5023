//! A create that takes effect at most once, by its unique key: after an unknown outcome or a rejection
//! that may be that of a duplicate, the record is looked up before anything is sent again.

use std::sync::Arc;
use std::time::Duration;

use api_journal::Outcome;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::attempt::backoff::retry_delay;
use crate::attempt::call::Attempts;
use crate::attempt::handle::ClientHandle;
use crate::attempt::known::Known;
use crate::attempt::received::Received;
use crate::body::raw_response::RawResponse;
use crate::body::scalar::is_same_text;
use crate::body::sent_body::SentBody;
use crate::client::created::Created;
use crate::client::sending::Sending;
use crate::error::kind::ErrorKind;
use crate::error::{Error, ErrorContext};
use crate::future::BoxFuture;
use crate::info::found_record::FoundRecord;
use crate::info::operation_info::{OperationInfo, Retry};
use crate::observe::watched::Watched;
use crate::operation::erased::{Written, decode};
use crate::operation::unique_key::UniqueKey;
use crate::operation::unique_write::{Record, UniqueWrite};
use crate::response::compare::{Compared, Unproven, compare};

/// After a rejection, the record is looked up at once and again after this delay: what a server has
/// written may be read a little later.
const SECOND_LOOK: Duration = Duration::from_secs(5);

/// The result of a look-up.
#[allow(clippy::large_enum_variant, reason = "made once a look-up")]
pub(crate) enum LookedUp {
    Found(Box<Received>),
    /// There is no record, as far as a look-up shows it.
    Absent(Option<Error>),
    /// Whether there is a record is unknown.
    Failed(Error),
}

/// The future of a create. The request is written at once.
pub(crate) fn create<O: UniqueKey>(
    handle: ClientHandle,
    operation: &O,
) -> Sending<Created<Record<O>>> {
    let written = Written::decoded_by(operation, decode::<O::Lookup>);
    let call = Attempts::new(handle, written);
    let (core, context) = (Arc::clone(&call.handle.core), call.context.clone());
    let received = receive(call, const { &UniqueWrite::new::<O>() });
    Sending::new(&core, context, received, Created::new)
}

fn receive(mut call: Attempts, unique: &'static UniqueWrite) -> BoxFuture<Result<Received, Error>> {
    Box::pin(async move {
        if !unique.can_look_up(&call.handle) {
            let reason = "missing: this API reads records by their ids only, so set \
                          `ClientBuilder::finder`";
            return Err(Error::setting(&call.context, "finder", reason));
        }
        let mut watched = call.watch();
        let result = unique.create(&mut call, &mut watched).await;
        // The same call looks the record up again.
        let result = result.map_err(|error| match error.outcome() {
            Outcome::Unknown => error.unknown(unique.info.retry),
            _ => error,
        });
        watched.end(result)
    })
}

impl UniqueWrite {
    /// Whether a look-up finds the record: by its key, or by the id that the client's finder knows.
    pub(crate) fn can_look_up(&self, handle: &ClientHandle) -> bool {
        !self.found.is_by_id || handle.core.finder.is_some()
    }

    /// Sends the request, with what retries its description allows.
    pub(crate) async fn send_once(
        &self,
        call: &mut Attempts,
        watched: &mut Watched,
        deadline: Instant,
        earlier: &mut Option<Error>,
    ) -> Result<Received, Error> {
        let (body, key) = (call.body()?, call.context.unique_key.clone());
        let sent = key.as_deref().and_then(|key| key.in_body(&body));
        self.send(call, watched, sent.as_ref(), deadline, earlier)
            .await
    }

    /// Looks the record up at these times. The last look decides, unless one finds it.
    pub(crate) async fn look_at(
        &self,
        call: &Attempts,
        looks: Vec<Instant>,
        deadline: Instant,
    ) -> LookedUp {
        let body = match call.body() {
            Ok(body) => body,
            Err(error) => return LookedUp::Failed(error),
        };
        let key = call.context.unique_key.clone();
        match key.as_deref().and_then(|key| key.in_body(&body)) {
            Some(sent) => self.look_up(call, &sent, looks, deadline).await,
            None => LookedUp::Absent(None),
        }
    }

    /// Sends the request, looks the record up if its outcome is unknown, and sends it once more if
    /// there is no record and the first request is over.
    async fn create(&self, call: &mut Attempts, watched: &mut Watched) -> Result<Received, Error> {
        let deadline = call.handle.timeouts().overall_deadline();
        let (body, key) = (call.body()?, call.context.unique_key.clone());
        let sent = key.as_deref().and_then(|key| key.in_body(&body));
        let sent = sent.as_ref();
        let result = self.send(call, watched, sent, deadline, &mut None).await;
        let (mut error, sent) = match (result, sent) {
            (Err(error), Some(sent)) => (error, sent),
            (result, _) => return result,
        };
        let is_first_rejection =
            was_answered(&error) && may_be_duplicate(&error, self.info.duplicate_statuses);
        if is_first_rejection {
            // The record may have been created by an earlier call, until a look-up proves otherwise.
            error.set_outcome(Outcome::Unknown);
            watched.set_outcome(Outcome::Unknown);
        }
        let mut is_resent = false;
        loop {
            let Some(looks) = looks(call, &error, deadline) else {
                return Err(error);
            };
            let absent = match self.look_up(call, sent, looks, deadline).await {
                LookedUp::Found(received) => return Ok(*received),
                LookedUp::Failed(failed) => return Err(error.with_lookup_error(failed)),
                LookedUp::Absent(absent) => absent,
            };
            let is_over = Instant::now() >= call.ends_at && Instant::now() < deadline;
            if was_answered(&error) || is_resent || !is_over || !call.may_resend(&mut error) {
                let is_other_reason = is_first_rejection && error.kind() != ErrorKind::Duplicate;
                if is_other_reason && !self.found.is_by_id && absent.is_some() {
                    error.set_outcome(Outcome::Rejected);
                }
                return Err(match absent {
                    Some(absent) => error.with_lookup_error(absent),
                    None => error,
                });
            }
            is_resent = true;
            let mut earlier = Some(error.with_body_cut());
            let resent = self.send(call, watched, Some(sent), deadline, &mut earlier);
            error = match resent.await {
                Ok(received) => return Ok(received),
                Err(error) => error,
            };
        }
    }

    /// Sends the request, and compares the record of its response with it.
    async fn send(
        &self,
        call: &mut Attempts,
        watched: &mut Watched,
        sent: Option<&SentBody<'_>>,
        deadline: Instant,
        earlier: &mut Option<Error>,
    ) -> Result<Received, Error> {
        let span = call.span.clone();
        let received = span.within(call.run(watched, deadline, earlier)).await?;
        let compared = match sent {
            Some(sent) if is_in_response(self.info, self.found) => {
                self.compare(call, sent, &received.response)
            }
            _ => return Ok(received),
        };
        match compared {
            Ok(Compared { differences, .. }) => Ok(Received {
                differences,
                ..received
            }),
            Err(Unproven::NoRecord) => Ok(received),
            // It contradicts itself: the outcome is unknown.
            Err(unproven) => {
                let (kind, observed) = (ErrorKind::Decode, Outcome::Unknown);
                let error = Error::new(kind, observed, &received.context)
                    .with_detail(unproven.to_string())
                    .with_hidden_response(received.response)
                    .chained_after(received.attempts, self.info.retry, earlier.take());
                watched.fail_attempt(&error, None);
                Err(error)
            }
        }
    }

    /// Looks the record up at these times. The last look decides, unless one finds it.
    async fn look_up(
        &self,
        call: &Attempts,
        sent: &SentBody<'_>,
        looks: Vec<Instant>,
        deadline: Instant,
    ) -> LookedUp {
        let mut looked_up = LookedUp::Absent(None);
        for at in looks {
            if at >= deadline {
                break;
            }
            sleep_until(at).await;
            looked_up = self.look(call, sent, deadline).await;
            if matches!(looked_up, LookedUp::Found(_)) {
                break;
            }
        }
        looked_up
    }

    /// The call that looks up the record with this key, unless its id is unknown.
    pub(crate) async fn lookup(
        &self,
        handle: &ClientHandle,
        context: &ErrorContext,
        key: String,
        deadline: Instant,
    ) -> Result<Option<Attempts>, Error> {
        let failed = || Error::new(ErrorKind::Finder, Outcome::NotSent, context);
        let id = match (&handle.core.finder, handle.account()) {
            _ if !self.found.is_by_id => Some(key),
            (Some(finder), Some(account)) => {
                match timeout_at(deadline, finder.find(account.clone(), key)).await {
                    Ok(id) => id.map_err(|source| failed().with_source(Some(source)))?,
                    Err(_) => {
                        return Err(
                            failed().with_detail("it did not end within the timeout of the call")
                        );
                    }
                }
            }
            _ => None,
        };
        let Some(id) = id else {
            return Ok(None);
        };
        // Not an absent record: the write would be sent again.
        let written = (self.lookup)(id.clone())
            .ok_or_else(|| failed().with_detail(format!("`{id}` can be no id of the record")))?;
        Ok(Some(Attempts::new(handle.clone(), written)))
    }

    async fn look(&self, call: &Attempts, sent: &SentBody<'_>, deadline: Instant) -> LookedUp {
        let key = key_of(call).to_owned();
        let lookup = match self
            .lookup(&call.handle, &call.context, key, deadline)
            .await
        {
            Ok(Some(lookup)) => lookup,
            Ok(None) => return LookedUp::Absent(None),
            Err(error) => return LookedUp::Failed(error),
        };
        match lookup.receive(Some(deadline)).await {
            Ok(found) => match self.recovered(call, sent, found) {
                Ok(received) => LookedUp::Found(Box::new(received)),
                Err(unproven) => LookedUp::Failed(unproven),
            },
            // A finder that names an id proves that there is a record.
            Err(error) if is_absent(&error) && !self.found.is_by_id => {
                LookedUp::Absent(Some(error))
            }
            Err(error) => LookedUp::Failed(error),
        }
    }

    /// Compares the record in a response with the body that was sent.
    fn compare(
        &self,
        call: &Attempts,
        sent: &SentBody<'_>,
        response: &RawResponse,
    ) -> Result<Compared, Unproven> {
        let redactor = call.handle.authorization.redactor();
        let text = response.text().unwrap_or_default();
        compare(sent, text, self.found, redactor)
    }

    /// Compares a record that was looked up with the body that was sent.
    fn recovered(
        &self,
        call: &Attempts,
        sent: &SentBody<'_>,
        found: Received,
    ) -> Result<Received, Error> {
        let compared = self
            .compare(call, sent, &found.response)
            .and_then(|compared| {
                let read = (self.unique_key)(&found.value);
                // A number is not read as a string, but is in the text.
                let is_ours =
                    read.map_or(compared.has_key, |read| is_same_text(key_of(call), read));
                match (is_ours, compared.has_values) {
                    (false, _) if read.is_none() => Err(Unproven::NoUniqueKey),
                    (false, _) => Err(Unproven::OtherUniqueKey),
                    (true, false) => Err(Unproven::OnlyUniqueKey),
                    (true, true) => Ok(compared.differences),
                }
            });
        match compared {
            Ok(differences) => Ok(Received {
                known: Known::Recovered,
                differences,
                ..found
            }),
            Err(unproven) => Err(
                Error::new(ErrorKind::Mismatch, Outcome::Done, &found.context)
                    .with_status(found.response.status())
                    .with_detail(unproven.to_string())
                    .in_attempt(found.attempts),
            ),
        }
    }
}

/// When the record is looked up after this error, if a look-up can settle the outcome.
///
/// After a rejection at once, and a little later. Otherwise after a backoff, since the server may be in
/// trouble, and when the request can no longer be on its way.
pub(crate) fn looks(call: &Attempts, error: &Error, deadline: Instant) -> Option<Vec<Instant>> {
    if error.outcome() != Outcome::Unknown || error.own_outcome() == Outcome::NotSent {
        return None;
    }
    let was_answered = was_answered(error);
    if was_answered && is_before_validation(error.kind()) {
        return None;
    }
    look_times(call, error, deadline)
}

/// When the record is looked up after this error, as far as the deadline allows it.
pub(crate) fn look_times(
    call: &Attempts,
    error: &Error,
    deadline: Instant,
) -> Option<Vec<Instant>> {
    let was_answered = was_answered(error);
    let now = Instant::now();
    let backoff = match was_answered && error.retry_after().is_none() {
        true => Duration::ZERO,
        false => retry_delay(
            &call.policy(),
            error.attempts(),
            error.retry_after(),
            deadline.saturating_duration_since(now),
        )?,
    };
    let first = now + backoff;
    Some(match was_answered {
        true => vec![first, first + SECOND_LOOK],
        false if call.ends_at <= first => vec![first],
        false => vec![first, call.ends_at],
    })
}

/// Whether the response of the create repeats the unique key where the one of the look-up has it: then
/// both have the record there.
fn is_in_response(info: &OperationInfo, place: &FoundRecord) -> bool {
    let Retry::UniqueKey(field) = info.retry else {
        return false;
    };
    let keys = place.path.iter().copied().chain([place.name_of(field)]);
    let pointer: String = keys.flat_map(|key| ["/", key]).collect();
    let mut echoes = info.echoes.iter();
    echoes.any(|echo| echo.request_field == field && echo.field_of(true).0 == pointer)
}

/// Whether the server rejected the request.
pub(crate) fn was_answered(error: &Error) -> bool {
    error.own_outcome() == Outcome::Rejected || error.kind() == ErrorKind::Duplicate
}

/// The unique key that was sent.
fn key_of(call: &Attempts) -> &str {
    let unique_key = call.context.unique_key.as_deref();
    let value = unique_key.and_then(|unique_key| unique_key.value.as_deref());
    value.unwrap_or_default()
}

/// Whether a rejection may be that of a duplicate, as far as its status shows, so that the record is
/// looked up. The messages may not show it: a server that stops at the first invalid field names another
/// one.
///
/// Missing credentials and the rate limit have other causes, and would reject a look-up as well.
pub(crate) fn may_be_duplicate(error: &Error, duplicate_statuses: &[u16]) -> bool {
    if is_before_validation(error.kind()) {
        return false;
    }
    let status = error.status().map(|status| status.as_u16());
    error.kind() == ErrorKind::Duplicate
        || duplicate_statuses.is_empty()
        || status.is_some_and(|status| duplicate_statuses.contains(&status))
}

/// Whether a look-up by the unique key proves that there is no record. A page of a gateway does not.
pub(crate) fn is_absent(lookup_error: &Error) -> bool {
    let is_page = |response: &RawResponse| {
        response.is_json_by_header() == Some(false) && !response.body().is_empty()
    };
    lookup_error.kind() == ErrorKind::NotFound && !lookup_error.response().is_some_and(is_page)
}

/// Whether a rejection is not about the content of the request.
fn is_before_validation(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::Unauthorized | ErrorKind::Forbidden | ErrorKind::RateLimited
    )
}
