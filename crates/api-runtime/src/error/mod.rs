//! The error type of all clients.

mod advice;
mod context;
pub(crate) mod difference;
mod display;
pub(crate) mod fate;
pub(crate) mod invalid_field;
pub(crate) mod kind;
pub(crate) mod next_step;
pub(crate) mod outcome;
pub(crate) mod reply;

use std::error::Error as StdError;
use std::time::Duration;

use api_journal::{Entry, JournalError, Outcome};
use api_wire::Mismatch;
use http::StatusCode;

use crate::body::raw_response::RawResponse;
use crate::error::difference::Difference;
use crate::error::invalid_field::InvalidField;
use crate::error::kind::ErrorKind;
use crate::info::operation_info::Retry;
use crate::redact;
use crate::redact::redactor::Redactor;

pub(crate) use self::context::ErrorContext;

/// The error of a call.
///
/// `Display`, `Debug` and the sources show the operation's name and path template, never a URL or a
/// credential; and of the key, the reference and the server's id of the request (`x-request-id`) the first 64
/// characters, in which secrets and personal data of the request are redacted. Of a response body they show at most 200 escaped characters, and nothing if it is
/// compressed or binary. Of a body that is JSON, or starts like JSON, they show only the
/// [`messages`](Error::messages), and of a value with the wrong type its first 40 characters. Of other
/// text they show nothing from the first member of an object on, such as `"id": 7`.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::{ErrorKind, Outcome};
/// use shop_client::CreateOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([(422, r#"{"errors": ["quantity is missing"]}"#)]);
/// // The server returns 422: {"errors": ["quantity is missing"]}
/// let error = client.send(CreateOrder::new("WEB-1")).await.unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::BadRequest);
/// assert_eq!(error.outcome(), Outcome::Rejected);
/// assert_eq!(error.status().map(|status| status.as_u16()), Some(422));
/// assert_eq!(error.messages(), ["quantity is missing"]);
/// assert_eq!(
///     error.to_string(),
///     "shop create_order (POST /orders, reference_no \"WEB-1\"): the server rejected the request, status 422: \
///      \"quantity is missing\"",
/// );
/// # Ok(())
/// # }
/// ```
#[doc(alias = "ambiguous")]
#[doc(alias = "indeterminate")]
pub struct Error(Box<Inner>);

/// How much of a body an error keeps if it is not the last one of its call.
const MAX_EARLIER_BODY: usize = 64 * 1024;

struct Inner {
    kind: ErrorKind,
    /// What is known by the last attempt alone.
    own_outcome: Outcome,
    outcome: Outcome,
    /// How an unknown outcome is found out.
    found_out_by: Retry,
    attempts: u32,
    context: ErrorContext,
    detail: String,
    excerpt: Option<String>,
    messages: Vec<String>,
    /// The server's id of the request, as errors show it.
    request_id: Option<String>,
    retry_after: Option<Duration>,
    /// How long another call may still be sending the write.
    lease_left: Option<Duration>,
    retry_budget_exhausted: bool,
    invalid_fields: Vec<InvalidField>,
    mismatches: Vec<Mismatch>,
    page: Option<u32>,
    status: Option<StatusCode>,
    response: Option<RawResponse>,
    source: Option<Box<dyn StdError + Send + Sync>>,
    earlier: Option<Error>,
    lookup_error: Option<Error>,
    differences: Vec<Difference>,
    entry: Option<Entry>,
    unrecorded: Option<JournalError>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, outcome: Outcome, context: &ErrorContext) -> Self {
        debug_assert!(fate::find(kind, outcome).is_some(), "{kind:?}, {outcome}");
        Self(Box::new(Inner {
            kind,
            own_outcome: outcome,
            outcome,
            found_out_by: context.found_out_by(),
            attempts: 0,
            context: context.clone(),
            detail: String::new(),
            excerpt: None,
            messages: Vec::new(),
            request_id: None,
            retry_after: None,
            lease_left: None,
            retry_budget_exhausted: false,
            invalid_fields: Vec::new(),
            mismatches: Vec::new(),
            page: None,
            status: None,
            response: None,
            source: None,
            earlier: None,
            lookup_error: None,
            differences: Vec::new(),
            entry: None,
            unrecorded: None,
        }))
    }

    pub(crate) fn config(api: &'static str, invalid_fields: Vec<InvalidField>) -> Self {
        let client = ErrorContext::of_client(api);
        Self::new(ErrorKind::Config, Outcome::NotSent, &client).with_invalid_fields(invalid_fields)
    }

    /// A setting of the client that a call needs.
    pub(crate) fn setting(context: &ErrorContext, name: &str, reason: &str) -> Self {
        let field = InvalidField::setting(name, reason);
        Self::new(ErrorKind::Config, Outcome::NotSent, context).with_invalid_fields(vec![field])
    }

    /// The operation has invalid values: nothing was sent.
    pub(crate) fn invalid_request(
        context: &ErrorContext,
        invalid_fields: Vec<InvalidField>,
    ) -> Self {
        Self::new(ErrorKind::InvalidRequest, Outcome::NotSent, context)
            .with_invalid_fields(invalid_fields)
    }

    /// Adds the number of attempts and the error of the previous attempt.
    pub(crate) fn chained_after(
        mut self,
        attempts: u32,
        retry: Retry,
        previous: Option<Self>,
    ) -> Self {
        self.0.attempts = attempts;
        let unknown = previous.filter(|previous| previous.0.outcome == Outcome::Unknown);
        let Some(mut earlier) = unknown.filter(|_| retry != Retry::Safe) else {
            return self;
        };
        if self.0.outcome != Outcome::Done {
            // This attempt does not settle the outcome of the earlier one, whose effect may be why
            // this one was rejected.
            self.set_outcome(Outcome::Unknown);
        }
        self.0.earlier = Some(earlier.0.earlier.take().unwrap_or(earlier));
        self
    }

    /// Sets the number of attempts.
    pub(crate) fn in_attempt(mut self, attempts: u32) -> Self {
        self.0.attempts = attempts;
        self
    }

    /// What is known by the last attempt alone.
    pub(crate) fn own_outcome(&self) -> Outcome {
        self.0.own_outcome
    }

    pub(crate) fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.0.detail = detail.into();
        self
    }

    pub(crate) fn with_invalid_fields(mut self, invalid_fields: Vec<InvalidField>) -> Self {
        self.0.messages = invalid_fields.iter().map(ToString::to_string).collect();
        self.0.invalid_fields = invalid_fields;
        self
    }

    pub(crate) fn with_mismatches(mut self, mismatches: Vec<Mismatch>) -> Self {
        self.0.mismatches = mismatches;
        self
    }

    pub(crate) fn with_messages(mut self, messages: &[String], redactor: &Redactor) -> Self {
        self.0.messages = redact::messages(messages, redactor);
        self
    }

    pub(crate) fn with_retry_after(mut self, retry_after: Option<Duration>) -> Self {
        self.0.retry_after = retry_after;
        self
    }

    /// Sets the outcome, if another request with the same unique key may have had an effect.
    pub(crate) fn set_outcome(&mut self, outcome: Outcome) {
        let kind = self.0.kind;
        debug_assert!(fate::find(kind, outcome).is_some(), "{kind:?}, {outcome}");
        self.0.outcome = outcome;
    }

    /// Records that the retry budget did not allow another request.
    pub(crate) fn set_retry_budget_exhausted(&mut self) {
        self.0.retry_budget_exhausted = true;
    }

    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.0.status = Some(status);
        self
    }

    /// Adds the response, and shows an excerpt of its body, such as a proxy's error page.
    ///
    /// Nothing is shown of JSON, even if it is truncated or malformed: it may be a record with
    /// secrets or personal data. The same holds for a compressed body, which may be such a record.
    pub(crate) fn with_response(mut self, response: RawResponse, redactor: &Redactor) -> Self {
        if !response.body().is_empty() && !response.is_meant_as_json() && response.is_text() {
            self.0.excerpt = Some(redact::excerpt(response.body(), redactor));
        }
        self.with_hidden_response(response, redactor)
    }

    /// Adds the response, of which only the id of the request is shown.
    pub(crate) fn with_hidden_response(
        mut self,
        response: RawResponse,
        redactor: &Redactor,
    ) -> Self {
        let id = response.headers().get("x-request-id");
        let id = id.and_then(|id| id.to_str().ok());
        self.0.request_id = id.map(|id| redact::name(id, redactor));
        self.0.status = Some(response.status());
        self.0.response = Some(response);
        self
    }

    /// Cuts the body of the response, for an error that another one will contain: an error keeps one
    /// whole body at most.
    pub(crate) fn with_body_cut(mut self) -> Self {
        let response = self.0.response.take();
        self.0.response = response.map(|response| response.with_body_cut(MAX_EARLIER_BODY));
        self
    }

    pub(crate) fn with_page(mut self, page: u32) -> Self {
        self.0.page = Some(page);
        self
    }

    pub(crate) fn with_source(mut self, source: Option<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = source;
        self
    }

    /// Adds the error of looking up the record that an earlier attempt may have created.
    pub(crate) fn with_lookup_error(mut self, lookup_error: Self) -> Self {
        self.0.lookup_error = Some(lookup_error.with_body_cut());
        self
    }

    /// The outcome over all calls is unknown, and is found out so.
    pub(crate) fn unknown(mut self, found_out_by: Retry) -> Self {
        self.set_outcome(Outcome::Unknown);
        self.0.found_out_by = found_out_by;
        self
    }

    /// Adds what the journal has.
    pub(crate) fn with_entry(
        mut self,
        entry: Option<Entry>,
        unrecorded: Option<JournalError>,
    ) -> Self {
        self.0.entry = entry;
        self.0.unrecorded = unrecorded;
        self
    }

    /// Another call may still be sending the write, for as long.
    pub(crate) fn with_lease_left(mut self, lease_left: Option<Duration>) -> Self {
        self.0.lease_left = lease_left;
        self
    }

    /// The server has a record with the unique key of the request, and with these other values.
    pub(crate) fn into_duplicate(mut self, differences: Vec<Difference>) -> Self {
        self.0.kind = ErrorKind::Duplicate;
        "the record has other values than were sent".clone_into(&mut self.0.detail);
        self.set_outcome(Outcome::Unknown);
        self.0.differences = differences;
        self
    }

    /// The entry of the write in the journal, as the call has last seen it.
    pub fn entry(&self) -> Option<&Entry> {
        self.0.entry.as_ref()
    }

    /// Why the journal does not have the outcome: it failed. A task goes on to commit it.
    pub fn unrecorded(&self) -> Option<&JournalError> {
        self.0.unrecorded.as_ref()
    }

    /// The cause, for metrics; [`next_step`](Self::next_step) says what to do.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What is known about the effect of the request, over all attempts.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::{Error, Outcome};
    /// # use shop_client::CreateOrder;
    ///
    /// fn advice(error: &Error) -> &'static str {
    ///     match error.outcome() {
    ///         Outcome::NotSent | Outcome::Rejected => "no effect: fix the order, or retry",
    ///         Outcome::Done => "the order exists",
    ///         _ => "the order may exist: look it up first",
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let invalid = (422, r#"{"errors": ["quantity is missing"]}"#);
    /// # let client = shop_client::client([invalid, (0, "")]);
    /// // The server rejects the first order; the connection is lost during the second request.
    /// let error = client.send(CreateOrder::new("WEB-1")).await.unwrap_err();
    /// assert_eq!(advice(&error), "no effect: fix the order, or retry");
    /// let error = client.send(CreateOrder::new("WEB-2")).await.unwrap_err();
    /// assert_eq!(advice(&error), "the order may exist: look it up first");
    /// assert_eq!(error.unique_key_field(), Some("reference_no"));
    /// assert_eq!(error.unique_key(), Some("WEB-2"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn outcome(&self) -> Outcome {
        self.0.outcome
    }

    /// The number of attempts. Zero if nothing was sent.
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// The field of the request body that the server requires to be unique, if the operation has
    /// one. After an unknown outcome, the record can be looked up by it.
    pub fn unique_key_field(&self) -> Option<&str> {
        self.0.context.info.unique_key_field()
    }

    /// The value that was sent in the [`unique_key_field`](Self::unique_key_field).
    pub fn unique_key(&self) -> Option<&str> {
        self.0.context.unique_key.as_deref()
    }

    /// The first attempt whose outcome is unknown, if a later attempt did not settle it. Everything
    /// else is about the last attempt.
    ///
    /// Of its [`response`](Self::response), the first 64 KiB of the body are kept.
    pub fn earlier(&self) -> Option<&Error> {
        self.0.earlier.as_ref()
    }

    /// Why the record could not be looked up: it was not found, could not be read, shows no unique key or
    /// another one than was sent, or has a key twice; or the journal failed, which has the ids that callbacks have
    /// named.
    ///
    /// If the outcome is [`Rejected`](Outcome::Rejected), [`once`](crate::Client::once) has not found the
    /// record: no request with its unique key had an effect.
    ///
    /// Of its [`response`](Self::response), the first 64 KiB of the body are kept.
    pub fn lookup_error(&self) -> Option<&Error> {
        self.0.lookup_error.as_ref()
    }

    /// The values of the record with the [unique key](Self::unique_key) that differ from the request, if
    /// the kind is [`Duplicate`](ErrorKind::Duplicate) and the record could be read. A person compares
    /// them: an amount may differ.
    ///
    /// Either the unique key was used for another record before, or the server or somebody has changed
    /// the values of this one.
    ///
    /// Normalized values are no difference: another case, other white space, another notation of a number
    /// or a time, another order of items. Values that the record does not show, and blank texts that are
    /// missing in it, are no difference either.
    pub fn differences(&self) -> &[Difference] {
        &self.0.differences
    }

    /// Whether the resource does not exist, or not for these credentials: a 404, or a documented
    /// 204.
    pub fn is_not_found(&self) -> bool {
        self.0.kind == ErrorKind::NotFound || self.0.status == Some(StatusCode::NOT_FOUND)
    }

    /// Whether the connection, the attempt or the whole call timed out.
    pub fn is_timeout(&self) -> bool {
        self.0.kind == ErrorKind::Timeout
    }

    /// The status of the response, if there is one.
    pub fn status(&self) -> Option<StatusCode> {
        self.0.status
    }

    /// What a person can correct: the server's error messages, or the [invalid fields](Self::invalid_fields) of
    /// a request that was not sent.
    ///
    /// The server's are the strings under `errors`, `error` and `message` of the body, alone or in lists, and the
    /// message of the API's envelope, even if the status is 200.
    ///
    /// Control characters are escaped, and each message is truncated to 512 bytes. Of long messages,
    /// only the first ones are kept. Credentials are redacted, and so are the secrets and personal data
    /// of the request and the values of [`Call`](crate::Call), if they have at least four bytes: as they
    /// were sent, in any case, percent-encoded or with the escapes of JSON, and a secret also in Base64.
    /// Personal data and a secret of fewer than 16 bytes are redacted where they are whole words.
    pub fn messages(&self) -> &[String] {
        &self.0.messages
    }

    /// The delay that the server requests with `Retry-After`: a part of a second counts as a whole one. A date is
    /// relative to the `Date` of the response, and more than a year is reported as a year. For a header that cannot
    /// be read, it is the longest backoff of the retry policy.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// Whether the request was not sent again because the retry budget of the client was exhausted.
    pub fn is_retry_budget_exhausted(&self) -> bool {
        self.0.retry_budget_exhausted
    }

    /// The operation's name. Empty if the client could not be built.
    pub fn operation(&self) -> &str {
        self.0.context.info.name
    }

    /// The operation's path, with its variables in braces.
    pub fn path_template(&self) -> Option<&str> {
        self.0.context.path_template()
    }

    /// All reasons why the request was not sent, or the client not built.
    pub fn invalid_fields(&self) -> &[InvalidField] {
        &self.0.invalid_fields
    }

    /// The mismatches of a response that was rejected in strict mode.
    pub fn mismatches(&self) -> &[Mismatch] {
        &self.0.mismatches
    }

    /// The number of the page that failed, in a listing. To continue, start with that page.
    pub fn page(&self) -> Option<u32> {
        self.0.page
    }

    /// The complete response, if there is one. It may contain data that must not be printed.
    ///
    /// It is in memory as long as the error is. The errors in this one, [`earlier`](Self::earlier)
    /// and [`lookup_error`](Self::lookup_error), keep the start of theirs.
    pub fn response(&self) -> Option<&RawResponse> {
        self.0.response.as_ref()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match &self.0.source {
            Some(source) => Some(&**source),
            None => self.unrecorded().map(|error| error as _),
        }
    }
}
