//! What a call tells to `tracing`, in the words that OpenTelemetry has for HTTP clients. Never an address, only the path
//! template. Without the feature there is nothing here, and it costs nothing.

#[cfg(feature = "tracing")]
pub(crate) use told::CallSpan;
#[cfg(not(feature = "tracing"))]
pub(crate) use untold::CallSpan;

#[cfg(feature = "tracing")]
mod told {
    use std::future::Future;

    use http::StatusCode;
    use tracing::field::Empty;
    use tracing::{Instrument, Level, Span};

    use crate::error::ErrorContext;
    use crate::telemetry::attempt::{Attempt, AttemptResult};
    use crate::transport::BoxFuture;
    use crate::{Error, ErrorKind, OperationInfo};

    /// By which a subscriber chooses what it takes: where it is told from in here is nobody's business.
    const TARGET: &str = "api_runtime";

    /// The span of a call: from its first attempt to the value that is read.
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

        /// The call, inside its span.
        pub(crate) fn follow<T>(
            self,
            call: impl Future<Output = T> + Send + 'static,
        ) -> BoxFuture<T> {
            Box::pin(call.instrument(self.0))
        }

        /// An attempt has ended. The last one speaks for the call.
        pub(crate) fn attempted(&self, attempt: &Attempt<'_>, ended: &AttemptResult<'_>) {
            let resent = attempt.number - 1;
            let kind = ended.error.map(|(kind, _)| kind);
            tracing::event!(
                target: TARGET,
                parent: &self.0,
                Level::DEBUG,
                "http.request.resend_count" = resent,
                "http.response.status_code" = ended.status.map(|status| status.as_u16()),
                "error.type" = kind.map(|kind| error_type(kind, ended.status)),
                outcome = ended.error.map(|(_, outcome)| format!("{outcome:?}")),
                duration_ms = millis(ended.duration),
                next_wait_ms = ended.retry_in.map(millis),
                "attempt"
            );
            if ended.retry_in.is_none() {
                self.ended(resent, ended.status, kind);
            }
        }

        /// The call has ended while it waited for another attempt, or before the first one.
        pub(crate) fn stopped(&self, error: &Error) {
            let resent = error.attempts().saturating_sub(1);
            self.ended(resent, error.status(), Some(error.kind()));
        }

        fn ended(&self, resent: u32, status: Option<StatusCode>, kind: Option<ErrorKind>) {
            if resent > 0 {
                self.0.record("http.request.resend_count", resent);
            }
            if let Some(status) = status {
                self.0.record("http.response.status_code", status.as_u16());
            }
            if let Some(kind) = kind {
                self.fail(&error_type(kind, status));
            }
        }

        /// The response of the last attempt could not be read.
        pub(crate) fn failed(&self, error: &Error) {
            self.fail(&format!("{:?}", error.kind()));
        }

        fn fail(&self, error_type: &str) {
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
mod untold {
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
