//! The one error of every client.

pub(crate) mod invalid_field;
pub(crate) mod kind;
pub(crate) mod outcome;
pub(crate) mod redact;
pub(crate) mod source;

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use api_wire::Mismatch;
use http::StatusCode;

use crate::error::invalid_field::InvalidField;
use crate::error::outcome::{Observed, Outcome};
use crate::error::redact::Redactor;
use crate::{ErrorKind, Method, OperationInfo, RawResponse, Retry};

/// Why a call did not succeed.
///
/// `Display`, `Debug` and the chain of sources show the operation's name and its path template, never an
/// address, a credential, or more than 200 escaped characters of a body; and of a body that is JSON, or begins like JSON,
/// nothing but its [`messages`](Error::messages).
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::{ErrorKind, Outcome};
/// use shop_client::CreateOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([(422, r#"{"errors": ["reference_no is in use"]}"#)]);
/// // The server answers 422: {"errors": ["reference_no is in use"]}
/// let error = client.send(CreateOrder::new("WEB-1")).await.unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::BadRequest);
/// assert_eq!(error.outcome(), Outcome::Rejected);
/// assert_eq!(error.status().map(|status| status.as_u16()), Some(422));
/// assert_eq!(error.messages(), ["reference_no is in use"]);
/// assert_eq!(
///     error.to_string(),
///     "shop create_order (POST /orders): the server does not accept the request, status 422: \"reference_no is in use\"",
/// );
/// # Ok(())
/// # }
/// ```
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    observed: Observed,
    outcome: Outcome,
    attempts: u32,
    context: ErrorContext,
    detail: String,
    excerpt: Option<String>,
    messages: Vec<String>,
    retry_after: Option<Duration>,
    invalid_fields: Vec<InvalidField>,
    mismatches: Vec<Mismatch>,
    page: Option<u32>,
    status: Option<StatusCode>,
    response: Option<RawResponse>,
    source: Option<Box<dyn StdError + Send + Sync>>,
    earlier: Option<Error>,
    lookup_error: Option<Error>,
}

/// What an error is about.
#[derive(Clone, Debug)]
pub(crate) struct ErrorContext {
    pub(crate) api: &'static str,
    pub(crate) operation: &'static str,
    pub(crate) route: Option<(Method, Cow<'static, str>)>,
    pub(crate) unique_key: Option<Box<UniqueKeyValue>>,
}

/// The field of a body that the server holds to be unique.
#[derive(Clone)]
pub(crate) struct UniqueKeyValue {
    pub(crate) field: &'static str,
    /// Its text, if it has one.
    pub(crate) value: Option<String>,
}

impl ErrorContext {
    /// An operation whose method and path are always the same.
    pub(crate) fn new(api: &'static str, info: &'static OperationInfo) -> Self {
        let route = (info.method, Cow::Borrowed(info.path_template));
        Self {
            route: Some(route),
            ..Self::without_route(api, info.name)
        }
    }

    /// An operation that could not be asked where it goes, or none.
    pub(crate) fn without_route(api: &'static str, operation: &'static str) -> Self {
        Self {
            api,
            operation,
            route: None,
            unique_key: None,
        }
    }

    /// Whether a second arrival is recognised: the unique field has a text. What the server takes an empty one for is not
    /// known.
    pub(crate) fn has_unique_key(&self) -> bool {
        let value = self
            .unique_key
            .as_ref()
            .and_then(|unique_key| unique_key.value.as_deref());
        value.is_some_and(|value| !value.trim().is_empty())
    }
}

impl fmt::Debug for UniqueKeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The value is the caller's.
        f.write_str(self.field)
    }
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, observed: Observed, context: &ErrorContext) -> Self {
        Self(Box::new(Inner {
            kind,
            observed,
            outcome: outcome::outcome(observed),
            attempts: 0,
            context: context.clone(),
            detail: String::new(),
            excerpt: None,
            messages: Vec::new(),
            retry_after: None,
            invalid_fields: Vec::new(),
            mismatches: Vec::new(),
            page: None,
            status: None,
            response: None,
            source: None,
            earlier: None,
            lookup_error: None,
        }))
    }

    pub(crate) fn config(api: &'static str, invalid_fields: Vec<InvalidField>) -> Self {
        let client = ErrorContext::without_route(api, "");
        Self::new(ErrorKind::Config, Observed::Unsent, &client).with_invalid_fields(invalid_fields)
    }

    /// The error of this attempt, after the one of the attempt before, if there was one.
    pub(crate) fn chained_after(
        mut self,
        attempts: u32,
        retry: Retry,
        before: Option<Self>,
    ) -> Self {
        self.0.attempts = attempts;
        let unknown = before.filter(|before| before.0.outcome == Outcome::Unknown);
        let Some(mut earlier) = unknown.filter(|_| retry != Retry::Safe) else {
            return self;
        };
        if self.0.outcome != Outcome::Done {
            // What this attempt says does not tell what became of the earlier one: it may be why this one is refused.
            self.0.outcome = Outcome::Unknown;
        }
        self.0.earlier = Some(earlier.0.earlier.take().unwrap_or(earlier));
        self
    }

    /// What was read was the response to this attempt.
    pub(crate) fn in_attempt(mut self, attempts: u32) -> Self {
        self.0.attempts = attempts;
        self
    }

    pub(crate) fn observed(&self) -> Observed {
        self.0.observed
    }

    pub(crate) fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.0.detail = detail.into();
        self
    }

    pub(crate) fn with_invalid_fields(mut self, invalid_fields: Vec<InvalidField>) -> Self {
        self.0.invalid_fields = invalid_fields;
        self
    }

    pub(crate) fn with_mismatches(mut self, mismatches: Vec<Mismatch>) -> Self {
        self.0.mismatches = mismatches;
        self
    }

    pub(crate) fn with_messages(mut self, messages: &[String], redactor: &Redactor) -> Self {
        self.0.messages = messages
            .iter()
            .map(|text| redact::message(text, redactor))
            .collect();
        self
    }

    pub(crate) fn with_retry_after(mut self, retry_after: Option<Duration>) -> Self {
        self.0.retry_after = retry_after;
        self
    }

    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.0.status = Some(status);
        self
    }

    /// Keeps the response, and an excerpt of its body to show: of a page of HTML, or of what a proxy says.
    ///
    /// Nothing is shown of JSON, even if it is cut short or not JSON after all: it may be a record, and records hold
    /// secrets and personal data.
    pub(crate) fn with_response(mut self, response: RawResponse, redactor: &Redactor) -> Self {
        if !response.body().is_empty() && !response.is_meant_as_json() {
            self.0.excerpt = Some(redact::excerpt(response.body(), redactor));
        }
        self.with_hidden_response(response)
    }

    /// Keeps the response without showing any of it.
    pub(crate) fn with_hidden_response(mut self, response: RawResponse) -> Self {
        self.0.status = Some(response.status());
        self.0.response = Some(response);
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

    /// What was made by an earlier attempt could not be read back.
    pub(crate) fn with_lookup_error(mut self, failed: Self) -> Self {
        self.0.lookup_error = Some(failed);
        self
    }

    /// What kind of failure it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What became of the request, in all its attempts.
    pub fn outcome(&self) -> Outcome {
        self.0.outcome
    }

    /// Whether the call may have changed something: it is no GET, and the server did it, or nobody knows whether it did.
    ///
    /// It asks about what an [`outcome`](Self::outcome) of a read does not: of a read that failed nothing is left to look
    /// after.
    pub fn may_have_taken_effect(&self) -> bool {
        !self.is_of_read() && matches!(self.0.outcome, Outcome::Done | Outcome::Unknown)
    }

    fn is_of_read(&self) -> bool {
        let route = self.0.context.route.as_ref();
        route.is_some_and(|(method, _)| *method == Method::Get)
    }

    /// How many attempts were made. Zero if the request was refused before the first one.
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// The field of the request's body that the server holds to be unique, if the operation has one: what may have been
    /// done can be found by it.
    pub fn unique_key_field(&self) -> Option<&str> {
        self.0
            .context
            .unique_key
            .as_ref()
            .map(|unique_key| unique_key.field)
    }

    /// The text that was sent in the [`unique_key_field`](Self::unique_key_field). It is not shown by `Display` or `Debug`.
    pub fn unique_key(&self) -> Option<&str> {
        self.0.context.unique_key.as_ref()?.value.as_deref()
    }

    /// The first attempt of which it is not known whether it arrived, where another one followed that does not tell either.
    /// Everything else here is of the last attempt.
    pub fn earlier(&self) -> Option<&Error> {
        self.0.earlier.as_ref()
    }

    /// Why what may have been made could not be read back, where a guarded write tried to: it was not found, could not be
    /// read, or what was read carries another value than was sent.
    pub fn lookup_error(&self) -> Option<&Error> {
        self.0.lookup_error.as_ref()
    }

    /// Whether what was asked for does not exist, or not for these credentials: a 404, or a documented 204.
    pub fn is_not_found(&self) -> bool {
        self.0.kind == ErrorKind::NotFound || self.0.status == Some(StatusCode::NOT_FOUND)
    }

    /// Whether a time limit passed, ours for the connection, the attempt or the whole call.
    pub fn is_timeout(&self) -> bool {
        self.0.kind == ErrorKind::Timeout
    }

    /// The status of the response, if one came.
    pub fn status(&self) -> Option<StatusCode> {
        self.0.status
    }

    /// What the server says is wrong, from `{"errors": […]}`, `{"error": …}` or `{"message": …}`, or from the
    /// API's envelope. A response with status 200 that says so in the place of a record has them too. Control characters are escaped, credentials are covered, and each text is cut to 512 bytes.
    pub fn messages(&self) -> &[String] {
        &self.0.messages
    }

    /// How long the server asks to wait.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// The operation's name, empty where a client was not made.
    pub fn operation(&self) -> &str {
        self.0.context.operation
    }

    /// The operation's path with its variables in braces.
    pub fn path_template(&self) -> Option<&str> {
        self.0
            .context
            .route
            .as_ref()
            .map(|(_, template)| &**template)
    }

    /// Why the request was not sent, or the client not made. All reasons together.
    pub fn invalid_fields(&self) -> &[InvalidField] {
        &self.0.invalid_fields
    }

    /// What did not fit in a response that strict reading refused.
    pub fn mismatches(&self) -> &[Mismatch] {
        &self.0.mismatches
    }

    /// The page that could not be had, where pages were listed. Going on with `.page(n)` begins there.
    pub fn page(&self) -> Option<u32> {
        self.0.page
    }

    /// The response as it came, whole, if one came. It may hold what must not be printed.
    pub fn response(&self) -> Option<&RawResponse> {
        self.0.response.as_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &self.0;
        f.write_str(inner.context.api)?;
        if let Some((method, template)) = &inner.context.route {
            write!(f, " {} ({method} {template}", inner.context.operation)?;
            if let Some(page) = inner.page {
                write!(f, ", page {page}")?;
            }
            f.write_str(")")?;
        } else if !inner.context.operation.is_empty() {
            write!(f, " {}", inner.context.operation)?;
        }
        write!(f, ": {}", inner.kind)?;
        if let Some(status) = inner.status {
            write!(f, ", status {}", status.as_u16())?;
        }
        if inner.attempts > 1 {
            write!(f, ", {} attempts", inner.attempts)?;
        }
        if !inner.detail.is_empty() {
            write!(f, ": {}", inner.detail)?;
        }
        for invalid_field in &inner.invalid_fields {
            write!(f, "; {invalid_field}")?;
        }
        show_mismatches(f, &inner.mismatches)?;
        // What the server said about it is worth more than the excerpt that holds it.
        if !inner.messages.is_empty() {
            let text = inner.messages.join(" | ");
            write!(f, ": \"{}\"", redact::truncate(&text))?;
        } else if let Some(excerpt) = &inner.excerpt {
            write!(f, ": \"{excerpt}\"")?;
        }
        if inner.outcome == Outcome::Unknown && !self.is_of_read() {
            f.write_str("; the outcome is unknown")?;
            if let Some(field) = self.unique_key_field() {
                write!(f, ", and can be found by `{field}`")?;
            }
            if let Some(earlier) = self.earlier() {
                write!(f, "; an earlier attempt: {}", earlier.0.kind)?;
            }
            if let Some(failed) = self.lookup_error() {
                write!(f, "; reading it back: {}", failed.0.kind)?;
            }
        }
        Ok(())
    }
}

/// How many mismatches are shown; `mismatches()` has all of them.
const SHOWN: usize = 5;

fn show_mismatches(f: &mut fmt::Formatter<'_>, mismatches: &[Mismatch]) -> fmt::Result {
    for mismatch in mismatches.iter().take(SHOWN) {
        write!(f, "; {mismatch}")?;
    }
    match mismatches.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => write!(f, "; and {more} more"),
        _ => Ok(()),
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &self.0;
        f.debug_struct("Error")
            .field("kind", &inner.kind)
            .field("outcome", &inner.outcome)
            .field("text", &format_args!("{self}"))
            .field("source", &inner.source)
            .finish_non_exhaustive()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}
