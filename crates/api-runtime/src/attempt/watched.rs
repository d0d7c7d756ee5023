//! What hooks and the span learn of a call: each attempt, and its end.

use std::mem::take;
use std::time::Duration;

use api_journal::Outcome;
use http::{HeaderMap, StatusCode};
use tokio::time::Instant;

use crate::attempt::handle::ClientHandle;
use crate::error::kind::ErrorKind;
use crate::error::outcome::of_status;
use crate::error::{Error, ErrorContext};
use crate::info::operation_info::Retry;
use crate::observe::attempt::{Attempt, AttemptResult};
use crate::observe::call_summary::CallSummary;
use crate::observe::hook::{Hook, each};
use crate::observe::progress::AttemptProgress;
use crate::observe::tracing::CallSpan;

/// Reports a call to hooks and its span. If it is dropped before the end of the call, the call was
/// canceled.
pub(crate) struct Watched {
    handle: ClientHandle,
    span: CallSpan,
    context: ErrorContext,
    started: Instant,
    attempts: u32,
    phase: Phase,
    /// Of the last attempt that ended.
    status: Option<StatusCode>,
    /// Of the last attempt that ended.
    outcome: Option<Outcome>,
    is_late: bool,
    is_unrecorded: bool,
    has_ended: bool,
}

/// What the current attempt does.
#[derive(Default)]
enum Phase {
    /// None has started, or the last one has ended.
    #[default]
    Idle,
    Sending {
        started: Instant,
        progress: AttemptProgress,
    },
    /// A response is not decoded yet.
    Received {
        progress: AttemptProgress,
        duration: Duration,
        status: Option<StatusCode>,
        headers: Option<HeaderMap>,
    },
}

impl Watched {
    pub(crate) fn new(handle: &ClientHandle, span: &CallSpan, context: &ErrorContext) -> Self {
        Self {
            handle: handle.clone(),
            span: span.clone(),
            context: context.clone(),
            started: Instant::now(),
            attempts: 0,
            phase: Phase::Idle,
            status: None,
            outcome: None,
            is_late: false,
            is_unrecorded: false,
            has_ended: false,
        }
    }

    fn hooks(&self) -> &[Box<dyn Hook>] {
        &self.handle.core.settings.hooks
    }

    pub(crate) fn start_attempt(
        &mut self,
        number: u32,
        started: Instant,
        progress: &AttemptProgress,
    ) {
        self.attempts = number;
        self.phase = Phase::Sending {
            started,
            progress: progress.clone(),
        };
        let attempt = self.attempt(progress);
        each(self.hooks(), |hook| hook.before(&attempt));
    }

    /// The current attempt, as the transport and hooks see it.
    pub(crate) fn attempt<'s>(&'s self, progress: &'s AttemptProgress) -> Attempt<'s> {
        Attempt {
            api: self.context.api,
            operation: self.context.info.name,
            method: self.context.method,
            path_template: &self.context.path_template,
            retry: self.context.retry,
            labels: self.handle.labels(),
            number: self.attempts,
            max_response_size: self.handle.options.max_response_size(),
            progress,
        }
    }

    /// The transport has returned. Whether the attempt succeeded is known when it is decoded.
    pub(crate) fn receive(&mut self, head: Option<(StatusCode, &HeaderMap)>) {
        let (status, headers) = head.unzip();
        if let Phase::Sending { started, progress } = take(&mut self.phase) {
            self.phase = Phase::Received {
                progress,
                duration: started.elapsed(),
                status,
                headers: headers.filter(|_| !self.hooks().is_empty()).cloned(),
            };
        }
    }

    /// The current attempt failed.
    pub(crate) fn fail_attempt(&mut self, error: &Error, retry_in: Option<Duration>) {
        let result = Some((error.kind(), error.outcome()));
        self.end_attempt(error.status(), result, retry_in);
    }

    /// The current attempt was a success.
    pub(crate) fn pass_attempt(&mut self) {
        self.end_attempt(None, None, None);
    }

    /// How the journal recorded the outcome. Of what was not sent, there is none.
    pub(crate) fn set_recorded(&mut self, is_late: bool, is_unrecorded: bool) {
        (self.is_late, self.is_unrecorded) = (is_late, is_unrecorded && self.attempts > 0);
    }

    /// The call ended with this result, and with it the current attempt.
    pub(crate) fn end<T>(mut self, result: Result<T, Error>) -> Result<T, Error> {
        let (status, error) = match &result {
            Ok(_) => (None, None),
            Err(error) => (error.status(), Some((error.kind(), error.outcome()))),
        };
        self.end_attempt(status, error, None);
        self.report_end(error);
        result
    }

    /// Reports the current attempt, if there is one.
    fn end_attempt(
        &mut self,
        error_status: Option<StatusCode>,
        error: Option<(ErrorKind, Outcome)>,
        retry_in: Option<Duration>,
    ) {
        let (progress, duration, status, headers) = match take(&mut self.phase) {
            Phase::Idle => return,
            Phase::Sending { started, progress } => (progress, started.elapsed(), None, None),
            Phase::Received {
                progress,
                duration,
                status,
                headers,
                ..
            } => (progress, duration, status, headers),
        };
        self.status = error_status.or(status);
        self.outcome = error.map(|(_, outcome)| outcome);
        let attempt = self.attempt(&progress);
        let result = AttemptResult {
            status: self.status,
            headers: headers.as_ref(),
            duration,
            error,
            retry_in,
        };
        self.span.attempted(&attempt, &result);
        each(self.hooks(), |hook| hook.after(&attempt, &result));
    }

    fn report_end(&mut self, error: Option<(ErrorKind, Outcome)>) {
        self.has_ended = true;
        let summary = CallSummary {
            api: self.context.api,
            operation: self.context.info.name,
            method: self.context.method,
            path_template: &self.context.path_template,
            retry: self.context.retry,
            labels: self.handle.labels(),
            attempts: self.attempts,
            status: self.status,
            duration: self.started.elapsed(),
            error,
            is_late: self.is_late,
            is_unrecorded: self.is_unrecorded,
        };
        self.span.ended(&summary);
        each(self.hooks(), |hook| hook.on_call_end(&summary));
    }

    /// Whether no attempt has sent anything.
    pub(crate) fn is_unsent(&self) -> bool {
        let is_idle = matches!(self.phase, Phase::Idle);
        is_idle && (self.attempts == 0 || self.outcome == Some(Outcome::NotSent))
    }

    /// What is known of the request when the call is dropped.
    fn canceled(&self) -> (Option<StatusCode>, Outcome) {
        let earlier_is_unknown =
            self.outcome == Some(Outcome::Unknown) && self.context.retry != Retry::Safe;
        let is_error = |status: &StatusCode| !status.is_success();
        let (status, current) = match &self.phase {
            Phase::Idle => (None, self.outcome.unwrap_or(Outcome::NotSent)),
            Phase::Sending { progress, .. } => {
                let status = progress.take_head().map(|(status, _)| status);
                (
                    status,
                    status.filter(is_error).map_or(Outcome::Unknown, of_status),
                )
            }
            Phase::Received { status, .. } => {
                // A success is not decoded yet; a rejection waits for fresh credentials.
                let outcome = status.filter(is_error).map_or(Outcome::Unknown, of_status);
                (*status, outcome)
            }
        };
        // What other calls with the key have sent is not known here.
        match earlier_is_unknown || self.context.has_key {
            true => (status, Outcome::Unknown),
            false => (status, current),
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if !self.has_ended {
            let (status, outcome) = self.canceled();
            let error = Some((ErrorKind::Canceled, outcome));
            self.end_attempt(status, error, None);
            self.report_end(error);
        }
    }
}
