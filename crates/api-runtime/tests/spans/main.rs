//! Spans and events of `tracing`. A binary of its own: tests without a subscriber would disable the call sites for all.

#[path = "../policy/script.rs"]
#[allow(dead_code, reason = "the tests of policy use the rest")]
mod script;
#[path = "../policy/shop.rs"]
#[allow(dead_code, reason = "the tests of policy use the rest")]
mod shop;

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::testing::Step;
use api_runtime::{Error, RequestOptions, TransportError};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::script::{failure, script, status};
use crate::shop::*;

type Fields = BTreeMap<String, String>;

/// Keeps spans and events with all their fields, at every level.
#[derive(Clone, Default)]
struct Keeper(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
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

impl Subscriber for Keeper {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "api_runtime"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut kept = self.0.lock().unwrap();
        let mut fields = Fields::new();
        span.record(&mut Visitor(&mut fields));
        kept.spans.push(fields);
        Id::from_u64(kept.spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut kept = self.0.lock().unwrap();
        let at = usize::try_from(span.into_u64()).unwrap() - 1;
        values.record(&mut Visitor(&mut kept.spans[at]));
    }

    fn event(&self, event: &Event<'_>) {
        let mut kept = self.0.lock().unwrap();
        let mut fields = Fields::new();
        let parent = event.parent().map(Id::into_u64);
        fields.insert("parent".to_owned(), format!("{parent:?}"));
        event.record(&mut Visitor(&mut fields));
        kept.events.push(fields);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// What is told of a read that goes by this script.
async fn told(steps: impl IntoIterator<Item = Step>) -> Kept {
    let client = client(&script(steps));
    told_of(async { client.send(GetThing).await.map(drop) }).await
}

/// What is told of a call.
async fn told_of(call: impl Future<Output = Result<(), Error>>) -> Kept {
    let keeper = Keeper::default();
    let guard = tracing::subscriber::set_default(keeper.clone());
    let _ = call.await;
    drop(guard);
    let kept = std::mem::take(&mut *keeper.0.lock().unwrap());
    let mut text = String::new();
    write!(text, "{:?}{:?}", kept.spans, kept.events).unwrap();
    for hidden in ["pl4nted", TOKEN, "https"] {
        assert!(!text.contains(hidden), "{text}");
    }
    kept
}

fn shown<'a>(fields: &'a Fields, names: &[&str]) -> Vec<Option<&'a str>> {
    let get = |name: &&str| fields.get(*name).map(String::as_str);
    names.iter().map(get).collect()
}

const OF_A_SPAN: [&str; 7] = [
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
    let kept = told([
        status(503),
        failure(TransportError::interrupted),
        status(200),
    ])
    .await;
    assert_eq!(kept.spans.len(), 1);
    assert_eq!(
        shown(&kept.spans[0], &OF_A_SPAN),
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
        shown(&kept.spans[0], &["operation", "api", "otel.kind"]),
        [Some("get_thing"), Some("shop"), Some("client")]
    );
    let events: Vec<_> = kept
        .events
        .iter()
        .map(|event| {
            shown(
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
        kept.events[0].contains_key("retry_in_ms") && !kept.events[2].contains_key("retry_in_ms")
    );
}

#[tokio::test(start_paused = true)]
async fn span_has_the_error_of_the_call() {
    for (step, status, error) in [
        (status(404), Some("404"), "404"),
        (failure(TransportError::untrusted), None, "Tls"),
        (Step::response(200, "[]"), Some("200"), "Decode"),
    ] {
        let kept = told([step]).await;
        assert_eq!(
            shown(&kept.spans[0], &OF_A_SPAN[3..]),
            [None, status, Some(error), Some("ERROR")]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn call_that_ends_between_attempts_has_the_last_error() {
    let transport = script([failure(TransportError::interrupted), status(503)]);
    let client = client(&transport);
    let call = async { client.send(GetThing).await.map(drop) };
    // The machine sleeps while the call waits for its third attempt, and wakes when its minute is over.
    let asleep = async {
        while transport.attempts() < 2 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        tokio::time::advance(Duration::from_secs(60)).await;
    };
    let kept = told_of(async { tokio::join!(call, asleep).0 }).await;
    assert_eq!((transport.attempts(), kept.events.len()), (2, 2));
    assert_eq!(
        shown(&kept.spans[0], &OF_A_SPAN[3..]),
        [Some("1"), Some("503"), Some("503"), Some("ERROR")]
    );
}

#[tokio::test(start_paused = true)]
async fn call_without_an_attempt_has_a_span() {
    let none = RequestOptions::new().overall_timeout(Duration::ZERO);
    let client = client(&script([status(200)])).with_options(none);
    let kept = told_of(async { client.send(GetThing).await.map(drop) }).await;
    assert!(kept.events.is_empty());
    assert_eq!(
        shown(&kept.spans[0], &OF_A_SPAN[3..]),
        [None, None, Some("Timeout"), Some("ERROR")]
    );
}
