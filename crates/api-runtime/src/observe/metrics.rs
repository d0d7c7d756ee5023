//! The metrics of calls, over the facade crate `metrics`.

use metrics::{Label, counter, histogram};

use crate::observe::call_summary::CallSummary;

/// Counts and measures a call that has ended. All labels have few values.
pub(crate) fn ended(call: &CallSummary<'_>) {
    // A call that was dropped has the kind `Canceled`.
    let (kind, outcome) = match call.error {
        Some((kind, outcome)) => (format!("{kind:?}"), format!("{outcome:?}")),
        None => (String::new(), "Success".to_owned()),
    };
    let label = |name, value: &str| Label::new(name, value.to_owned());
    let labels = vec![
        label("api", call.api),
        label("operation", call.operation),
        label("account", call.labels.get("account").unwrap_or_default()),
    ];
    histogram!("api_call_duration_seconds", labels.clone()).record(call.duration);
    let retries = call.attempts.saturating_sub(1);
    counter!("api_retries_total", labels.clone()).increment(retries.into());
    // Also by zero: Prometheus does not count the first value of a series.
    counter!("api_late_total", labels.clone()).increment(call.is_late.into());
    counter!("api_unrecorded_total", labels.clone()).increment(call.is_unrecorded.into());
    let of_end = vec![label("kind", &kind), label("outcome", &outcome)];
    counter!("api_calls_total", [labels, of_end].concat()).increment(1);
}
