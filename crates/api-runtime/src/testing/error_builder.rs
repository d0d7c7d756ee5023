//! Errors for tests, without a call.

use std::time::Duration;

use http::StatusCode;

use crate::error::ErrorContext;
use crate::error::outcome::Observed;
use crate::error::redactor::Redactor;
use crate::{Api, Error, ErrorKind, Operation, Outcome};

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
/// let error = ErrorBuilder::new(ErrorKind::Timeout).operation::<CreateOrder>().build();
/// assert!(error.may_have_taken_effect());
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "an error is made by `build`"]
pub struct ErrorBuilder {
    kind: ErrorKind,
    outcome: Outcome,
    context: ErrorContext,
    attempts: u32,
    status: Option<StatusCode>,
    messages: Vec<String>,
    retry_after: Option<Duration>,
}

impl ErrorBuilder {
    /// An error of this kind, with the outcome that it usually has: a timeout is [`Unknown`](Outcome::Unknown).
    pub fn new(kind: ErrorKind) -> Self {
        Self {
            kind,
            outcome: usual_outcome(kind),
            context: ErrorContext::without_route("test", ""),
            attempts: 1,
            status: None,
            messages: Vec::new(),
            retry_after: None,
        }
    }

    /// Sets the operation: its name and path are shown, and its method determines
    /// [`may_have_taken_effect`](Error::may_have_taken_effect).
    pub fn operation<O: Operation>(mut self) -> Self {
        self.context = ErrorContext::new(O::Api::NAME, &O::INFO);
        self
    }

    /// Sets the outcome.
    pub fn outcome(mut self, outcome: Outcome) -> Self {
        self.outcome = outcome;
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

    /// Sets how many attempts were made: 1, if nothing is set.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
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
        let error = Error::new(self.kind, observed, &self.context)
            .in_attempt(self.attempts)
            .with_messages(&self.messages, &Redactor::default())
            .with_retry_after(self.retry_after);
        match self.status {
            Some(status) => error.with_status(status),
            None => error,
        }
    }
}

fn usual_outcome(kind: ErrorKind) -> Outcome {
    match kind {
        ErrorKind::Config
        | ErrorKind::InvalidRequest
        | ErrorKind::CannotBlock
        | ErrorKind::NoRuntime
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
