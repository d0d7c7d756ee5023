//! Metrics of all calls, as in the example `metrics`.

use metrics::{counter, histogram};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};
use pos_v1_client::CallSummary;

pub(crate) fn install() -> Result<PrometheusHandle, BuildError> {
    let buckets = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0];
    PrometheusBuilder::new()
        .set_buckets(&buckets)?
        .install_recorder()
}

pub(crate) fn record(call: &CallSummary<'_>) {
    let outcome = match call.error {
        Some((kind, outcome)) => format!("{outcome:?}: {kind:?}"),
        None => "Success".to_owned(),
    };
    let labels = [
        ("api", call.api.to_owned()),
        ("operation", call.operation.to_owned()),
        (
            "venue",
            call.labels.get("venue").unwrap_or_default().to_owned(),
        ),
        ("outcome", outcome),
    ];
    counter!("api_calls_total", &labels).increment(1);
    histogram!("api_call_duration_seconds", &labels).record(call.duration);
}
