//! The `tracing` span of a call and the events of its attempts, with OpenTelemetry's attributes for
//! HTTP clients. They contain the path template, never a URL. Without the feature they are empty.

#[cfg(not(feature = "tracing"))]
pub(crate) use disabled::{CallSpan, in_current_span};
#[cfg(feature = "tracing")]
pub(crate) use enabled::{CallSpan, in_current_span};

#[cfg(feature = "tracing")]
mod enabled {
    use std::future::Future;

    use http::StatusCode;
    use tracing::field::{self, Empty};
    use tracing::{Instrument, Level, Span};

    use crate::error::ErrorContext;
    use crate::error::kind::ErrorKind;
    use crate::observe::attempt::{Attempt, AttemptResult};
    use crate::observe::call_summary::CallSummary;
    use crate::observe::labels::Labels;

    /// The target that subscribers filter by, whatever module emits the event.
    const TARGET: &str = "api_runtime";

    /// The span of a call, from its first attempt to the decoded value.
    #[derive(Clone)]
    pub(crate) struct CallSpan(Span);

    impl CallSpan {
        pub(crate) fn new(context: &ErrorContext, labels: &Labels) -> Self {
            let (method, path_template) = (context.method, &*context.path_template);
            Self(tracing::info_span!(
                target: TARGET,
                "call",
                "otel.name" = format_args!("{method} {path_template}"),
                "otel.kind" = "client",
                "otel.status_code" = Empty,
                "http.request.method" = method.as_str(),
                "url.template" = path_template,
                "http.request.resend_count" = Empty,
                "http.response.status_code" = Empty,
                "error.type" = Empty,
                api = context.api,
                operation = context.info.name,
                labels = (!labels.is_empty()).then(|| field::display(labels)),
                outcome = Empty,
            ))
        }

        /// Enters the span whenever the part of the call is polled.
        pub(crate) fn within<F: Future>(self, part: F) -> impl Future<Output = F::Output> {
            part.instrument(self.0)
        }

        /// Records the result of an attempt.
        pub(crate) fn attempted(&self, attempt: &Attempt<'_>, result: &AttemptResult<'_>) {
            let resend_count = attempt.number - 1;
            let kind = result.error.map(|(kind, _)| kind);
            tracing::event!(
                target: TARGET,
                parent: &self.0,
                Level::DEBUG,
                "http.request.resend_count" = resend_count,
                "http.response.status_code" = result.status.map(|status| status.as_u16()),
                "error.type" = kind.map(|kind| error_type(kind, result.status)),
                outcome = result.error.map(|(_, outcome)| format!("{outcome:?}")),
                duration_ms = millis(result.duration),
                retry_in_ms = result.retry_in.map(millis),
                "attempt"
            );
        }

        /// Records the result of the call.
        pub(crate) fn ended(&self, call: &CallSummary<'_>) {
            if call.attempts > 1 {
                let resend_count = call.attempts - 1;
                self.0.record("http.request.resend_count", resend_count);
            }
            if let Some(status) = call.status {
                self.0.record("http.response.status_code", status.as_u16());
            }
            if let Some((kind, outcome)) = call.error {
                self.0.record("error.type", &*error_type(kind, call.status));
                self.0.record("otel.status_code", "ERROR");
                self.0.record("outcome", field::debug(outcome));
            }
        }
    }

    /// Runs a future in the span of its caller, also in another task.
    pub(crate) fn in_current_span<F: Future>(future: F) -> impl Future<Output = F::Output> {
        future.in_current_span()
    }

    fn error_type(kind: ErrorKind, status: Option<StatusCode>) -> String {
        match status {
            Some(status) if !status.is_success() && kind != ErrorKind::Canceled => {
                status.as_str().to_owned()
            }
            _ => format!("{kind:?}"),
        }
    }

    fn millis(duration: std::time::Duration) -> u64 {
        u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(not(feature = "tracing"))]
mod disabled {
    use std::future::Future;

    use crate::error::ErrorContext;
    use crate::observe::attempt::{Attempt, AttemptResult};
    use crate::observe::call_summary::CallSummary;
    use crate::observe::labels::Labels;

    #[derive(Clone)]
    pub(crate) struct CallSpan;

    impl CallSpan {
        pub(crate) fn new(_: &ErrorContext, _: &Labels) -> Self {
            Self
        }

        pub(crate) fn within<F: Future>(self, part: F) -> impl Future<Output = F::Output> {
            part
        }

        pub(crate) fn attempted(&self, _: &Attempt<'_>, _: &AttemptResult<'_>) {}

        pub(crate) fn ended(&self, _: &CallSummary<'_>) {}
    }

    pub(crate) fn in_current_span<F: Future>(future: F) -> impl Future<Output = F::Output> {
        future
    }
}
