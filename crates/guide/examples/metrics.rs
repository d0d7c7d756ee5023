//! Metrics of all calls for Prometheus, with the crates `metrics` and `metrics-exporter-prometheus`,
//! against a sandbox that this program starts.
//!
//! ```sh
//! cargo run -p guide --features observe --example metrics
//! ```

use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;

use api_sandbox::{Effect, Fault, Sandbox};
use metrics::{counter, histogram};
use metrics_exporter_prometheus::PrometheusBuilder;
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{
    CallSummary, Client, Config, CreateIncomingOrder, Environment, GetIncomingOrder,
    IntegratorAndVenue,
};

/// Bounds of the histogram in seconds. A call is limited to 60 s.
const BUCKETS: [f64; 7] = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout()).await
}

// ANCHOR: record
/// Counts the calls of a client and measures their durations.
///
/// All labels have few values: there are no ids among them.
fn record(call: &CallSummary<'_>) {
    let venue = call.labels.get("venue").unwrap_or_default().to_owned();
    // A call that was dropped has the kind `Canceled`.
    let (kind, outcome) = match call.error {
        Some((kind, outcome)) => (format!("{kind:?}"), format!("{outcome:?}")),
        None => (String::new(), "Success".to_owned()),
    };
    let labels = [
        ("api", call.api.to_owned()),
        ("operation", call.operation.to_owned()),
        ("venue", venue),
    ];
    histogram!("api_call_duration_seconds", &labels).record(call.duration);
    let retries = call.attempts.saturating_sub(1);
    counter!("api_retries_total", &labels).increment(u64::from(retries));
    let mut labels = labels.to_vec();
    labels.extend([("kind", kind), ("outcome", outcome)]);
    counter!("api_calls_total", &labels).increment(1);
}
// ANCHOR_END: record

pub(crate) async fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let builder = PrometheusBuilder::new().set_buckets(&BUCKETS)?;
    let prometheus = builder.install_recorder()?;

    let sandbox = Sandbox::start().await?;
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials)?;
    let client = Client::builder(config)
        .label("venue", 12)
        .on_call_end(record)
        .build()?;
    let order = || {
        let items = vec![NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        })];
        CreateIncomingOrder::new(NewIncomingOrder::new("WEB-1", items))
    };

    // An order, and a second one with its reference.
    let created = client.send(order()).await?.incoming_order;
    let _ = client.send(order()).await;
    // A read that succeeds at its second attempt.
    let id = created.id.ok_or("missing order id")?;
    let fault = Fault::new("get_incoming_order", Effect::Status(503));
    sandbox.control().inject(fault)?;
    client.send(GetIncomingOrder::new(id)).await?;
    // A write whose caller does not wait for the response.
    let slow = Effect::Delay(Duration::from_secs(20));
    let fault = Fault::new("create_incoming_order", slow);
    sandbox.control().inject(fault)?;
    let _ = tokio::time::timeout(Duration::from_secs(1), client.send(order())).await;

    // What a scrape returns.
    write!(out, "{}", prometheus.render())?;
    Ok(())
}
