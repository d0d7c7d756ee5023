//! A call: attempts, and waits between them, within the limits of time.

pub(crate) mod backoff;
pub(crate) mod budget;
pub(crate) mod policy;
pub(crate) mod retry_after;

use std::ops::ControlFlow;
use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, sleep, timeout_at};

use crate::client::core::{Caller, Watch};
use crate::client::create_once::Readable;
use crate::client::settings::Settings;
use crate::error::Subject;
use crate::error::outcome::Observed;
use crate::response::decode::Exchanged;
use crate::retry::policy::{Decision, RetryContext, decide};
use crate::telemetry::attempt::{Attempt, AttemptResult};
use crate::telemetry::tracing::CallSpan;
use crate::transport::TransportError;
use crate::{Error, ErrorKind, OperationInfo, RawResponse};

/// One call of an operation, written and ready to be sent.
pub(crate) struct Call {
    pub(crate) caller: Caller,
    pub(crate) info: &'static OperationInfo,
    pub(crate) subject: Subject,
    pub(crate) request: http::Request<Bytes>,
    pub(crate) watch: Watch,
    /// How to tell whether a response can be read, where the caller wants the request to go out once more when nobody knows
    /// what became of it.
    pub(crate) resend: Option<Readable>,
    pub(crate) span: CallSpan,
}

impl Call {
    /// Makes attempts until one succeeds or no other one may follow.
    ///
    /// It waits here for the transport and between attempts, and nowhere else: what is done in between takes no room in
    /// the future. Times are those of a clock that nobody sets.
    pub(crate) async fn make(&self) -> Result<Exchanged, Error> {
        let deadline = self.caller.deadline();
        let mut number = 0;
        let mut last = None;
        loop {
            let started = Instant::now();
            if started >= deadline {
                // What was not sent until now stays not sent.
                let error = last.unwrap_or_else(|| self.expired());
                self.span.stopped(&error);
                return Err(error);
            }
            number += 1;
            self.settings().hooks.before(&self.attempt(number));
            let own = after(started, self.attempt_timeout());
            let sent = self
                .caller
                .core
                .transport
                .send(self.request.clone(), &self.attempt(number));
            let limit = if own < deadline {
                ATTEMPT_TIMEOUT
            } else {
                OVERALL_TIMEOUT
            };
            let received = timeout_at(own.min(deadline), sent)
                .await
                .unwrap_or_else(|_| Err(TransportError::timed_out(limit)));
            match self.ended(number, received, started, deadline, &mut last) {
                ControlFlow::Break(result) => return result,
                ControlFlow::Continue(wait) => sleep(wait).await,
            }
        }
    }

    /// Tells everybody how an attempt ended, and decides what follows: the end of the call, or a wait.
    fn ended(
        &self,
        number: u32,
        received: Result<RawResponse, TransportError>,
        started: Instant,
        deadline: Instant,
        last: &mut Option<Error>,
    ) -> ControlFlow<Result<Exchanged, Error>, Duration> {
        let hooks = &self.settings().hooks;
        let head = match &received {
            Ok(response) if !hooks.is_empty() => Some(response.headers().clone()),
            Err(error) if !hooks.is_empty() => error.head.as_ref().map(|head| head.1.clone()),
            _ => None,
        };
        let result = self
            .caller
            .conclude(self.info, &self.subject, received, self.watch)
            .and_then(|exchanged| match self.resend {
                Some(readable) => exchanged.checked(readable),
                None => Ok(exchanged),
            });
        let result = result.map_err(|error| error.after(number, self.info.retry, last.take()));
        let retry_in = match &result {
            Ok(_) => {
                self.caller.core.budget.refill();
                None
            }
            Err(error) => self.retry_in(error, deadline),
        };
        let ended = AttemptResult {
            status: match &result {
                Ok(exchanged) => Some(exchanged.response.status()),
                Err(error) => error.status(),
            },
            headers: head.as_ref(),
            duration: started.elapsed(),
            failure: result
                .as_ref()
                .err()
                .map(|error| (error.kind(), error.outcome())),
            retry_in,
        };
        let attempt = self.attempt(number);
        self.span.attempted(&attempt, &ended);
        hooks.after(&attempt, &ended);
        match (result, retry_in) {
            (Err(error), Some(wait)) => {
                *last = Some(error);
                ControlFlow::Continue(wait)
            }
            (result, _) => ControlFlow::Break(
                result.map(|exchanged| exchanged.in_call(number, self.span.clone())),
            ),
        }
    }

    /// How long to wait before another attempt, if one follows. It is paid for then.
    fn retry_in(&self, error: &Error, deadline: Instant) -> Option<Duration> {
        let budget = &self.caller.core.budget;
        let context = RetryContext {
            seen: error.seen(),
            kind: error.kind(),
            retry: self.info.retry,
            resend: self.resend.is_some() && error.earlier().is_none(),
            attempts: error.attempts(),
            retry_after: error.retry_after(),
            left: deadline.saturating_duration_since(Instant::now()),
            budget: budget.has_one(),
        };
        match decide(&context, fastrand::f64()) {
            Decision::Again { after } if budget.take() => Some(after),
            Decision::Again { .. } | Decision::GiveUp => None,
        }
    }

    fn attempt(&self, number: u32) -> Attempt<'_> {
        let (method, path_template) = match &self.subject.route {
            Some((method, template)) => (*method, &**template),
            None => (self.info.method, self.info.path_template),
        };
        Attempt {
            api: self.subject.api,
            operation: self.subject.operation,
            method,
            path_template,
            retry: self.info.retry,
            number,
            connect_timeout: self.caller.connect_timeout(),
            max_response_size: self.settings().cap,
        }
    }

    /// Nothing was sent before the overall timeout.
    fn expired(&self) -> Error {
        Error::new(ErrorKind::Timeout, Observed::Unsent, &self.subject).with_detail(OVERALL_TIMEOUT)
    }

    fn settings(&self) -> &Settings {
        &self.caller.core.settings
    }

    fn attempt_timeout(&self) -> Duration {
        let own = self.caller.options.as_ref();
        own.and_then(|own| own.attempt_timeout)
            .unwrap_or(self.settings().attempt_timeout)
    }
}

impl Caller {
    /// How long a connection may take to be made.
    fn connect_timeout(&self) -> Duration {
        let own = self.options.as_ref();
        own.and_then(|own| own.connect_timeout)
            .unwrap_or(self.core.settings.connect_timeout)
    }

    /// When a call that begins now has to end.
    pub(crate) fn deadline(&self) -> Instant {
        let own = self.options.as_ref();
        let limit = own.and_then(|own| own.overall_timeout);
        let limit = limit.unwrap_or(self.core.settings.overall_timeout);
        after(Instant::now(), limit)
    }
}

const ATTEMPT_TIMEOUT: &str = "the limit of an attempt";
const OVERALL_TIMEOUT: &str = "the limit of a call";

/// The end of a limit. One that is longer than clocks go is as good as none.
fn after(start: Instant, limit: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    start.checked_add(limit).unwrap_or(start + YEAR)
}
