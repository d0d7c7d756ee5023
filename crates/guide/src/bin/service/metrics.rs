//! What the service counts and measures, with the crate `metrics`.

// ANCHOR: metrics
use std::time::Duration;

use metrics::{counter, gauge, histogram};
use payments_client::journal::{Gauges, JournalError};
use payments_client::observe::CallSummary;
use pos_v3_client::GetIncomingOrder;
use pos_v3_client::callback::Handler;
use tokio::time::sleep;

use super::failure::Failure;
use super::shop::Shop;

/// Seconds. Without buckets, the exporter writes no histogram but a summary.
pub(crate) const BUCKETS: [f64; 7] = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0];

/// At the end of each call of a client. All labels have few values.
pub(crate) fn call(call: &CallSummary<'_>) {
    // A call that was dropped has the kind `Canceled`.
    let (kind, outcome) = match call.error {
        Some((kind, outcome)) => (format!("{kind:?}"), format!("{outcome:?}")),
        None => (String::new(), "Success".to_owned()),
    };
    let labels = [
        ("api", call.api.to_owned()),
        ("operation", call.operation.to_owned()),
        (
            "venue",
            call.labels.get("venue").unwrap_or_default().to_owned(),
        ),
    ];
    histogram!("api_call_duration_seconds", &labels).record(call.duration);
    let retries = u64::from(call.attempts.saturating_sub(1));
    counter!("api_retries_total", &labels).increment(retries);
    // Also by zero: Prometheus does not count the first value of a series.
    counter!("api_late_total", &labels).increment(call.is_late.into());
    counter!("api_unrecorded_total", &labels).increment(call.is_unrecorded.into());
    let mut labels = labels.to_vec();
    labels.extend([("kind", kind), ("outcome", outcome)]);
    counter!("api_calls_total", &labels).increment(1);
}

/// After each round of the worker.
pub(crate) fn round(round: &Result<Gauges, JournalError>) {
    match round {
        Ok(gauges) => {
            gauge!("journal_open").set(gauges.open as f64);
            gauge!("journal_for_people").set(gauges.for_people as f64);
            gauge!("journal_oldest_for_people_seconds").set(gauges.oldest_for_people);
            counter!("journal_rounds_total").increment(1);
        }
        Err(error) => eprintln!("journal: {error}"),
    }
}

/// Once a minute: the orders that wait to be read, and the carts that wait for an order.
pub(crate) async fn waiting(shop: Shop, handler: Handler<GetIncomingOrder>) {
    loop {
        match handler.queued().await {
            Ok(queued) => {
                let oldest = queued.iter().map(|order| order.age).max();
                gauge!("callbacks_queued").set(queued.len() as f64);
                gauge!("callbacks_oldest_seconds").set(oldest.unwrap_or_default());
            }
            Err(error) => eprintln!("callbacks: {error}"),
        }
        match shop.oldest_cart().await {
            Ok(seconds) => gauge!("carts_oldest_seconds").set(seconds),
            Err(Failure(error)) => eprintln!("carts: {error}"),
        }
        sleep(Duration::from_secs(60)).await;
    }
}
// ANCHOR_END: metrics
