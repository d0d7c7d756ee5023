//! The retry loop: attempts and the backoff between them, until the overall timeout.

use std::future::ready;
use std::ops::ControlFlow;
use std::time::Duration;

use bytes::Bytes;
use tokio::runtime::Handle;
use tokio::time::{Instant, sleep, timeout_at};

use crate::client::handle::ClientHandle;
use crate::error::ErrorContext;
use crate::error::outcome::Observed;
use crate::operation::raw_request;
use crate::response::classify::classify;
use crate::response::decode::{CollectMismatches, ReceivedResponse};
use crate::response::failure_keys::FailureKeys;
use crate::response::proof::Proof;
use crate::retry::budget::ReservedRetry;
use crate::retry::policy::{Decision, Resend, RetryContext, decide};
use crate::telemetry::attempt::Attempt;
use crate::telemetry::observation::Observation;
use crate::telemetry::observed_body::ObservedBody;
use crate::telemetry::progress::AttemptProgress;
use crate::telemetry::tracing::CallSpan;
use crate::transport::{BoxFuture, TransportError};
use crate::{
    Error, ErrorKind, Operation, OperationInfo, RawResponse, Request, ResponseReader, RetryPolicy,
};

/// Writes the request of an operation, and returns the future that sends it.
///
/// Dropped, the future stops: it spawns no task.
pub(crate) fn start<O: Operation>(
    handle: &ClientHandle,
    operation: &O,
    mismatches: CollectMismatches,
) -> BoxFuture<Result<ReceivedResponse, Error>> {
    start_call(Call::new(handle.clone(), operation, mismatches))
}

/// The part of `start` that is compiled once for all operations.
fn start_call(call: Result<Call, Error>) -> BoxFuture<Result<ReceivedResponse, Error>> {
    let call = match call {
        Ok(call) => call,
        Err(error) => return Box::pin(ready(Err(error))),
    };
    call.receive(None)
}

/// Decodes a response with a successful status. An error makes the attempt a failed one.
pub(crate) type Decode<'a, T> = &'a mut (dyn FnMut(ReceivedResponse) -> Result<T, Error> + Send);

/// One call of an operation: its request, ready to be sent in one attempt or more.
pub(crate) struct Call {
    /// Errors of this client hide the values of the request. Its credentials are those of the call,
    /// once they are known.
    pub(crate) handle: ClientHandle,
    info: &'static OperationInfo,
    pub(crate) context: ErrorContext,
    pub(super) request: http::Request<Bytes>,
    /// `None` if the credentials are fixed.
    pub(super) unauthorized: Option<Box<Unauthorized>>,
    mismatches: CollectMismatches,
    proof: Proof,
    /// Whether the operation can read a response.
    is_readable: fn(&ResponseReader) -> bool,
    pub(crate) span: CallSpan,
    pub(crate) observation: Observation,
}

/// The request of a call that asks for its credentials, before it is authorized.
pub(super) struct Unauthorized {
    pub(super) request: Request,
    pub(super) is_authorized: bool,
    pub(super) is_refreshed: bool,
}

/// What follows a failed attempt.
enum Next {
    Backoff(Duration),
    /// Another attempt after this 401, if there are fresh credentials.
    Refresh(Error),
}

/// The result of a call's attempts. An error has the retry that was withdrawn from the budget for
/// the lookup, if a request with an unknown outcome was resent.
pub(crate) type Ended<T> = Result<T, (Error, Option<ReservedRetry>)>;

/// The attempts of a call before it is repeated.
struct Previous {
    error: Error,
    backoff: Duration,
    deadline: Instant,
}

/// The progress of a call.
pub(super) struct CallState {
    /// The number of the current attempt, from 1.
    attempt: u32,
    started: Instant,
    pub(super) deadline: Instant,
    progress: AttemptProgress,
    /// The error of the attempt before.
    pub(super) last_error: Option<Error>,
    lookup: Option<ReservedRetry>,
}

impl Call {
    pub(crate) fn new<O: Operation>(
        handle: ClientHandle,
        operation: &O,
        mismatches: CollectMismatches,
    ) -> Result<Self, Error> {
        let info = const { &O::INFO };
        let mut written = handle.request(operation);
        let labels = handle.labels();
        let span = CallSpan::new(info, &written.context, labels);
        let settings = &handle.core.settings;
        let observation = Observation::new(
            &settings.hooks,
            &span,
            info,
            &written.context,
            labels,
            settings.max_response_size,
        );
        let request = written
            .request
            .inspect_err(|error| observation.end(Err(error)))?;
        let failure_keys = FailureKeys::new(handle.core.envelope, handle.core.error_keys);
        Ok(Self {
            handle: handle.redacting(written.context.sensitive_values.take()),
            info,
            request,
            unauthorized: written.unauthorized.map(|request| {
                Box::new(Unauthorized {
                    request: *request,
                    is_authorized: false,
                    is_refreshed: false,
                })
            }),
            mismatches,
            proof: Proof::new(info, written.sent_values, failure_keys),
            is_readable: |response| O::read_response(response).is_ok(),
            span,
            observation,
            context: written.context,
        })
    }

    /// Makes attempts until one returns a response with a successful status, which is not decoded
    /// yet.
    fn receive(mut self, previous: Option<Previous>) -> BoxFuture<Result<ReceivedResponse, Error>> {
        self.span.clone().follow(async move {
            self.observation.start();
            let resend = Resend::from(self.info.retry);
            let (deadline, last_error) = match previous {
                Some(previous) => {
                    sleep(previous.backoff).await;
                    (previous.deadline, Some(previous.error))
                }
                None => (self.handle.timeouts().overall_deadline(), None),
            };
            let ended = self.run_after(last_error, deadline, resend, &mut Ok).await;
            let received = ended.map_err(|(error, _)| {
                self.observation.end(Err(&error));
                error
            })?;
            let received = received.observed_by(self.observation.clone());
            if !self.proof.has_echoes() || resend != Resend::IfTransient {
                return Ok(received);
            }
            // The response is decoded later, and may turn out to be about another record.
            Ok(received.with_repeat(Box::new(move |mut error| {
                match self.retry_in(&mut error, deadline, resend, &mut None) {
                    Some(backoff) => {
                        self.observation.fail_attempt(&error, Some(backoff));
                        Ok(self.receive(Some(Previous {
                            error: error.with_body_cut(),
                            backoff,
                            deadline,
                        })))
                    }
                    None => {
                        self.observation.end(Err(&error));
                        Err(error)
                    }
                }
            })))
        })
    }

    /// The body of the request.
    pub(crate) fn body(&self) -> Bytes {
        self.request.body().clone()
    }

    /// Makes attempts until one succeeds or the policy allows no other.
    pub(crate) async fn run<T>(
        &mut self,
        deadline: Instant,
        resend: Resend,
        decode: Decode<'_, T>,
    ) -> Ended<T> {
        self.run_after(None, deadline, resend, decode).await
    }

    /// Makes further attempts, as [`run`](Self::run) does.
    ///
    /// The only await points are the credentials, the transport and the backoff, which keeps the future small. The clock is monotonic.
    async fn run_after<T>(
        &mut self,
        last_error: Option<Error>,
        deadline: Instant,
        resend: Resend,
        decode: Decode<'_, T>,
    ) -> Ended<T> {
        if Handle::try_current().is_err() {
            // Timers and connections would panic.
            let error = Error::new(ErrorKind::NoRuntime, Observed::Unsent, &self.context);
            return Err((error, None));
        }
        if let Err(error) = self.authorize(deadline).await {
            return Err((error, None));
        }
        let mut state = CallState {
            attempt: last_error.as_ref().map_or(0, Error::attempts),
            started: Instant::now(),
            deadline,
            last_error,
            progress: AttemptProgress::default(),
            lookup: None,
        };
        let result = loop {
            state.started = Instant::now();
            if state.started >= deadline {
                let error = state.last_error.unwrap_or_else(|| self.expired());
                break Err(error);
            }
            state.attempt += 1;
            state.progress = AttemptProgress::default();
            let attempt = self.attempt(&state);
            self.observation
                .start_attempt(state.attempt, state.started, &state.progress);
            let attempt_deadline = self.handle.timeouts().attempt_deadline(state.started);
            let request = self.request.clone();
            let mut sent = self.handle.core.transport.send(request, &attempt);
            let received = timeout_at(attempt_deadline.min(deadline), &mut sent)
                .await
                .unwrap_or_else(|_| {
                    state.progress.set_timed_out();
                    let is_sent = !state.progress.is_waiting();
                    let error = self.timed_out(attempt_deadline < deadline, is_sent);
                    Err(match state.progress.take_head() {
                        Some((status, headers)) => error.with_head(status, headers),
                        None => error,
                    })
                });
            drop(sent);
            let next = match self.on_attempt_end(&mut state, received, resend, decode) {
                ControlFlow::Break(result) => break result,
                ControlFlow::Continue(next) => next,
            };
            match next {
                Next::Backoff(backoff) => sleep(backoff).await,
                Next::Refresh(error) => {
                    if let Err(error) = self.refresh(&mut state, error).await {
                        break Err(error);
                    }
                }
            }
        };
        result.map_err(|error| (error, state.lookup))
    }

    /// Classifies and decodes what the transport returned, and decides whether to retry. A failed
    /// attempt is reported at once, a successful one when the call ends.
    fn on_attempt_end<T>(
        &self,
        state: &mut CallState,
        received: Result<RawResponse, TransportError>,
        resend: Resend,
        decode: Decode<'_, T>,
    ) -> ControlFlow<Result<T, Error>, Next> {
        self.observe(&received);
        let observed = self.sample(&received);
        let mut received = classify(
            &self.handle,
            self.info,
            &self.context,
            received,
            self.mismatches,
            &self.proof,
            self.is_readable,
        );
        if let Some(observed) = observed {
            match &mut received {
                Ok(response) => response.count_by(observed),
                Err(_) => observed.count(),
            }
        }
        let mut result = received
            .and_then(|response| decode(response.in_attempt(state.attempt)))
            .map_err(|error| {
                error.chained_after(state.attempt, self.info.retry, state.last_error.take())
            });
        if let Err(error) = result {
            if self.may_refresh(&error, state.deadline, resend) {
                return ControlFlow::Continue(Next::Refresh(error));
            }
            result = Err(error);
        }
        let retry_in = match &mut result {
            Err(error) => self.retry_in(error, state.deadline, resend, &mut state.lookup),
            Ok(_) => {
                self.handle.budget().deposit();
                None
            }
        };
        if let Err(error) = &result {
            self.observation.fail_attempt(error, retry_in);
        }
        match (result, retry_in) {
            (Err(error), Some(backoff)) => {
                state.last_error = Some(error.with_body_cut());
                ControlFlow::Continue(Next::Backoff(backoff))
            }
            (result, _) => ControlFlow::Break(result),
        }
    }

    /// Reports what the transport returned.
    fn observe(&self, received: &Result<RawResponse, TransportError>) {
        let (status, headers) = match received {
            Ok(response) => (Some(response.status()), Some(response.headers())),
            Err(error) => match error.head.as_deref() {
                Some((status, headers)) => (Some(*status), Some(headers)),
                None => (None, None),
            },
        };
        let headers = headers.filter(|_| self.observation.needs_headers());
        self.observation.receive(status, headers.cloned());
    }

    /// The body, if there is an observer and the response is in its sample.
    fn sample(&self, received: &Result<RawResponse, TransportError>) -> Option<Box<ObservedBody>> {
        let observer = self.handle.core.settings.observer.as_ref()?;
        // A raw request has no description.
        if self.info.name == raw_request::NAME {
            return None;
        }
        let response = received.as_ref().ok()?;
        ObservedBody::sample(
            observer,
            self.context.api,
            self.context.operation,
            self.handle.labels(),
            response.status().as_u16(),
            response.body_bytes(),
        )
    }

    pub(super) fn policy(&self) -> RetryPolicy {
        self.handle.core.settings.retry_policy
    }

    /// The backoff before the next attempt, if one follows. It is withdrawn from the retry budget.
    fn retry_in(
        &self,
        error: &mut Error,
        deadline: Instant,
        resend: Resend,
        lookup: &mut Option<ReservedRetry>,
    ) -> Option<Duration> {
        let context = retry_context(self.policy(), error, deadline, resend);
        let Decision::Retry { after } = decide(&context, fastrand::f64()) else {
            return None;
        };
        let budget = self.handle.budget();
        let is_allowed = match context.may_need_lookup() {
            true => {
                *lookup = budget.withdraw_and_reserve();
                lookup.is_some()
            }
            false => budget.withdraw(),
        };
        if !is_allowed {
            error.set_retry_budget_exhausted();
        }
        is_allowed.then_some(after)
    }

    fn attempt<'s>(&'s self, state: &'s CallState) -> Attempt<'s> {
        let (method, path_template) = match &self.context.route {
            Some((method, template)) => (*method, &**template),
            None => (self.info.method, self.info.path_template),
        };
        Attempt {
            api: self.context.api,
            operation: self.context.operation,
            method,
            path_template,
            retry: self.info.retry,
            labels: self.handle.labels(),
            number: state.attempt,
            max_response_size: self.handle.core.settings.max_response_size,
            progress: &state.progress,
        }
    }

    fn timed_out(&self, is_attempt: bool, is_sent: bool) -> TransportError {
        let detail = match is_attempt {
            true => format!(
                "attempt timed out after {:?}",
                self.handle.timeouts().attempt
            ),
            false => self.overall_timeout_detail(),
        };
        TransportError::new(ErrorKind::Timeout, is_sent, detail)
    }

    /// Nothing was sent before the overall timeout.
    pub(super) fn expired(&self) -> Error {
        Error::new(ErrorKind::Timeout, Observed::Unsent, &self.context)
            .with_detail(self.overall_timeout_detail())
    }

    pub(super) fn overall_timeout_detail(&self) -> String {
        format!("call timed out after {:?}", self.handle.timeouts().overall)
    }
}

pub(super) fn retry_context(
    policy: RetryPolicy,
    error: &Error,
    deadline: Instant,
    resend: Resend,
) -> RetryContext {
    RetryContext {
        policy,
        observed: error.observed(),
        kind: error.kind(),
        resend,
        earlier_unknown: error.earlier().is_some(),
        attempts: error.attempts(),
        retry_after: error.retry_after(),
        time_left: deadline.saturating_duration_since(Instant::now()),
    }
}
