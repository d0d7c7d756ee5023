//! A call: attempts, and waits between them, within the limits of time.

use std::ops::ControlFlow;
use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, sleep, timeout_at};

use crate::attempt::{Attempt, Attempted};
use crate::caller::{Caller, Watch};
use crate::creating::Readable;
use crate::error::Subject;
use crate::exchanged::Exchanged;
use crate::outcome::Seen;
use crate::retry::{Decision, Situation, decide};
use crate::settings::Settings;
use crate::trace::CallSpan;
use crate::transport::{Arrival, Failure};
use crate::{About, Error, ErrorKind};

/// One call of an operation, written and ready to be sent.
pub(crate) struct Call {
    pub(crate) caller: Caller,
    pub(crate) about: &'static About,
    pub(crate) subject: Subject,
    pub(crate) request: http::Request<Bytes>,
    pub(crate) watch: Watch,
    /// How to tell whether a reply can be read, where the caller wants the request to go out once more when nobody knows
    /// what became of it.
    pub(crate) resend: Option<Readable>,
    pub(crate) span: CallSpan,
}

/// What came of an attempt: something from the transport, or the end of a limit.
type Came = Result<Result<Arrival, Failure>, &'static str>;

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
                let error = last.unwrap_or_else(|| self.timed_out(Seen::Unsent, OF_A_CALL));
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
            let came = timeout_at(own.min(deadline), sent).await.map_err(|_| {
                if own < deadline {
                    OF_AN_ATTEMPT
                } else {
                    OF_A_CALL
                }
            });
            match self.ended(number, came, started, deadline, &mut last) {
                ControlFlow::Break(result) => return result,
                ControlFlow::Continue(wait) => sleep(wait).await,
            }
        }
    }

    /// Tells everybody how an attempt ended, and decides what follows: the end of the call, or a wait.
    fn ended(
        &self,
        number: u32,
        came: Came,
        started: Instant,
        deadline: Instant,
        last: &mut Option<Error>,
    ) -> ControlFlow<Result<Exchanged, Error>, Duration> {
        let hooks = &self.settings().hooks;
        let head = match &came {
            Ok(Ok(arrival)) if !hooks.is_empty() => Some(arrival.headers.clone()),
            _ => None,
        };
        let result = match came {
            Ok(Ok(arrival)) => self
                .caller
                .conclude(self.about, &self.subject, arrival, self.watch)
                .and_then(|exchanged| match self.resend {
                    Some(readable) => exchanged.checked(readable),
                    None => Ok(exchanged),
                }),
            Ok(Err(failure)) => Err(self.caller.failed(failure, &self.subject)),
            Err(limit) => Err(self.timed_out(Seen::NoReply, limit)),
        };
        let result = result.map_err(|error| error.after(number, self.about.repeat, last.take()));
        let next_wait = match &result {
            Ok(_) => {
                self.caller.core.budget.refill();
                None
            }
            Err(error) => self.next_wait(error, deadline),
        };
        let ended = Attempted {
            status: match &result {
                Ok(exchanged) => Some(exchanged.reply.status()),
                Err(error) => error.status(),
            },
            headers: head.as_ref(),
            duration: started.elapsed(),
            failure: result
                .as_ref()
                .err()
                .map(|error| (error.kind(), error.outcome())),
            next_wait,
        };
        let attempt = self.attempt(number);
        self.span.attempted(&attempt, &ended);
        hooks.after(&attempt, &ended);
        match (result, next_wait) {
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
    fn next_wait(&self, error: &Error, deadline: Instant) -> Option<Duration> {
        let budget = &self.caller.core.budget;
        let situation = Situation {
            seen: error.seen(),
            kind: error.kind(),
            repeat: self.about.repeat,
            resend: self.resend.is_some() && error.earlier().is_none(),
            attempts: error.attempts(),
            retry_after: error.retry_after(),
            left: deadline.saturating_duration_since(Instant::now()),
            budget: budget.has_one(),
        };
        match decide(&situation, fastrand::f64()) {
            Decision::Again { after } if budget.take() => Some(after),
            Decision::Again { .. } | Decision::GiveUp => None,
        }
    }

    fn attempt(&self, number: u32) -> Attempt<'_> {
        let (method, path_template) = match &self.subject.route {
            Some((method, template)) => (*method, &**template),
            None => (self.about.method, self.about.path_template),
        };
        Attempt {
            api: self.subject.api,
            operation: self.subject.operation,
            method,
            path_template,
            repeat: self.about.repeat,
            number,
            connect_timeout: self.caller.connect_timeout(),
            response_cap: self.settings().cap,
        }
    }

    fn timed_out(&self, seen: Seen, limit: &str) -> Error {
        Error::new(ErrorKind::Timeout, seen, &self.subject).with_detail(limit)
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

const OF_AN_ATTEMPT: &str = "the limit of an attempt";
const OF_A_CALL: &str = "the limit of a call";

/// The end of a limit. One that is longer than clocks go is as good as none.
fn after(start: Instant, limit: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    start.checked_add(limit).unwrap_or(start + YEAR)
}
