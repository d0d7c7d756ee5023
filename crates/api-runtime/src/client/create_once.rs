//! A create that takes effect at most once: it is resent once after an unknown outcome, and looked
//! up by its unique key, also after a rejection that may be that of a duplicate.

use std::fmt;
use std::future::Future;
use std::time::Duration;

use http::StatusCode;
use tokio::time::{Instant, sleep, timeout_at};

use crate::client::compare::Unproven;
use crate::client::comparing::{Comparing, place_in_response};
use crate::client::difference::Difference;
use crate::client::handle::ClientHandle;
use crate::client::lookup::{Found, look_up};
use crate::client::scalar::is_same_text;
use crate::error::outcome::{Observed, outcome};
use crate::request::sent_body::SentBody;
use crate::response::decode::{CollectMismatches, ReceivedResponse};
use crate::retry::backoff::retry_delay;
use crate::retry::call::{Call, start};
use crate::retry::policy::Resend;
use crate::transport::BoxFuture;
use crate::{Error, ErrorKind, Operation, Outcome, RawResponse, RequestOptions, UniqueKey};

/// How a create that was sent with [`create_once`](crate::Client::create_once) succeeded.
///
/// `Debug` shows neither the response nor the record, but the differences.
#[derive(Clone, PartialEq)]
pub enum Created<T, R> {
    /// The server confirmed the last attempt. An earlier attempt had no effect, and will have none
    /// even if it reaches the server later, because its unique key is in use.
    Confirmed(T),
    /// The same, and the response shows other values than were sent.
    ///
    /// Values that a server normalized are the same: in another case, with other white space, in
    /// another notation of a number or a time, or items in another order. So are values that the
    /// record does not show, and blank texts that it shows as missing. The unique key is not
    /// normalized: a key in another form may be that of another record.
    ///
    /// The server changed them, or returned a record that had the unique key before.
    Changed {
        /// The response.
        response: T,
        /// The differences of its record from the request, at least one.
        differences: Vec<Difference>,
    },
    /// An earlier request took effect, although its response was lost: an earlier attempt, or a
    /// request of an earlier call, which may be that of a process that ended before the response.
    ///
    /// The record that was looked up has the unique key that was sent. No other value that was sent
    /// and that the record shows is another one.
    Recovered(R),
    /// The record that was looked up has the unique key that was sent, and other values, by the
    /// same comparison as that of [`Changed`](Self::Changed).
    ///
    /// Either the key was used for another record before, and nothing was created; or the server
    /// changed the values that were sent, or somebody did since. Another amount is a reason to have
    /// a person look at it.
    Differs {
        /// The record.
        record: R,
        /// Its differences from the request, at least one.
        differences: Vec<Difference>,
    },
}

impl<T, R> fmt::Debug for Created<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Confirmed(_) => f.write_str("Confirmed"),
            Self::Changed { differences, .. } => f
                .debug_struct("Changed")
                .field("differences", differences)
                .finish_non_exhaustive(),
            Self::Recovered(_) => f.write_str("Recovered"),
            Self::Differs { differences, .. } => f
                .debug_struct("Differs")
                .field("differences", differences)
                .finish_non_exhaustive(),
        }
    }
}

/// The result of `create_once` for the operation `O`.
pub(crate) type CreatedBy<O> =
    Created<<O as Operation>::Output, <<O as UniqueKey>::Lookup as Operation>::Output>;

/// How the record is found.
pub(crate) struct Finder<F> {
    /// Returns the operation that reads the record with a unique key.
    pub(crate) find: F,
    /// Whether that operation identifies the record by the unique key itself, so that "not found"
    /// proves that there is none.
    pub(crate) is_by_key: bool,
}

/// Writes the request at once, and returns the future that sends it.
pub(crate) fn create_once<O, F, W>(
    handle: ClientHandle,
    operation: &O,
    finder: Finder<F>,
) -> BoxFuture<Result<CreatedBy<O>, Error>>
where
    O: UniqueKey,
    F: FnOnce(String) -> W + Send + 'static,
    W: Future<Output = Option<O::Lookup>> + Send + 'static,
{
    let mut call = match Call::new(handle, operation, CollectMismatches::IfConfigured) {
        Ok(call) => call,
        Err(error) => return Box::pin(async move { Err(error) }),
    };
    let observation = call.observation.clone();
    let observed = observation.clone();
    let created = async move {
        let deadline = call.handle.timeouts().overall_deadline();
        let body = call.body();
        let unique_key_value = call.context.unique_key.clone();
        let sent = unique_key_value
            .as_deref()
            .and_then(|unique_key| unique_key.in_body(&body));
        let resend = match sent {
            Some(_) => Resend::OnceIfUnknown,
            None => Resend::Never,
        };
        let mut confirm = Comparing {
            handle: call.handle.clone(),
            place: place_in_response::<O>(),
        };
        let (span, request_body) = (call.span.clone(), body.clone());
        let attempts = span.follow(async move {
            let unique_key_value = call.context.unique_key.clone();
            let sent = unique_key_value
                .as_deref()
                .and_then(|unique_key| unique_key.in_body(&request_body));
            let decode = &mut |received: ReceivedResponse| {
                let (response, context) = (received.response.raw(), received.context().clone());
                confirm.handle.authorization = received.authorization();
                let value = received.decode(O::read_response)?.value;
                let differences = confirm.differences(sent.as_ref(), &response, &context)?;
                Ok((value, differences))
            };
            let ended = call.run(deadline, resend, decode).await;
            (ended, call.handle)
        });
        let (mut error, reserved, handle) = match attempts.await {
            (Ok((value, differences)), _) if differences.is_empty() => {
                return Ok(Created::Confirmed(value));
            }
            (Ok((response, differences)), _) => {
                return Ok(Created::Changed {
                    response,
                    differences,
                });
            }
            (Err((error, reserved)), handle) => (error, reserved, handle),
        };
        let Some(sent) = sent else {
            return Err(error);
        };
        let is_first_rejection =
            error.outcome() == Outcome::Rejected && may_be_duplicate(&error, O::DUPLICATE_STATUSES);
        if is_first_rejection {
            // The record may have been created by an earlier call, until a lookup proves otherwise.
            error.set_outcome(Outcome::Unknown);
            observed.set_outcome(Outcome::Unknown);
        }
        let Some((unique_key, delay)) = lookup_plan(&error, deadline, &handle) else {
            return Err(error);
        };
        let Some(retry) = reserved.or_else(|| handle.budget().reserve()) else {
            error.set_retry_budget_exhausted();
            return Err(error);
        };
        sleep(delay).await;
        let Ok(Some(lookup)) = timeout_at(deadline, (finder.find)(unique_key.clone())).await else {
            return Err(error);
        };
        retry.spend();
        let time_left = deadline.saturating_duration_since(Instant::now());
        let handle = handle.with_options(RequestOptions::new().overall_timeout(time_left));
        let received = start(&handle, &lookup, CollectMismatches::IfConfigured);
        let found = match look_up(received, O::Lookup::read_response).await {
            Ok(found) => found,
            Err(failed) => {
                if is_first_rejection && finder.is_by_key && is_absent(&failed) {
                    error.set_outcome(Outcome::Rejected);
                }
                return Err(error.with_lookup_error(failed));
            }
        };
        recovered::<O>(handle, &sent, &unique_key, found)
            .map_err(|unproven| error.with_lookup_error(unproven))
    };
    Box::pin(async move {
        observation.start();
        let result = created.await;
        observation.end(result.as_ref().map(|_| ()));
        result
    })
}

/// Reads the record of a create that may have taken effect, and compares it with the request.
pub(crate) fn look_up_created<O: UniqueKey>(
    handle: &ClientHandle,
    operation: &O,
    find: impl FnOnce(String) -> O::Lookup,
) -> BoxFuture<Result<CreatedBy<O>, Error>> {
    let mut written = handle.request(operation);
    let handle = handle
        .clone()
        .redacting(written.context.sensitive_values.take());
    let (context, request) = (written.context, written.request);
    let unique_key = context.unique_key.as_ref();
    let lookup = unique_key
        .and_then(|unique_key| unique_key.value.clone())
        .map(find);
    Box::pin(async move {
        let body = request?.into_body();
        let unique_key = context.unique_key.as_deref();
        let (Some(sent), Some(unique_key), Some(lookup)) = (
            unique_key.and_then(|unique_key| unique_key.in_body(&body)),
            unique_key.and_then(|unique_key| unique_key.value.clone()),
            lookup,
        ) else {
            return Err(
                Error::new(ErrorKind::InvalidRequest, Observed::Unsent, &context)
                    .with_detail("the body has no unique key"),
            );
        };
        let received = start(&handle, &lookup, CollectMismatches::IfConfigured);
        let found = look_up(received, O::Lookup::read_response).await?;
        recovered::<O>(handle, &sent, &unique_key, found)
    })
}

/// Compares a record that was looked up with the body that was sent.
fn recovered<O: UniqueKey>(
    handle: ClientHandle,
    sent: &SentBody<'_>,
    unique_key: &str,
    found: Found<<O::Lookup as Operation>::Output>,
) -> Result<CreatedBy<O>, Error> {
    let compared = Comparing {
        handle,
        place: Some(&O::FOUND),
    }
    .compare(sent, &found.response)
    .and_then(|compared| {
        let read = O::unique_key(&found.record);
        // A number is not read as a string, but is in the text.
        let is_ours = read.map_or(compared.has_key, |read| is_same_text(unique_key, read));
        match (is_ours, compared.has_values) {
            (false, _) if read.is_none() => Err(Unproven::NoUniqueKey),
            (false, _) => Err(Unproven::OtherUniqueKey),
            (true, false) => Err(Unproven::OnlyUniqueKey),
            (true, true) => Ok(compared.differences),
        }
    });
    let Found {
        record,
        response,
        context,
        attempts,
    } = found;
    match compared {
        Ok(differences) if differences.is_empty() => Ok(Created::Recovered(record)),
        Ok(differences) => Ok(Created::Differs {
            record,
            differences,
        }),
        Err(unproven) => Err(
            Error::new(ErrorKind::Mismatch, Observed::Mismatched, &context)
                .with_status(response.status())
                .with_detail(unproven.to_string())
                .in_attempt(attempts),
        ),
    }
}

/// Whether a rejection may be that of a duplicate, as far as its status shows. The messages do not:
/// their texts are undocumented, and a server that stops at the first invalid field names another
/// one.
///
/// Missing credentials and the rate limit have other causes, and would reject a lookup as well.
fn may_be_duplicate(error: &Error, duplicate_statuses: &[u16]) -> bool {
    if is_before_validation(error.kind()) {
        return false;
    }
    let status = error.status().map(|status| status.as_u16());
    duplicate_statuses.is_empty()
        || status.is_some_and(|status| {
            status == StatusCode::CONFLICT.as_u16() || duplicate_statuses.contains(&status)
        })
}

/// Whether a lookup by the unique key proves that there is no record. A page of a gateway does not.
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

/// The unique key to look up and the delay before it, if a lookup can settle the outcome.
fn lookup_plan(
    error: &Error,
    deadline: Instant,
    handle: &ClientHandle,
) -> Option<(String, Duration)> {
    if error.outcome() != Outcome::Unknown {
        return None;
    }
    let backoff = || {
        let time_left = deadline.saturating_duration_since(Instant::now());
        let retry_after = error.retry_after();
        let policy = &handle.core.settings.retry_policy;
        retry_delay(
            policy,
            error.attempts(),
            retry_after,
            time_left,
            fastrand::f64(),
        )
    };
    // The server rejected the request, or shows the record.
    let was_answered = outcome(error.observed()) == Outcome::Rejected
        || matches!(error.observed(), Observed::ErrorStatusOfSuccess(_));
    let delay = match (outcome(error.observed()), error.kind()) {
        // An earlier request may have taken effect, which may be why this one was rejected.
        (Outcome::Rejected, kind) if is_before_validation(kind) => None,
        _ if was_answered && error.retry_after().is_none() => Some(Duration::ZERO),
        // The server may be in trouble: another request needs the backoff of a retry. It can be
        // reached if it refused a request on an established connection.
        (Outcome::Rejected | Outcome::Unknown, _) | (Outcome::NotSent, ErrorKind::Interrupted) => {
            backoff()
        }
        (Outcome::NotSent | Outcome::Done, _) => None,
    };
    Some((error.unique_key()?.to_owned(), delay?))
}
