//! Errors for tests, without a call.

use std::error::Error as StdError;
use std::sync::Arc;
use std::time::Duration;

use api_wire::Mismatch;
use http::StatusCode;

use crate::error::outcome::Observed;
use crate::error::redactor::Redactor;
use crate::error::source::Cause;
use crate::error::{ErrorContext, UniqueKeyValue};
use crate::{
    Api, Error, ErrorKind, FieldLocation, InvalidField, Operation, Outcome, RawResponse, Retry,
};

/// Builds an [`Error`] for tests of code that handles errors.
///
/// A [`ScriptedTransport`](super::ScriptedTransport) produces errors through the client's real call
/// path.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::testing::ErrorBuilder;
/// use api_runtime::{ErrorKind, Outcome};
/// use shop_client::CreateOrder;
///
/// # fn main() {
/// let error = ErrorBuilder::new(ErrorKind::BadRequest)
///     .operation::<CreateOrder>()
///     .status(422)
///     .message("reference_no is in use")
///     .build();
/// assert_eq!(error.outcome(), Outcome::Rejected);
/// assert_eq!(error.messages(), ["reference_no is in use"]);
/// assert!(error.to_string().starts_with("shop create_order (POST /orders): "));
///
/// let timeout = ErrorBuilder::new(ErrorKind::Timeout).operation::<CreateOrder>();
/// assert!(timeout.clone().build().may_have_taken_effect());
///
/// // `create_once` failed: the first request timed out, and the second one was rejected.
/// let error = ErrorBuilder::new(ErrorKind::BadRequest)
///     .operation::<CreateOrder>()
///     .unique_key("reference_no", "WEB-1")
///     .earlier(timeout)
///     .lookup_error(ErrorBuilder::new(ErrorKind::NotFound))
///     .build();
/// assert_eq!((error.outcome(), error.attempts()), (Outcome::Unknown, 2));
/// assert_eq!(error.unique_key(), Some("WEB-1"));
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "an error is made by `build`"]
pub struct ErrorBuilder {
    kind: ErrorKind,
    outcome: Outcome,
    context: ErrorContext,
    lookup: Option<&'static str>,
    unique_key: Option<UniqueKeyValue>,
    attempts: Option<u32>,
    detail: String,
    status: Option<StatusCode>,
    response: Option<RawResponse>,
    messages: Vec<String>,
    retry_after: Option<Duration>,
    retry_budget_exhausted: bool,
    invalid_fields: Vec<InvalidField>,
    mismatches: Vec<Mismatch>,
    page: Option<u32>,
    source: Option<Cause>,
    earlier: Option<Box<ErrorBuilder>>,
    lookup_error: Option<Box<ErrorBuilder>>,
}

impl ErrorBuilder {
    /// An error of this kind, with the outcome that it usually has: a timeout is [`Unknown`](Outcome::Unknown).
    pub fn new(kind: ErrorKind) -> Self {
        Self {
            kind,
            outcome: usual_outcome(kind),
            context: ErrorContext::without_route("test", ""),
            lookup: None,
            unique_key: None,
            attempts: None,
            detail: String::new(),
            status: None,
            response: None,
            messages: Vec::new(),
            retry_after: None,
            retry_budget_exhausted: false,
            invalid_fields: Vec::new(),
            mismatches: Vec::new(),
            page: None,
            source: None,
            earlier: None,
            lookup_error: None,
        }
    }

    /// Sets the operation: its name and path are shown, and its method determines
    /// [`may_have_taken_effect`](Error::may_have_taken_effect).
    pub fn operation<O: Operation>(mut self) -> Self {
        self.context = ErrorContext::new(O::Api::NAME, const { &O::INFO });
        self.lookup = O::INFO.lookup;
        self
    }

    /// Sets the outcome.
    pub fn outcome(mut self, outcome: Outcome) -> Self {
        self.outcome = outcome;
        self
    }

    /// Sets the [`unique_key_field`](Error::unique_key_field) and the
    /// [`unique_key`](Error::unique_key) that was sent in it.
    pub fn unique_key(mut self, field: &'static str, value: impl Into<String>) -> Self {
        self.unique_key = Some(UniqueKeyValue {
            field,
            value: Some(value.into()),
            lookup: None,
            body_shape: Arc::default(),
        });
        self
    }

    /// Sets the status of the response.
    ///
    /// # Panics
    ///
    /// When there is no such status.
    pub fn status(mut self, status: u16) -> Self {
        let Ok(status) = StatusCode::from_u16(status) else {
            panic!("invalid status: {status}")
        };
        self.status = Some(status);
        self
    }

    /// Sets the response, with its status.
    pub fn response(mut self, response: RawResponse) -> Self {
        self.status = Some(response.status());
        self.response = Some(response);
        self
    }

    /// Sets the text that explains the kind, such as `unknown host name`.
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    /// Adds one of the server's messages.
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.messages.push(message.into());
        self
    }

    /// Sets how long the server asks to wait.
    pub fn retry_after(mut self, retry_after: Duration) -> Self {
        self.retry_after = Some(retry_after);
        self
    }

    /// The retry budget was exhausted.
    pub fn retry_budget_exhausted(mut self) -> Self {
        self.retry_budget_exhausted = true;
        self
    }

    /// Adds one of the [`invalid_fields`](Error::invalid_fields).
    pub fn invalid_field(
        mut self,
        location: FieldLocation,
        name: impl Into<String>,
        reason: impl Into<String>,
    ) -> Self {
        let invalid_field = InvalidField::new(location, name, reason);
        self.invalid_fields.push(invalid_field);
        self
    }

    /// Adds [`mismatches`](Error::mismatches), such as those of
    /// [`api_wire::mismatches`].
    pub fn mismatches(mut self, mismatches: impl IntoIterator<Item = Mismatch>) -> Self {
        self.mismatches.extend(mismatches);
        self
    }

    /// Sets the number of the page that failed.
    pub fn page(mut self, page: u32) -> Self {
        self.page = Some(page);
        self
    }

    /// Sets the source. It is kept as text, as in every error.
    pub fn source(mut self, source: impl StdError + 'static) -> Self {
        self.source = Some(Cause::new(&source).redacted(&Redactor::default()));
        self
    }

    /// Sets the error of an earlier attempt with an unknown outcome. So this error has an unknown
    /// outcome, too, unless it is [`Done`](Outcome::Done).
    pub fn earlier(mut self, earlier: ErrorBuilder) -> Self {
        self.earlier = Some(Box::new(earlier.outcome(Outcome::Unknown)));
        self
    }

    /// Sets the error of looking up the record.
    pub fn lookup_error(mut self, lookup_error: ErrorBuilder) -> Self {
        self.lookup_error = Some(Box::new(lookup_error));
        self
    }

    /// Sets how many attempts were made. If nothing is set: one, or one more than those of the
    /// earlier error, or none if the kind is never sent, such as an invalid request.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = Some(attempts);
        self
    }

    /// The error.
    pub fn build(self) -> Error {
        let observed = match self.outcome {
            Outcome::NotSent => Observed::Unsent,
            Outcome::Rejected => Observed::NotFound,
            Outcome::Done => Observed::Mismatched,
            Outcome::Unknown => Observed::NoResponse,
        };
        let lookup = self.lookup;
        let unique_key = self.unique_key.map(|unique_key| {
            Box::new(UniqueKeyValue {
                lookup,
                ..unique_key
            })
        });
        let context = ErrorContext {
            unique_key,
            ..self.context
        };
        let earlier = self.earlier.map(|earlier| earlier.build());
        let earlier_attempts = earlier.as_ref().map_or(0, Error::attempts);
        let attempts = self.attempts.unwrap_or(match self.kind {
            ErrorKind::Config
            | ErrorKind::InvalidRequest
            | ErrorKind::CannotBlock
            | ErrorKind::NoRuntime
            | ErrorKind::Credentials => 0,
            _ => earlier_attempts + 1,
        });
        let mut error = Error::new(self.kind, observed, &context)
            .with_detail(self.detail)
            .with_messages(&self.messages, &Redactor::default())
            .with_retry_after(self.retry_after)
            .with_invalid_fields(self.invalid_fields)
            .with_mismatches(self.mismatches)
            .with_source(self.source.map(|source| Box::new(source) as _))
            .chained_after(attempts, Retry::Never, earlier);
        if let Some(response) = self.response {
            error = error.with_response(response, &Redactor::default());
        }
        if let Some(status) = self.status {
            error = error.with_status(status);
        }
        if let Some(page) = self.page {
            error = error.with_page(page);
        }
        if let Some(lookup_error) = self.lookup_error {
            error = error.with_lookup_error(lookup_error.build());
        }
        if self.retry_budget_exhausted {
            error.set_retry_budget_exhausted();
        }
        error
    }
}

fn usual_outcome(kind: ErrorKind) -> Outcome {
    match kind {
        ErrorKind::Config
        | ErrorKind::InvalidRequest
        | ErrorKind::CannotBlock
        | ErrorKind::NoRuntime
        | ErrorKind::Credentials
        | ErrorKind::Connect
        | ErrorKind::Tls => Outcome::NotSent,
        ErrorKind::BadRequest
        | ErrorKind::Unauthorized
        | ErrorKind::Forbidden
        | ErrorKind::NotFound
        | ErrorKind::RateLimited
        | ErrorKind::Unsuccessful => Outcome::Rejected,
        ErrorKind::Mismatch => Outcome::Done,
        ErrorKind::Timeout
        | ErrorKind::Canceled
        | ErrorKind::Interrupted
        | ErrorKind::TooLarge
        | ErrorKind::Redirect
        | ErrorKind::Other
        | ErrorKind::Server
        | ErrorKind::WrongContentType
        | ErrorKind::Decode
        | ErrorKind::WrongRecord
        | ErrorKind::Incomplete => Outcome::Unknown,
    }
}
