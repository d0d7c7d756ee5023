//! OpenTelemetry spans of all calls, with the feature `tracing` of a client and the crate
//! `tracing-opentelemetry`, against a sandbox that this program starts.
//!
//! ```sh
//! cargo run -p guide --features observe --example open_telemetry
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use api_sandbox::{Effect, Fault, Sandbox};
use opentelemetry::trace::{SpanId, TracerProvider as _};
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SdkTracerProvider, SpanData, SpanExporter};
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{
    Client, Config, CreateIncomingOrder, Environment, GetIncomingOrder, IntegratorAndVenue,
};
use tokio::select;
use tokio::time::sleep;
use tracing::{Instrument, info_span};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;

/// Keeps spans. A service uses an exporter such as that of the crate `opentelemetry-otlp`.
#[derive(Clone, Debug, Default)]
struct Spans(Arc<Mutex<Vec<SpanData>>>);

impl SpanExporter for Spans {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let mut spans = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        spans.extend(batch);
        Ok(())
    }
}

impl Spans {
    /// Writes each span below its parent, with its attributes and events.
    fn write(&self, out: &mut impl Write, parent: SpanId, indent: usize) -> io::Result<()> {
        let spans = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let mut children =
            Vec::from_iter(spans.iter().filter(|span| span.parent_span_id == parent));
        children.sort_by_key(|span| span.start_time);
        for span in children {
            writeln!(out, "{:indent$}{} {:?}", "", span.name, span.status)?;
            let attributes = span.attributes.iter();
            let attributes: BTreeMap<_, _> = attributes
                .map(|attribute| (attribute.key.as_str(), attribute.value.as_str()))
                .collect();
            for (key, value) in attributes {
                writeln!(out, "{:indent$}    {key} = {value}", "")?;
            }
            for event in span.events.iter() {
                write!(out, "{:indent$}    {}:", "", event.name)?;
                for attribute in &event.attributes {
                    write!(out, " {}={}", attribute.key, attribute.value)?;
                }
                writeln!(out)?;
            }
            self.write(out, span.span_context.span_id(), indent + 2)?;
        }
        Ok(())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout()).await
}

/// Places an order, as a handler does: the call is detached, and its span is in that of the handler.
async fn place(client: Client) -> Result<Option<i64>, pos_v3_client::Error> {
    let items = vec![NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 1,
    })];
    let order = CreateIncomingOrder::new(NewIncomingOrder::new("WEB-1", items));
    let created = client.detach(client.send(order)).await?;
    Ok(created.incoming_order.id)
}

pub(crate) async fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let spans = Spans::default();
    let provider = SdkTracerProvider::builder()
        .with_simple_exporter(spans.clone())
        .build();
    let layer = tracing_opentelemetry::layer()
        .with_location(false)
        .with_threads(false)
        .with_tracer(provider.tracer("shop"));
    // Calls with their attempts, and the service's own spans; not hyper's, which log URLs.
    let targets = Targets::new()
        .with_target("api_runtime", LevelFilter::DEBUG)
        .with_target(module_path!(), LevelFilter::INFO);
    let subscriber = tracing_subscriber::registry().with(targets).with(layer);
    // A service calls `set_global_default`.
    let _guard = tracing::subscriber::set_default(subscriber);

    let sandbox = Sandbox::start().await?;
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials)?;
    let client = Client::builder(config).account(12).build()?;

    let placed = place(client.clone()).instrument(info_span!("POST /orders"));
    let id = placed.await?.ok_or("missing order id")?;
    // A read that succeeds at its second attempt.
    let fault = Fault::new("get_incoming_order", Effect::Status(503));
    sandbox.control().inject(fault)?;
    client.send(GetIncomingOrder::new(id)).await?;
    // A write whose handler is dropped.
    let slow = Effect::Delay(Duration::from_secs(20));
    let fault = Fault::new("create_incoming_order", slow);
    sandbox.control().inject(fault)?;
    let items = vec![NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 1,
    })];
    let order = CreateIncomingOrder::new(NewIncomingOrder::new("WEB-2", items));
    let is_on_its_way = async {
        while sandbox.control().verify_faults().is_err() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    select! {
        _ = client.send(order) => {}
        () = is_on_its_way => {}
    }

    provider.force_flush()?;
    spans.write(out, SpanId::INVALID, 0)?;
    Ok(())
}
