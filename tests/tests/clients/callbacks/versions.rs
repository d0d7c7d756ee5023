//! What is believed of an order that is read after a callback, in every version with callbacks.

use api_runtime::testing::{ScriptedTransport, Step};
use api_wire::Timestamp;
use futures_util::FutureExt as _;
use pos_v3_client::callback::ReadOutcome::{self, Changed, GivenUp, Postponed, Unchanged};
use pos_v3_client::callback::{Events, Handler, Handlers, InvalidSetting, Refetch};
use pos_v3_client::http::{HeaderMap, Method};
use pos_v3_client::journal::{MemoryStore, Recover as _, Scope, begin_in};
use test_support::created;

use super::service::SECRET;
use crate::config;

type V1 = pos_v1_client::GetIncomingOrder;
type V3 = pos_v3_client::GetIncomingOrder;

const URL: &str = "https://shop.example/api";

/// A service that has order 7 with the reference WEB-7.
struct Version<R: Refetch> {
    changes: Events<R>,
    handler: Handler<R>,
}

impl<R: Refetch<Id = i64>> Version<R> {
    async fn new(
        scope: Scope,
        handler: impl FnOnce(Events<R>) -> Result<Handler<R>, InvalidSetting>,
    ) -> Self {
        let store = MemoryStore::new();
        let order = created(&scope, "create_incoming_order", "WEB-7", Some("7"));
        begin_in(&store, &order).await.unwrap();
        let changes = Events::new(store, 10);
        let handler = handler(changes.clone()).unwrap();
        Self { changes, handler }
    }

    async fn read(&self) -> ReadOutcome {
        let handlers = Handlers::new([self.handler.clone()]);
        let callback = handlers.admit(&Method::POST, SECRET, &HeaderMap::new());
        let response = callback.unwrap().handle(b"incoming_order[id]=7").await;
        assert_eq!(response.status(), 202);
        self.handler.read_due().await[0].outcome()
    }

    /// The state of the change, and its time.
    fn change(&self) -> Option<(String, Option<Timestamp>)> {
        let change = self.changes.clone().next().now_or_never()?;
        assert_eq!((change.id, change.reference.as_deref()), (7, Some("WEB-7")));
        Some((change.state.to_string(), change.updated_at))
    }

    async fn check(&self, body: &str, expected: ReadOutcome, state: Option<&str>) {
        assert_eq!(self.read().await, expected, "{body}");
        assert_eq!(self.change().map(|(state, _)| state).as_deref(), state);
        if expected == Changed {
            // Also the default state is one as any other: it is not reported twice.
            assert_eq!(self.read().await, Unchanged);
        }
    }
}

/// Responds to all reads with this status and body.
fn transport(status: u16, body: &str) -> ScriptedTransport {
    ScriptedTransport::new([Step::response(status, body.to_owned())]).repeat_last()
}

async fn version_1(transport: ScriptedTransport) -> Version<V1> {
    let client = pos_v1_client::Client::builder(config::pos_v1(URL)).transport(transport);
    let client = client.account(12).build().unwrap();
    Version::new(client.scope(), |changes| {
        Handler::new(client, SECRET, changes)
    })
    .await
}

async fn version_3(transport: ScriptedTransport) -> Version<V3> {
    let client = pos_v3_client::Client::builder(config::pos_v3(URL)).transport(transport);
    let client = client.account(12).build().unwrap();
    Version::new(client.scope(), |changes| {
        Handler::new(client, SECRET, changes)
    })
    .await
}

fn order(members: &str) -> String {
    format!(r#"{{"code":1,"incoming_order":{{{members}}},"order_items":[]}}"#)
}

/// What is postponed is read again by itself, what is given up after the next callback.
#[tokio::test(start_paused = true)]
async fn order_that_confirms_a_callback_is_the_one_that_is_known() {
    let known = r#""id":7,"reference_no":"WEB-7""#;
    let state = r#""aasm_state":"processing""#;
    for (status, body, expected, reported) in [
        (
            200,
            order(&format!("{known},{state}")),
            Changed,
            Some("processing"),
        ),
        (
            200,
            order(&format!(r#""id":7,{state}"#)),
            Changed,
            Some("processing"),
        ),
        // The documented default.
        (200, order(known), Changed, Some("pending")),
        (
            200,
            order(&format!(r#"{known},"aasm_state":null"#)),
            Changed,
            Some("pending"),
        ),
        (
            200,
            order(&format!(r#"{known},"aasm_state":[]"#)),
            GivenUp,
            None,
        ),
        (
            200,
            order(&format!(r#""id":7,"reference_no":"WEB-8",{state}"#)),
            GivenUp,
            None,
        ),
        (
            200,
            order(r#""id":8,"reference_no":"WEB-7""#),
            Postponed,
            None,
        ),
        (
            200,
            r#"{"incoming_order":null}"#.to_owned(),
            Postponed,
            None,
        ),
        (200, r#"{"errors":["stale"]}"#.to_owned(), Postponed, None),
        (404, order(known), Postponed, None),
        (401, String::new(), Postponed, None),
        (503, String::new(), Postponed, None),
    ] {
        let transport = transport(status, &body);
        version_1(transport.clone())
            .await
            .check(&body, expected, reported)
            .await;
        version_3(transport)
            .await
            .check(&body, expected, reported)
            .await;
    }
    // In version 1, an order can be read by its reference.
    let body = order(r#""reference_no":"WEB-7""#);
    let transport = transport(200, &body);
    version_3(transport)
        .await
        .check(&body, Postponed, None)
        .await;
}

#[tokio::test]
async fn change_has_the_time_at_which_the_record_changed() {
    let updated_at: Timestamp = "2026-02-14T12:00:00.25Z".parse().unwrap();
    for (members, expected) in [
        (
            r#""id":7,"updated_at":"2026-02-14T12:00:00.250Z""#,
            Some(updated_at),
        ),
        (r#""id":7"#, None),
    ] {
        let transport = transport(200, &order(members));
        let (v1, v3) = (
            version_1(transport.clone()).await,
            version_3(transport).await,
        );
        assert_eq!((v1.read().await, v3.read().await), (Changed, Changed));
        assert_eq!(v1.change().unwrap().1, expected);
        assert_eq!(v3.change().unwrap().1, expected);
    }
}

#[test]
fn states_round_trip_as_text() {
    fn round_trip<R: Refetch<Id = i64>>(state: &str) {
        let Ok(parsed) = state.parse::<R::State>() else {
            panic!("{state}");
        };
        assert_eq!(parsed.to_string(), state);
        assert!(state.parse().is_ok_and(|again: R::State| again == parsed));
    }
    for state in ["pending", "Processing", "En Route", "", "undocumented"] {
        round_trip::<V1>(state);
        round_trip::<V3>(state);
    }
    let parse = |text: &str| text.parse::<<V3 as Refetch>::State>();
    assert!(parse("PENDING") == parse("pending") && parse("pending") != parse("processing"));
}
