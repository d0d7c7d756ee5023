//! The `tracing` span of a call and the events of its attempts, with OpenTelemetry's attributes for
//! HTTP clients. They contain the path template, never a URL. Without the feature they are empty.

#[cfg(not(feature = "tracing"))]
pub(crate) use disabled::CallSpan;
#[cfg(feature = "tracing")]
pub(crate) use enabled::CallSpan;

#[cfg(feature = "tracing")]
mod enabled {
    use std::future::Future;

    use http::StatusCode;
    use tracing::field::Empty;
    use tracing::{Instrument, Level, Span};

    use crate::error::ErrorContext;
    use crate::telemetry::attempt::{Attempt, AttemptResult};
    use crate::transport::BoxFuture;
    use crate::{Error, ErrorKind, OperationInfo};

    /// The target that subscribers filter by, whatever module emits the event.
    const TARGET: &str = "api_runtime";

    /// The span of a call, from its first attempt to the decoded value.
    #[derive(Clone)]
    pub(crate) struct CallSpan(Span);

    impl CallSpan {
        pub(crate) fn none() -> Self {
            Self(Span::none())
        }

        pub(crate) fn new(info: &OperationInfo, context: &ErrorContext) -> Self {
            let (method, path_template) = match &context.route {
                Some((method, template)) => (*method, &**template),
                None => (info.method, info.path_template),
            };
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
                operation = context.operation,
            ))
        }

        /// Runs the call in its span.
        pub(crate) fn follow<T>(
            self,
            call: impl Future<Output = T> + Send + 'static,
        ) -> BoxFuture<T> {
            Box::pin(call.instrument(self.0))
        }

        /// Records the result of an attempt. The last one is also the result of the call.
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
            if result.retry_in.is_none() {
                self.record_result(resend_count, result.status, kind);
            }
        }

        /// Records that the call ended during a backoff, or before the first attempt.
        pub(crate) fn stopped(&self, error: &Error) {
            let resend_count = error.attempts().saturating_sub(1);
            self.record_result(resend_count, error.status(), Some(error.kind()));
        }

        fn record_result(
            &self,
            resend_count: u32,
            status: Option<StatusCode>,
            kind: Option<ErrorKind>,
        ) {
            if resend_count > 0 {
                self.0.record("http.request.resend_count", resend_count);
            }
            if let Some(status) = status {
                self.0.record("http.response.status_code", status.as_u16());
            }
            if let Some(kind) = kind {
                self.record_error(&error_type(kind, status));
            }
        }

        /// Records that the response of the last attempt could not be decoded.
        pub(crate) fn failed(&self, error: &Error) {
            self.record_error(&format!("{:?}", error.kind()));
        }

        fn record_error(&self, error_type: &str) {
            self.0.record("error.type", error_type);
            self.0.record("otel.status_code", "ERROR");
        }
    }

    fn error_type(kind: ErrorKind, status: Option<StatusCode>) -> String {
        match status {
            Some(status) if !status.is_success() => status.as_str().to_owned(),
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
    use crate::telemetry::attempt::{Attempt, AttemptResult};
    use crate::transport::BoxFuture;
    use crate::{Error, OperationInfo};

    #[derive(Clone)]
    pub(crate) struct CallSpan;

    impl CallSpan {
        pub(crate) fn none() -> Self {
            Self
        }

        pub(crate) fn new(_: &OperationInfo, _: &ErrorContext) -> Self {
            Self
        }

        pub(crate) fn follow<T>(
            self,
            call: impl Future<Output = T> + Send + 'static,
        ) -> BoxFuture<T> {
            Box::pin(call)
        }

        pub(crate) fn attempted(&self, _: &Attempt<'_>, _: &AttemptResult<'_>) {}

        pub(crate) fn stopped(&self, _: &Error) {}

        pub(crate) fn failed(&self, _: &Error) {}
    }
}
