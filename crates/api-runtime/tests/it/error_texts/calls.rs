//! Whole lines of errors, of calls over a scripted transport.

use std::time::Duration;

use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::TransportError;
use api_runtime::{ClientBuilder, Error};
use test_support::shop::{
    AddOrder, Client, CreateOrder, GetOrder, ListCustomers, NewOrder, Shop, TOKEN, VenueApiToken,
    client, config,
};

use super::Report;
use super::till::{Authorize, GetItem, Pay, Refund, TillClient, valid_config};
use test_support::till::Till;

pub(crate) async fn report(report: &mut Report) {
    configuration(report);
    timeouts(report).await;
    statuses(report).await;
    bodies(report).await;
    envelopes(report).await;
    doubts(report).await;
    unknown_outcomes(report).await;
    differences(report).await;
    mismatches(report).await;
    pages(report).await;
}

fn builder(step: impl Into<Step>) -> ClientBuilder<Shop, VenueApiToken> {
    let transport = ScriptedTransport::new([step]).repeat_last();
    Client::builder(config()).transport(transport)
}

async fn read_error(step: impl Into<Step>) -> Error {
    let client = builder(step).build().unwrap();
    client.send(GetOrder::new(7)).await.unwrap_err()
}

async fn write_error(step: impl Into<Step>) -> Error {
    let client = builder(step).build().unwrap();
    let order = NewOrder::new("WEB-1");
    client.send(AddOrder { order }).await.unwrap_err()
}

fn configuration(report: &mut Report) {
    report.section("Unsent requests");
    let builder = Client::builder(config()).user_agent_suffix("a\nb");
    let error = builder.proxy("proxy").build().unwrap_err();
    report.line("an invalid configuration", error);
    let client = client([]);
    let call = client.call().header("host", "other.example");
    let error = call.to_http(&GetOrder::new("..")).unwrap_err();
    report.line("an invalid request", error);
}

async fn timeouts(report: &mut Report) {
    report.section("Timeouts");
    report.line("of three attempts of a read", {
        let client = builder(Step::pending()).timeout(Duration::from_secs(600));
        let client = client.attempt_timeout(Duration::from_millis(1_500));
        let client = client.build().unwrap();
        client.send(GetOrder::new(7)).await.unwrap_err()
    });
    report.line("of a write", write_error(Step::pending()).await);
    report.line("of a call that has no time", {
        let client = builder(Step::pending()).build().unwrap();
        let call = client.call().timeout(Duration::ZERO);
        call.send(GetOrder::new(7)).await.unwrap_err()
    });
}

async fn statuses(report: &mut Report) {
    report.section("Statuses");
    for status in [301, 304, 401, 404, 429, 503] {
        let error = write_error((status, "")).await;
        report.line(&status.to_string(), error);
    }
    let messages = r#"{"errors": ["reference_no is in use", "no\nstock"]}"#;
    report.line("messages", write_error((422, messages)).await);
    let token = format!(r#"{{"error": "unknown token: {TOKEN}"}}"#);
    report.line("an echoed token", write_error((401, token)).await);
    let html = "<html>\n<h1>Bad Gateway</h1>";
    report.line("an excerpt", write_error((502, html)).await);
    report.line("a retried read", read_error((503, "")).await);
}

async fn bodies(report: &mut Report) {
    report.section("Successful responses");
    let partial = Step::response(206, r#"{"id": 7}"#);
    report.line("a partial response", read_error(partial).await);
    let brotli = Step::response(200, "\u{1}").header("content-encoding", "br");
    report.line("a content encoding", read_error(brotli).await);
    let html = Step::response(200, "<html>").header("content-type", "text/html");
    report.line("HTML", read_error(html).await);
    report.line("truncated JSON", read_error((200, r#"{"id": "#)).await);
    report.line("an array", read_error((200, "[]")).await);
    report.line("no UTF-8", read_error((200, &b"\xff"[..])).await);
    report.line("a body that is too large", {
        let client = builder((200, r#"{"id": 7}"#)).max_response_size(8);
        let client = client.build().unwrap();
        client.send(GetOrder::new(7)).await.unwrap_err()
    });
    let error = TransportError::interrupted("connection reset");
    let head = error.with_head(api_runtime::http::StatusCode::OK, Default::default());
    report.line("a lost body", write_error(head).await);
}

async fn doubts(report: &mut Report) {
    report.section("Responses that are not believed");
    let body = r#"{"id": 7, "errors": ["no stock"]}"#;
    report.line(body, write_error((200, body)).await);
    let body = "{} [warn] slow";
    report.line(body, till_error(Refund { id: 7 }, (200, body)).await);
    let item = r#"{"items": [], "item": {"id": 8}}"#;
    report.line(
        "another item",
        till_error(GetItem { id: 7 }, (200, item)).await,
    );
    let item = r#"{"item": {}}"#;
    report.line(
        "an item without id",
        till_error(GetItem { id: 7 }, (200, item)).await,
    );
}

async fn till_error<O>(operation: O, step: (u16, &'static str)) -> Error
where
    O: Operation<Api = Till> + AuthorizedBy<Authorize>,
{
    let transport = ScriptedTransport::new([step]).repeat_last();
    let builder = TillClient::builder(valid_config()).transport(transport);
    let client = builder.build().unwrap();
    client.send(operation).await.err().unwrap()
}

async fn envelopes(report: &mut Report) {
    report.section("Envelopes");
    for (status, body) in [
        (200, r#"{"Success": false, "Message": "card declined"}"#),
        (402, r#"{"Success": false, "Message": "card declined"}"#),
        (200, r#"{"Success": null, "Payload": "7"}"#),
        (200, r#"{"Success": true}"#),
    ] {
        let error = till_error(Pay {}, (status, body)).await;
        report.line(&format!("{status} {body}"), error);
    }
}

async fn unknown_outcomes(report: &mut Report) {
    report.section("Unknown outcomes");
    let error = TransportError::interrupted("connection reset");
    report.line("a lost response", write_error(error).await);
    let lost = (0, "");
    let rejected = (422, r#"{"errors": ["reference_no is in use"]}"#);
    let error = client([lost]).send(CreateOrder::new("WEB-1")).await;
    report.line("with a unique key", error.unwrap_err());
    let mut steps = vec![lost; 17];
    steps.extend([(404, ""); 2]);
    let client_without_budget = client(steps);
    for _ in 0..5 {
        let read = client_without_budget.send(GetOrder::new(7)).await;
        assert!(read.is_err());
    }
    let error = client_without_budget.send(GetOrder::new(7)).await;
    report.line("a read without retry budget", error.unwrap_err());
    let error = client_without_budget
        .once("key")
        .send(CreateOrder::new("WEB-1"));
    report.line("a create without retry budget", error.await.unwrap_err());
    for (situation, steps) in [
        (
            "earlier attempt",
            vec![lost, (404, ""), (404, ""), rejected, (404, ""), (404, "")],
        ),
        ("throttled", vec![lost, (404, ""), (404, ""), (429, "")]),
        ("failed lookup", vec![lost, (403, ""), (403, "")]),
        (
            "another unique key",
            vec![
                lost,
                (200, r#"{"reference_no": "WEB-2"}"#),
                (200, r#"{"reference_no": "WEB-2"}"#),
            ],
        ),
        (
            "a duplicate key",
            vec![
                lost,
                (200, r#"{"reference_no": "WEB-1", "reference_no": "WEB-1"}"#),
                (200, r#"{"reference_no": "WEB-1", "reference_no": "WEB-1"}"#),
            ],
        ),
    ] {
        let client = client(steps);
        let error = client.once("key").send(CreateOrder::new("WEB-1")).await;
        let error = error.unwrap_err();
        report.line(situation, &error);
        for (name, inner) in [
            ("its earlier error", error.earlier()),
            ("its lookup error", error.lookup_error()),
        ] {
            if let Some(inner) = inner {
                report.line(&format!("{situation}: {name}"), inner);
            }
        }
    }
}

async fn differences(report: &mut Report) {
    report.section("Differences");
    let order = NewOrder::new("WEB-1").quantity(17);
    let found = r#"{"reference_no": "WEB-1", "quantity": 99}"#;
    let client = client([(0, ""), (200, found)]);
    let error = client.once("key").send(CreateOrder { order }).await;
    let error = error.unwrap_err();
    report.line("a record with another value", &error);
    for difference in error.differences() {
        report.line("another value", difference);
    }
}

async fn mismatches(report: &mut Report) {
    report.section("Mismatches");
    let order = r#"{"id": "seven", "state": ["pending"]}"#;
    let client = builder((200, order)).strict(true).build().unwrap();
    let error = client.send(GetOrder::new(7)).await.unwrap_err();
    report.line("two", error);
    let customers = r#"{"customers": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "d"},
        {"id": "e"}, {"id": "f"}, {"id": "g"}], "current_page": 1}"#;
    let client = builder((200, customers)).strict(true).build().unwrap();
    let error = client.send(ListCustomers::new()).await.unwrap_err();
    report.line("seven", error);
}

async fn pages(report: &mut Report) {
    report.section("Pages");
    let first = r#"{"customers": [{"id": 1}], "current_page": 1, "total_pages": 9}"#;
    let second = r#"{"customers": [{"id": 2}], "current_page": 2, "total_pages": 9}"#;
    let fourth = r#"{"customers": [{"id": 4}], "current_page": 4, "total_pages": 9}"#;
    let counted = r#"{"customers": [{"id": 1}], "total_records": 3, "total_pages": 1}"#;
    let unnumbered = r#"{"customers": [{"id": 1}]}"#;
    for (situation, steps) in [
        ("a failed page", vec![(200, first), (404, "")]),
        (
            "another page",
            vec![(200, first), (200, second), (200, fourth)],
        ),
        ("the same page", vec![(200, unnumbered), (200, unnumbered)]),
        (
            "fewer records than expected",
            vec![
                (200, counted),
                (200, r#"{"customers": [], "total_records": 3}"#),
            ],
        ),
    ] {
        let mut pages = client(steps).call().pages(ListCustomers::new());
        let error = loop {
            if let Err(error) = pages.next().await.unwrap() {
                break error;
            }
        };
        report.line(situation, error);
    }
    let sync = client([(200, first)]).sync(ListCustomers::new(), None);
    let mut sync = sync.unwrap().max_pages(0);
    report.line(
        "a sync with too many pages",
        sync.next().await.unwrap().err().unwrap(),
    );
}
