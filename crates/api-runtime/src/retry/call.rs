//! The retry loop: attempts and the backoff between them, until the overall timeout.

use std::future::ready;
use std::ops::ControlFlow;
use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;
use tokio::runtime::Handle;
use tokio::time::{Instant, sleep, timeout_at};

use crate::client::handle::ClientHandle;
use crate::error::ErrorContext;
use crate::error::outcome::Observed;
use crate::response::classify::classify;
use crate::response::decode::{CollectMismatches, ReceivedResponse};
use crate::response::failure_keys::FailureKeys;
use crate::response::proof::Proof;
use crate::retry::budget::ReservedRetry;
use crate::retry::policy::{Decision, Resend, RetryContext, decide};
use crate::telemetry::attempt::{Attempt, AttemptResult};
use crate::telemetry::progress::AttemptProgress;
use crate::telemetry::tracing::CallSpan;
use crate::transport::{BoxFuture, TransportError};
use crate::{Error, ErrorKind, Operation, OperationInfo, RawResponse, Request};

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
    pub(crate) span: CallSpan,
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
    /// Another attempt, if there are fresh credentials.
    Refresh(Box<Rejected>),
}

/// An attempt that ended with a 401.
pub(super) struct Rejected {
    pub(super) error: Error,
    pub(super) headers: Option<HeaderMap>,
    pub(super) duration: Duration,
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
        let failure_keys = FailureKeys::new(handle.core.envelope, handle.core.error_keys);
        Ok(Self {
            handle: handle.redacting(written.context.sensitive_values.take()),
            info,
            request: written.request?,
            unauthorized: written.unauthorized.map(|request| {
                Box::new(Unauthorized {
                    request: *request,
                    is_authorized: false,
                    is_refreshed: false,
                })
            }),
            mismatches,
            proof: Proof::new(info, written.sent_values, failure_keys),
            span: CallSpan::new(info, &written.context),
            context: written.context,
        })
    }

    /// Makes attempts until one returns a response with a successful status, which is not decoded
    /// yet.
    fn receive(mut self, previous: Option<Previous>) -> BoxFuture<Result<ReceivedResponse, Error>> {
        self.span.clone().follow(async move {
            let resend = Resend::from(self.info.retry);
            let span = self.span.clone();
            let (deadline, last_error) = match previous {
                Some(previous) => {
                    sleep(previous.backoff).await;
                    (previous.deadline, Some(previous.error))
                }
                None => (self.handle.timeouts().overall_deadline(), None),
            };
            let decode = &mut |response: ReceivedResponse| Ok(response.in_span(span.clone()));
            let ended = self.run_after(last_error, deadline, resend, decode).await;
            let received = ended.map_err(|(error, _)| error)?;
            if !self.proof.has_echoes() || resend != Resend::IfTransient {
                return Ok(received);
            }
            // The response is decoded later, and may turn out to be about another record.
            Ok(received.with_repeat(Box::new(move |mut error| {
                match self.retry_in(&mut error, deadline, resend, &mut None) {
                    Some(backoff) => Ok(self.receive(Some(Previous {
                        error: error.with_body_cut(),
                        backoff,
                        deadline,
                    }))),
                    None => {
                        self.span.failed(&error);
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
    /// The only await points are the credentials, the transport and the backoff, which keeps the
    /// future small. The clock is monotonic.
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
            self.span.stopped(&error);
            return Err((error, None));
        }
        if let Err(error) = self.authorize(deadline).await {
            self.span.stopped(&error);
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
                self.span.stopped(&error);
                break Err(error);
            }
            state.attempt += 1;
            state.progress = AttemptProgress::default();
            let attempt = self.attempt(&state);
            self.handle.core.settings.hooks.before(&attempt);
            let attempt_deadline = self.handle.timeouts().attempt_deadline(state.started);
            let request = self.request.clone();
            let mut sent = self.handle.core.transport.send(request, &attempt);
            let received = timeout_at(attempt_deadline.min(deadline), &mut sent)
                .await
                .unwrap_or_else(|_| {
                    state.progress.set_timed_out();
                    let error = self.timed_out(attempt_deadline < deadline);
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
                Next::Refresh(rejected) => {
                    if let Err(error) = self.refresh(&mut state, rejected).await {
                        break Err(error);
                    }
                }
            }
        };
        result.map_err(|error| (error, state.lookup))
    }

    /// Classifies and decodes what the transport returned, notifies hooks and tracing, and decides
    /// whether to retry.
    fn on_attempt_end<T>(
        &self,
        state: &mut CallState,
        received: Result<RawResponse, TransportError>,
        resend: Resend,
        decode: Decode<'_, T>,
    ) -> ControlFlow<Result<T, Error>, Next> {
        let hooks = &self.handle.core.settings.hooks;
        let headers = match &received {
            _ if hooks.is_empty() => None,
            Ok(response) => Some(response.headers().clone()),
            Err(error) => error.head.as_ref().map(|head| head.1.clone()),
        };
        let received = classify(
            &self.handle,
            self.info,
            &self.context,
            received,
            self.mismatches,
            &self.proof,
        );
        let status = received.as_ref().ok().map(ReceivedResponse::status);
        let mut result = received
            .and_then(|response| decode(response.in_attempt(state.attempt)))
            .map_err(|error| {
                error.chained_after(state.attempt, self.info.retry, state.last_error.take())
            });
        let duration = state.started.elapsed();
        if let Err(error) = result {
            if self.may_refresh(&error, state.deadline, resend) {
                return ControlFlow::Continue(Next::Refresh(Box::new(Rejected {
                    error,
                    headers,
                    duration,
                })));
            }
            result = Err(error);
        }
        let retry_in = match &mut result {
            Err(error) => self.retry_in(error, state.deadline, resend, &mut state.lookup),
            Ok(_) => {
                self.handle.access.budget.deposit();
                None
            }
        };
        let error = result.as_ref().err();
        let ended = AttemptResult {
            status: error.map_or(status, Error::status),
            headers: headers.as_ref(),
            duration,
            error: error.map(|error| (error.kind(), error.outcome())),
            retry_in,
        };
        self.notify(state, &ended);
        match (result, retry_in) {
            (Err(error), Some(backoff)) => {
                state.last_error = Some(error.with_body_cut());
                ControlFlow::Continue(Next::Backoff(backoff))
            }
            (result, _) => ControlFlow::Break(result),
        }
    }

    /// Notifies hooks and tracing of the result of an attempt.
    pub(super) fn notify(&self, state: &CallState, ended: &AttemptResult<'_>) {
        let attempt = self.attempt(state);
        self.span.attempted(&attempt, ended);
        self.handle.core.settings.hooks.after(&attempt, ended);
    }

    /// The backoff before the next attempt, if one follows. It is withdrawn from the retry budget.
    fn retry_in(
        &self,
        error: &mut Error,
        deadline: Instant,
        resend: Resend,
        lookup: &mut Option<ReservedRetry>,
    ) -> Option<Duration> {
        let context = retry_context(error, deadline, resend);
        let Decision::Retry { after } = decide(&context, fastrand::f64()) else {
            return None;
        };
        let budget = &self.handle.access.budget;
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
            number: state.attempt,
            max_response_size: self.handle.core.settings.max_response_size,
            progress: &state.progress,
        }
    }

    fn timed_out(&self, is_attempt: bool) -> TransportError {
        TransportError::timed_out(match is_attempt {
            true => format!(
                "attempt timed out after {:?}",
                self.handle.timeouts().attempt
            ),
            false => self.overall_timeout_detail(),
        })
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

pub(super) fn retry_context(error: &Error, deadline: Instant, resend: Resend) -> RetryContext {
    RetryContext {
        observed: error.observed(),
        kind: error.kind(),
        resend,
        earlier_unknown: error.earlier().is_some(),
        attempts: error.attempts(),
        retry_after: error.retry_after(),
        time_left: deadline.saturating_duration_since(Instant::now()),
    }
}
