//! Looks up the record of a create by its unique key: for a call under a key, which compares the record with
//! what it has sent, and for the worker of a journal, which does not know the request.

use std::time::Duration;

use api_journal::rules::Found;
use api_journal::{BoxFuture, Entry, Outcome, Recover, Scope, record_named};
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::attempt::backoff::retry_delay;
use crate::attempt::call::Attempts;
use crate::attempt::handle::ClientHandle;
use crate::attempt::known::Known;
use crate::attempt::received::Received;
use crate::body::raw_response::RawResponse;
use crate::body::scalar::is_same_text;
use crate::body::sent_body::SentBody;
use crate::client::Client;
use crate::client::found::found;
use crate::error::difference::Difference;
use crate::error::kind::ErrorKind;
use crate::error::{Error, ErrorContext};
use crate::info::found_record::FoundRecord;
use crate::info::operation_info::{OperationInfo, Retry};
use crate::operation::Operation;
use crate::operation::api::Api;
use crate::operation::unique_write::UniqueWrite;
use crate::request::Request;
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

/// A worker looks up what this client has sent, or another one of the same scope. It sends no write.
impl<A: Api, C: 'static> Recover for Client<A, C> {
    fn scope(&self) -> Scope {
        self.handle.scope()
    }

    fn look_up<'a>(&'a self, entry: &'a Entry) -> BoxFuture<'a, Found> {
        Box::pin(async move {
            let handle = &self.handle;
            let mut writes = A::UNIQUE.iter().filter_map(|write| write.unique);
            let write = writes.find(|write| write.info.journal_id == entry.operation);
            let (Some(write), Some(key)) = (write, &entry.details.unique_key) else {
                return Found::Impossible;
            };
            let context = ErrorContext::new(handle.core.api, write.info);
            let deadline = handle.options.deadline();
            match write.read(handle, &context, key, deadline).await {
                LookedUp::Found(received) if write.has_unique_key(&received, key) == Some(true) => {
                    Found::Record(found(write.lookup_info, write.info, &received))
                }
                LookedUp::Absent(_) => Found::Absent,
                // An id of another record, or a record without its key: no proof.
                LookedUp::Found(_) | LookedUp::Failed(_) => Found::Failed,
            }
        })
    }
}

/// Whether the write with this `journal_id` is a create whose record `R` looks up.
pub fn is_created_by<R: Operation>(journal_id: &str) -> bool {
    let mut creates = R::Api::UNIQUE.iter().filter_map(|write| write.unique);
    creates.any(|create| {
        create.info.journal_id == journal_id && create.lookup_info.name == R::INFO.name
    })
}

impl UniqueWrite {
    /// Whether a look-up can find the record: by its key, if the server recognizes a duplicate by it, or by the
    /// id that a callback is going to name.
    pub(crate) fn can_look_up(&self, request: &Request) -> bool {
        let url = self.found.callback_url;
        let is_named = url.is_some_and(|url| request.value(url).is_some());
        request.sent_body().is_some() && (!self.found.is_by_id || is_named)
    }

    /// Looks the record up at these times, and compares it. The last look decides, unless one finds it. A
    /// record is absent only if there was time for all of them.
    pub(crate) async fn look_up(
        &self,
        call: &Attempts,
        looks: Vec<Instant>,
        deadline: Instant,
    ) -> LookedUp {
        let mut looked_up = LookedUp::Absent(None);
        let Some(sent) = call.request.sent_body() else {
            return looked_up;
        };
        for at in looks {
            if at >= deadline {
                let error = Error::new(ErrorKind::Timeout, Outcome::NotSent, &call.context);
                return LookedUp::Failed(error.with_detail("no time is left for another look-up"));
            }
            sleep_until(at).await;
            looked_up = match self
                .read(&call.handle, &call.context, &sent.unique_key, deadline)
                .await
            {
                LookedUp::Found(found) => self.recovered(call, &sent, *found),
                other => other,
            };
            if matches!(looked_up, LookedUp::Found(_)) {
                break;
            }
        }
        looked_up
    }

    /// Reads the record with this key, or with the id that a callback has named. Nothing is compared.
    async fn read(
        &self,
        handle: &ClientHandle,
        context: &ErrorContext,
        key: &str,
        deadline: Instant,
    ) -> LookedUp {
        let id = match self.found.is_by_id {
            true => named_id(handle, context, key, deadline).await,
            false => Ok(Some(key.to_owned())),
        };
        let id = match id {
            Ok(Some(id)) => id,
            Ok(None) => return LookedUp::Absent(None),
            Err(error) => return LookedUp::Failed(error),
        };
        let Some(written) = (self.lookup)(id.clone()) else {
            // Not an absent record: the write would be sent again.
            let error = Error::new(ErrorKind::Journal, Outcome::NotSent, context);
            return LookedUp::Failed(
                error.with_detail(format!("`{id}` can be no id of the record")),
            );
        };
        let lookup = Attempts::new(handle.clone(), written);
        match lookup.receive(Some(deadline)).await {
            Ok(received) => LookedUp::Found(Box::new(received)),
            // An id that a callback has named proves that there is a record.
            Err(error) if is_absent(&error) && !self.found.is_by_id => {
                LookedUp::Absent(Some(error))
            }
            Err(error) => LookedUp::Failed(error),
        }
    }

    /// Whether a record that was read has this key. `None`: its type does not show one.
    fn has_unique_key(&self, received: &Received, key: &str) -> Option<bool> {
        let read = (self.unique_key)(&received.value)?;
        Some(is_same_text(key, read))
    }

    /// Compares a record that was looked up with the body that was sent.
    fn recovered(&self, call: &Attempts, sent: &SentBody<'_>, found: Received) -> LookedUp {
        let compared = self.compare(call, sent, &found.response);
        let compared = compared.and_then(|compared| {
            let read = self.has_unique_key(&found, &sent.unique_key);
            // A number is not read as a string, but is in the text.
            match (read.unwrap_or(compared.has_key), compared.has_values) {
                (false, _) if read.is_none() => Err(Unproven::NoUniqueKey),
                (false, _) => Err(Unproven::OtherUniqueKey),
                (true, false) => Err(Unproven::OnlyUniqueKey),
                (true, true) => Ok(compared.differences),
            }
        });
        match compared {
            Ok(differences) => LookedUp::Found(Box::new(Received {
                known: Known::Recovered,
                differences,
                ..found
            })),
            Err(unproven) => LookedUp::Failed(
                Error::new(ErrorKind::Mismatch, Outcome::Done, &found.context)
                    .with_status(found.response.status())
                    .with_detail(unproven.to_string())
                    .in_attempt(found.attempts),
            ),
        }
    }

    /// How the record in the response of the create differs from what was sent, if it is there.
    pub(crate) fn differences(
        &self,
        call: &Attempts,
        response: &RawResponse,
    ) -> Result<Vec<Difference>, Unproven> {
        let sent = call.request.sent_body();
        let Some(sent) = sent.filter(|_| is_in_response(self.info, self.found)) else {
            return Ok(Vec::new());
        };
        match self.compare(call, &sent, response) {
            Ok(compared) => Ok(compared.differences),
            Err(Unproven::NoRecord) => Ok(Vec::new()),
            Err(unproven) => Err(unproven),
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
}

/// The id of the account's record with this key, if a callback has named it.
async fn named_id(
    handle: &ClientHandle,
    context: &ErrorContext,
    key: &str,
    deadline: Instant,
) -> Result<Option<String>, Error> {
    let Some(journal) = &handle.core.journal else {
        return Ok(None);
    };
    let scope = handle.scope().to_text();
    let named = record_named(journal.store(), &scope, key);
    let failed = || Error::new(ErrorKind::Journal, Outcome::NotSent, context);
    match timeout_at(deadline, named).await {
        Ok(id) => id.map_err(|error| failed().with_source(Some(Box::new(error)))),
        Err(_) => Err(failed().with_detail("no answer within the timeout of the call")),
    }
}

/// When the record is looked up after this error, if the time of the call allows it.
///
/// After a rejection at once, and a little later. Otherwise after a backoff, since the server may be in
/// trouble, and when the request can no longer be on its way.
pub(crate) fn looks(call: &Attempts, error: &Error, deadline: Instant) -> Option<Vec<Instant>> {
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
fn is_absent(lookup_error: &Error) -> bool {
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
