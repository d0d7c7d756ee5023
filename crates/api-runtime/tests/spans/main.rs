//! Spans and events of `tracing`. They have a binary of their own, since tests without a subscriber
//! would disable the call sites.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::Error;
use api_runtime::testing::Step;
use api_runtime::transport::TransportError;
use test_support::retry_rules::*;
use test_support::script::{failure, script, status};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

type Fields = BTreeMap<String, String>;

/// Records spans and events with all their fields, at every level.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Recorded>>);

#[derive(Default)]
struct Recorded {
    spans: Vec<Fields>,
    events: Vec<Fields>,
}

struct Visitor<'a>(&'a mut Fields);

impl Visit for Visitor<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}"));
    }
}

impl Subscriber for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "api_runtime"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut recorded = self.0.lock().unwrap();
        let mut fields = Fields::new();
        span.record(&mut Visitor(&mut fields));
        recorded.spans.push(fields);
        Id::from_u64(recorded.spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut recorded = self.0.lock().unwrap();
        let index = usize::try_from(span.into_u64()).unwrap() - 1;
        values.record(&mut Visitor(&mut recorded.spans[index]));
    }

    fn event(&self, event: &Event<'_>) {
        let mut recorded = self.0.lock().unwrap();
        let mut fields = Fields::new();
        let parent = event.parent().map(Id::into_u64);
        fields.insert("parent".to_owned(), format!("{parent:?}"));
        event.record(&mut Visitor(&mut fields));
        recorded.events.push(fields);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// The spans and events of a read with this script.
async fn record_read(steps: impl IntoIterator<Item = Step>) -> Recorded {
    let client = client(&script(steps));
    record_call(async { client.send(GetThing).await.map(drop) }).await
}

/// The spans and events of a call.
async fn record_call(call: impl Future<Output = Result<(), Error>>) -> Recorded {
    let recorder = Recorder::default();
    let guard = tracing::subscriber::set_default(recorder.clone());
    let _ = call.await;
    drop(guard);
    let recorded = std::mem::take(&mut *recorder.0.lock().unwrap());
    let mut text = String::new();
    write!(text, "{:?}{:?}", recorded.spans, recorded.events).unwrap();
    for hidden in ["pl4nted", TOKEN, "https"] {
        assert!(!text.contains(hidden), "{text}");
    }
    recorded
}

fn values<'a>(fields: &'a Fields, names: &[&str]) -> Vec<Option<&'a str>> {
    let get = |name: &&str| fields.get(*name).map(String::as_str);
    names.iter().map(get).collect()
}

const SPAN_FIELDS: [&str; 7] = [
    "otel.name",
    "http.request.method",
    "url.template",
    "http.request.resend_count",
    "http.response.status_code",
    "error.type",
    "otel.status_code",
];

#[tokio::test(start_paused = true)]
async fn calls_are_spans_and_attempts_are_events() {
    let recorded = record_read([
        status(503),
        failure(TransportError::interrupted),
        status(200),
    ])
    .await;
    assert_eq!(recorded.spans.len(), 1);
    assert_eq!(
        values(&recorded.spans[0], &SPAN_FIELDS),
        [
            Some("GET /v2/things/{id}"),
            Some("GET"),
            Some("/v2/things/{id}"),
            Some("2"),
            Some("200"),
            None,
            None
        ]
    );
    assert_eq!(
        values(&recorded.spans[0], &["operation", "api", "otel.kind"]),
        [Some("get_thing"), Some("shop"), Some("client")]
    );
    let events: Vec<_> = recorded
        .events
        .iter()
        .map(|event| {
            values(
                event,
                &[
                    "parent",
                    "http.request.resend_count",
                    "http.response.status_code",
                    "error.type",
                    "outcome",
                ],
            )
        })
        .collect();
    assert_eq!(
        events,
        [
            [
                Some("Some(1)"),
                Some("0"),
                Some("503"),
                Some("503"),
                Some("Unknown")
            ],
            [
                Some("Some(1)"),
                Some("1"),
                None,
                Some("Interrupted"),
                Some("Unknown")
            ],
            [Some("Some(1)"), Some("2"), Some("200"), None, None],
        ]
    );
    assert!(
        recorded.events[0].contains_key("retry_in_ms")
            && !recorded.events[2].contains_key("retry_in_ms")
    );
}

#[tokio::test(start_paused = true)]
async fn span_has_the_error_of_the_call() {
    for (step, status, error) in [
        (status(404), Some("404"), "404"),
        (failure(TransportError::untrusted), None, "Tls"),
        (Step::response(200, "[]"), Some("200"), "Decode"),
    ] {
        let recorded = record_read([step]).await;
        assert_eq!(
            values(&recorded.spans[0], &SPAN_FIELDS[3..]),
            [None, status, Some(error), Some("ERROR")]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn span_of_a_dropped_call_has_its_outcome() {
    let names = [
        "error.type",
        "outcome",
        "otel.status_code",
        "http.request.resend_count",
    ];
    for (seconds, outcome, resend_count) in [(0.1, "NotSent", None), (10.0, "Unknown", Some("1"))] {
        let steps = [failure(TransportError::not_connected), Step::pending()];
        let client = client(&script(steps));
        let recorded = record_call(async {
            let limit = Duration::from_secs_f64(seconds);
            let _ = tokio::time::timeout(limit, client.send(AddThing)).await;
            Ok(())
        });
        assert_eq!(
            values(&recorded.await.spans[0], &names),
            [Some("Canceled"), Some(outcome), Some("ERROR"), resend_count]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn span_of_a_call_that_is_dropped_after_an_error_status_is_canceled() {
    let client = client(&script([status(503)]));
    // During the backoff.
    let recorded = record_call(async {
        let limit = Duration::from_millis(100);
        let _ = tokio::time::timeout(limit, client.send(PutThing)).await;
        Ok(())
    });
    let recorded = recorded.await;
    let names = ["error.type", "outcome", "http.response.status_code"];
    assert_eq!(
        values(&recorded.spans[0], &names),
        [Some("Canceled"), Some("Unknown"), Some("503")]
    );
    assert_eq!(recorded.events[0]["error.type"], "503");
}

#[tokio::test(start_paused = true)]
async fn span_of_an_unreadable_response_has_its_outcome_and_the_labels() {
    let client = client(&script([Step::response(200, "[]")]));
    let call = client.call().label("shop", 7).label("till", 2);
    let recorded = record_call(async { call.send(AddThing).await.map(drop) }).await;
    let names = ["error.type", "outcome", "labels"];
    let expected = [
        Some("Decode"),
        Some("Unknown"),
        Some("account=12,shop=7,till=2"),
    ];
    assert_eq!(values(&recorded.spans[0], &names), expected);
    let names = ["error.type", "outcome"];
    assert_eq!(values(&recorded.events[0], &names), expected[..2]);
}
