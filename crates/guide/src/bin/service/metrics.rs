//! What the service counts and measures, with the crate `prometheus`.

// ANCHOR: metrics
use std::sync::LazyLock;
use std::time::Duration;

use payments_client::journal::{Gauges, JournalError};
use payments_client::observe::CallSummary;
use pos_v3_client::GetIncomingOrder;
use pos_v3_client::callback::Handler;
use prometheus::{Gauge, HistogramVec, IntCounter, IntCounterVec, TextEncoder};
use prometheus::{histogram_opts, register_gauge, register_histogram_vec};
use prometheus::{register_int_counter, register_int_counter_vec};
use tokio::time::sleep;

use super::failure::Failure;
use super::shop::Shop;

/// All labels have few values.
const LABELS: [&str; 3] = ["api", "operation", "account"];

static CALLS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    let labels = ["api", "operation", "account", "kind", "outcome"];
    register_int_counter_vec!("api_calls_total", "Ended calls.", &labels).expect("a new name")
});
static DURATION: LazyLock<HistogramVec> = LazyLock::new(|| {
    let buckets = vec![0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0];
    let options = histogram_opts!("api_call_duration_seconds", "Of calls.", buckets);
    register_histogram_vec!(options, &LABELS).expect("a new name")
});
static RETRIES: LazyLock<IntCounterVec> =
    LazyLock::new(|| counters("api_retries_total", "Attempts after the first."));
static LATE: LazyLock<IntCounterVec> =
    LazyLock::new(|| counters("api_late_total", "Calls that lost their lease."));
static UNRECORDED: LazyLock<IntCounterVec> =
    LazyLock::new(|| counters("api_unrecorded_total", "Ends that the journal lacks."));

static ROUNDS: LazyLock<IntCounter> = LazyLock::new(|| {
    register_int_counter!("journal_rounds_total", "Rounds of the worker.").expect("a new name")
});
static DUE: LazyLock<Gauge> =
    LazyLock::new(|| gauge("journal_due", "Writes whose record is to be looked up."));
static FOR_PEOPLE: LazyLock<Gauge> =
    LazyLock::new(|| gauge("journal_for_people", "Writes for the operator."));
static OLDEST_FOR_PEOPLE: LazyLock<Gauge> =
    LazyLock::new(|| gauge("journal_oldest_for_people_seconds", "Age of the oldest."));
static QUEUED: LazyLock<Gauge> =
    LazyLock::new(|| gauge("callbacks_queued", "Orders that wait to be read."));
static OLDEST_QUEUED: LazyLock<Gauge> =
    LazyLock::new(|| gauge("callbacks_oldest_seconds", "Age of the oldest."));
static OLDEST_CART: LazyLock<Gauge> =
    LazyLock::new(|| gauge("carts_oldest_seconds", "Age of the oldest paid cart."));

fn counters(name: &str, help: &str) -> IntCounterVec {
    register_int_counter_vec!(name, help, &LABELS).expect("a new name")
}

fn gauge(name: &str, help: &str) -> Gauge {
    register_gauge!(name, help).expect("a new name")
}

/// What Prometheus scrapes.
pub(crate) fn text() -> String {
    let text = TextEncoder::new().encode_to_string(&prometheus::gather());
    text.expect("metrics are texts and numbers")
}

/// At the end of each call of a client.
pub(crate) fn call(call: &CallSummary<'_>) {
    // A call that was dropped has the kind `Canceled`.
    let (kind, outcome) = match call.error {
        Some((kind, outcome)) => (format!("{kind:?}"), format!("{outcome:?}")),
        None => (String::new(), "Success".to_owned()),
    };
    let account = call.labels.get("account").unwrap_or_default();
    let labels = [call.api, call.operation, account];
    let seconds = call.duration.as_secs_f64();
    DURATION.with_label_values(&labels).observe(seconds);
    let retries = u64::from(call.attempts.saturating_sub(1));
    RETRIES.with_label_values(&labels).inc_by(retries);
    // Also by zero: Prometheus does not count the first value of a series.
    let counter = LATE.with_label_values(&labels);
    counter.inc_by(call.is_late.into());
    let counter = UNRECORDED.with_label_values(&labels);
    counter.inc_by(call.is_unrecorded.into());
    let labels = [call.api, call.operation, account, &kind, &outcome];
    CALLS.with_label_values(&labels).inc();
}

/// After each round of the worker.
pub(crate) fn round(round: &Result<Gauges, JournalError>) {
    match round {
        Ok(gauges) => {
            DUE.set(gauges.due as f64);
            FOR_PEOPLE.set(gauges.for_people as f64);
            OLDEST_FOR_PEOPLE.set(gauges.oldest_for_people.as_secs_f64());
            ROUNDS.inc();
            for failure in &gauges.failures {
                eprintln!("journal: {failure}");
            }
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
                QUEUED.set(queued.len() as f64);
                OLDEST_QUEUED.set(oldest.unwrap_or_default().as_secs_f64());
            }
            Err(error) => eprintln!("callbacks: {error}"),
        }
        match shop.oldest_cart().await {
            Ok(seconds) => OLDEST_CART.set(seconds),
            Err(Failure(error)) => eprintln!("carts: {error}"),
        }
        sleep(Duration::from_secs(60)).await;
    }
}
// ANCHOR_END: metrics
