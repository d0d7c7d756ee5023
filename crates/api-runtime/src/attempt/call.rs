//! The retry loop: attempts and the backoff between them, until one is believed, an error is final, or
//! the overall timeout. It is compiled once for all operations.

use std::sync::Arc;
use std::time::Duration;

use api_journal::call::Lease;
use api_journal::{Outcome, nonce};
use bytes::Bytes;
use http::HeaderMap;
use tokio::runtime::Handle;
use tokio::time::{Instant, sleep, timeout_at};

use crate::attempt::backoff::retry_delay;
use crate::attempt::handle::ClientHandle;
use crate::attempt::policy::is_retryable;
use crate::attempt::received::Received;
use crate::attempt::watched::Watched;
use crate::error::invalid_field::InvalidField;
use crate::error::kind::ErrorKind;
use crate::error::{Error, ErrorContext};
use crate::future::BoxFuture;
use crate::info::operation_info::Retry;
use crate::observe::attempt::Attempt;
use crate::observe::progress::AttemptProgress;
use crate::observe::tracing::CallSpan;
use crate::operation::Operation;
use crate::operation::erased::{Decode, Written};
use crate::operation::unique_write::UniqueWrite;
use crate::request::Request;
use crate::request::options::CallOptions;
use crate::request::retry_policy::RetryPolicy;
use crate::request::uuid::uuid;
use crate::transport::TransportError;

/// Writes the request of an operation, and returns the future that sends it.
///
/// Dropped, the future stops: it spawns no task.
pub(crate) fn start<O: Operation>(
    handle: &ClientHandle,
    operation: &O,
) -> BoxFuture<Result<Received, Error>> {
    Attempts::new(handle.clone(), Written::new(operation)).receive(None)
}

/// The attempts of one call: its request, ready to be sent once or more.
pub(crate) struct Attempts {
    /// Errors of this client hide the values of the request. Its credentials are those of the call,
    /// once they are known.
    pub(crate) handle: ClientHandle,
    pub(crate) context: ErrorContext,
    pub(crate) request: Arc<Request>,
    idempotency_key: Option<String>,
    /// Whether there are no credentials to ask for, or they were.
    pub(super) is_authorized: bool,
    /// Whether no fresh credentials can be asked for, or they were.
    pub(super) is_refreshed: bool,
    /// Whether the caller receives the mismatches of the response.
    pub(crate) collects_mismatches: bool,
    pub(crate) decode: Decode,
    /// How a write under a key finds its record, if its server requires a unique key.
    pub(crate) unique: Option<&'static UniqueWrite>,
    pub(crate) span: CallSpan,
    /// Each attempt is made only while it lives.
    pub(crate) lease: Option<Arc<Lease>>,
    /// When the latest attempt times out: then its request is no longer on its way.
    pub(crate) ends_at: Instant,
}

impl Attempts {
    pub(crate) fn new(handle: ClientHandle, written: Written) -> Self {
        let Written {
            mut request,
            decode,
        } = written;
        let context = request.context(handle.core.api);
        let idempotency_key = match context.retry {
            Retry::IdempotencyKey { .. } => nonce().map(uuid).ok(),
            _ => None,
        };
        let provider = handle.access.provider.as_ref();
        let is_provided = provider.is_some() && !context.info.without_credentials;
        let hidden = request.take_sensitive_values();
        let key = context
            .info
            .unique_key_field()
            .zip(context.unique_key.clone());
        let mut call = Self {
            span: CallSpan::new(&context, handle.labels()),
            context,
            request: Arc::new(request),
            idempotency_key,
            is_authorized: !is_provided,
            is_refreshed: !is_provided,
            handle: handle.redacting(hidden),
            collects_mismatches: false,
            decode,
            unique: None,
            lease: None,
            ends_at: Instant::now(),
        };
        if let Some((field, value)) = key {
            call.add_name(field, &value);
        }
        call
    }

    /// Adds the key or the reference, which errors show.
    pub(crate) fn add_name(&mut self, what: &str, name: &str) {
        let redactor = self.handle.authorization.redactor();
        self.context.add_name(what, name, redactor);
    }

    /// The future of the call, which ends at this deadline, or at its own.
    pub(crate) fn receive(
        mut self,
        deadline: Option<Instant>,
    ) -> BoxFuture<Result<Received, Error>> {
        Box::pin(self.span.clone().within(async move {
            let mut watched = self.watch();
            let deadline = deadline.unwrap_or_else(|| self.handle.options.deadline());
            let result = self.run(&mut watched, deadline, &mut None).await;
            watched.end(result)
        }))
    }

    /// Sends the idempotency key of an earlier request.
    pub(crate) fn set_idempotency_key(&mut self, key: String) {
        self.idempotency_key = Some(key);
    }

    /// The request with the credentials and the idempotency key of the call.
    pub(super) fn finish(&self) -> Result<http::Request<Bytes>, Vec<InvalidField>> {
        let key = self.idempotency_key.as_deref();
        self.handle.finish(&self.request, key)
    }

    /// The same, unless the operation has invalid values.
    pub(crate) fn valid_request(&self) -> Result<http::Request<Bytes>, Error> {
        let invalid = |fields| Error::invalid_request(&self.context, fields);
        self.finish().map_err(invalid)
    }

    /// Whether the policy and the retry budget allow another attempt after this error.
    pub(crate) fn may_resend(&self, error: &mut Error) -> bool {
        error.attempts() < self.policy().max_attempts && self.withdraw_retry(error)
    }

    /// Reports the call to hooks and its span, from now on.
    pub(crate) fn watch(&self) -> Watched {
        Watched::new(&self.handle, &self.span, &self.context)
    }

    /// Makes attempts until one is believed, an error is final or the time is up.
    ///
    /// `earlier` is the error of the attempts before, and stays there after a success. The only await
    /// points are the credentials, the caller's functions, the lease, the transport and the backoff, which keeps the future small. The
    /// clock is monotonic.
    pub(crate) async fn run(
        &mut self,
        watched: &mut Watched,
        deadline: Instant,
        earlier: &mut Option<Error>,
    ) -> Result<Received, Error> {
        let mut number = earlier.as_ref().map_or(0, Error::attempts);
        loop {
            let request = match self.prepare(watched, number + 1, deadline).await {
                Ok(request) => request,
                Err(error) => return Err(earlier.take().unwrap_or(error)),
            };
            number += 1;
            let mut error = match self.attempt(watched, request, number, deadline).await {
                Ok(received) => {
                    self.handle.budget().deposit();
                    return Ok(received);
                }
                Err(error) => error.chained_after(number, self.context.retry, earlier.take()),
            };
            let (error, retry_in) = match self.may_refresh(&error, deadline) {
                true => self.refresh(error, deadline).await,
                false => {
                    let retry_in = self.retry_in(&mut error, deadline);
                    (error, retry_in)
                }
            };
            watched.fail_attempt(&error, retry_in);
            let Some(backoff) = retry_in else {
                return Err(error);
            };
            *earlier = Some(error.with_body_cut());
            if !backoff.is_zero() {
                sleep(backoff).await;
            }
        }
    }

    /// The request of the next attempt, with its credentials.
    async fn prepare(
        &mut self,
        watched: &Watched,
        number: u32,
        deadline: Instant,
    ) -> Result<http::Request<Bytes>, Error> {
        let mut request = self.valid_request()?;
        if Handle::try_current().is_err() {
            // Timers and connections would panic.
            let error = Error::new(ErrorKind::NoRuntime, Outcome::NotSent, &self.context);
            return Err(error);
        }
        if !self.is_authorized {
            self.authorize(deadline).await?;
            request = self.valid_request()?;
            self.is_authorized = true;
        }
        self.before_attempt(watched, number, deadline, request.headers_mut())
            .await?;
        if let Some(lease) = &self.lease {
            let lives = timeout_at(deadline, Box::pin(lease.lives())).await;
            if !lives.unwrap_or_default() {
                let error = Error::new(ErrorKind::Journal, Outcome::NotSent, &self.context);
                return Err(error.with_detail("the lease of the write was lost"));
            }
        }
        match Instant::now() < deadline {
            true => Ok(request),
            false => Err(self.expired()),
        }
    }

    /// Calls the caller's functions, and waits for them. They add headers.
    async fn before_attempt(
        &mut self,
        watched: &Watched,
        number: u32,
        deadline: Instant,
        headers: &mut HeaderMap,
    ) -> Result<(), Error> {
        let core = Arc::clone(&self.handle.core);
        let mut added = HeaderMap::new();
        for function in &core.settings.before_attempt {
            let progress = AttemptProgress::default();
            let attempt = Attempt {
                number,
                ..watched.attempt(&progress)
            };
            let waiting = function(&attempt, &mut added);
            if timeout_at(deadline, waiting).await.is_err() {
                let detail = self.overall_timeout_detail();
                let detail = format!("{detail} while it waited before an attempt");
                return Err(self.expired().with_detail(detail));
            }
        }
        if added.is_empty() {
            return Ok(());
        }
        let mut options = CallOptions::default();
        for (name, value) in &added {
            let text = String::from_utf8_lossy(value.as_bytes()).into_owned();
            match headers.contains_key(name) {
                true => options.header_is_set(name),
                false => options.header(name.as_str(), text.into()),
            }
        }
        if !options.invalid_fields.is_empty() {
            return Err(Error::invalid_request(
                &self.context,
                options.invalid_fields,
            ));
        }
        self.handle = self.handle.clone().redacting(Some(options.redactor()));
        headers.extend(options.headers);
        Ok(())
    }

    /// Sends the request, and decodes the response.
    async fn attempt(
        &mut self,
        watched: &mut Watched,
        request: http::Request<Bytes>,
        number: u32,
        deadline: Instant,
    ) -> Result<Received, Error> {
        let progress = AttemptProgress::default();
        let started = Instant::now();
        watched.start_attempt(number, started, &progress);
        let attempt_deadline = self.handle.options.attempt_deadline(started);
        self.ends_at = attempt_deadline.min(deadline);
        let attempt = watched.attempt(&progress);
        let mut sent = self.handle.core.transport.send(request, &attempt);
        let received = timeout_at(self.ends_at, &mut sent).await;
        let received = received.unwrap_or_else(|_| {
            progress.set_timed_out();
            let error = self.timed_out(attempt_deadline < deadline);
            Err(match progress.take_head() {
                Some((status, headers)) => error.with_head(status, headers),
                None => error,
            })
        });
        // It sees whether it timed out.
        drop(sent);
        #[cfg(feature = "testing")]
        self.record(started, &received);
        watched.receive(match &received {
            Ok(response) => Some((response.status(), response.headers())),
            Err(error) => error
                .head
                .as_deref()
                .map(|(status, headers)| (*status, headers)),
        });
        let (response, envelope) = self.classify(received).await?;
        self.read(response, envelope, number).await
    }

    pub(crate) fn policy(&self) -> RetryPolicy {
        self.handle.options.retry_policy.unwrap_or_default()
    }

    /// The backoff after which another attempt follows a failed one, if one does: otherwise the call
    /// fails with its error.
    fn retry_in(&self, error: &mut Error, deadline: Instant) -> Option<Duration> {
        let (policy, attempts) = (self.policy(), error.attempts());
        if attempts >= policy.max_attempts || !is_retryable(error, self.context.retry) {
            return None;
        }
        let time_left = deadline.saturating_duration_since(Instant::now());
        let after = retry_delay(&policy, attempts, error.retry_after(), time_left)?;
        self.withdraw_retry(error).then_some(after)
    }

    fn withdraw_retry(&self, error: &mut Error) -> bool {
        let is_allowed = self.handle.budget().withdraw();
        if !is_allowed {
            error.set_retry_budget_exhausted();
        }
        is_allowed
    }

    fn timed_out(&self, is_attempt: bool) -> TransportError {
        let detail = match is_attempt {
            true => format!(
                "attempt timed out after {:?}",
                self.handle.options.attempt_timeout()
            ),
            false => self.overall_timeout_detail(),
        };
        TransportError::timed_out(detail)
    }

    /// Nothing was sent before the overall timeout.
    pub(super) fn expired(&self) -> Error {
        Error::new(ErrorKind::Timeout, Outcome::NotSent, &self.context)
            .with_detail(self.overall_timeout_detail())
    }

    pub(super) fn overall_timeout_detail(&self) -> String {
        format!("call timed out after {:?}", self.handle.options.timeout())
    }
}
