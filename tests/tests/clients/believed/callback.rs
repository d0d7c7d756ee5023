//! The read that confirms a callback: what is believed of its response.

use std::fmt::Write;

use api_runtime::testing::{ScriptedTransport, Step};
use pos_v3_client::callback::{Handler, MemoryStore, ReadOutcome};
use pos_v3_client::{Client, GetIncomingOrder};

use super::operations::pos_v3;

const HEAD: &str = "
## The read that confirms a callback

A callback was received about order 7, whose reference is `WEB-1`. What is postponed is read again by itself, for three days;
what is given up after the next callback.

| response | result | why |
|---|---|---|
";

/// A response, the expected result, and the reason.
type Row = (&'static str, u16, &'static str, ReadOutcome, &'static str);

fn rows() -> Vec<Row> {
    use ReadOutcome::{Changed, GivenUp, Postponed};
    vec![
        (
            "the record, with a state",
            200,
            r#"{"incoming_order":{"id":7,"reference_no":"WEB-1","aasm_state":"processing"}}"#,
            Changed,
            "It has the id of the request and the known reference.",
        ),
        (
            "the record of another id",
            200,
            r#"{"incoming_order":{"id":8,"reference_no":"WEB-1","aasm_state":"processing"}}"#,
            Postponed,
            "It is the response to another request.",
        ),
        (
            "the record with another reference",
            200,
            r#"{"incoming_order":{"id":7,"reference_no":"WEB-2","aasm_state":"processing"}}"#,
            GivenUp,
            "It is not the record that was created.",
        ),
        (
            "the record without its id",
            200,
            r#"{"incoming_order":{"reference_no":"WEB-1","aasm_state":"processing"}}"#,
            Postponed,
            "The documents show one; a record without it is none.",
        ),
        (
            "the record without a reference",
            200,
            r#"{"incoming_order":{"id":7,"aasm_state":"processing"}}"#,
            Changed,
            "The store knows the id.",
        ),
        (
            "the record without a state",
            200,
            r#"{"incoming_order":{"id":7,"reference_no":"WEB-1"}}"#,
            Changed,
            "The documented default is its state.",
        ),
        (
            "a state of another type",
            200,
            r#"{"incoming_order":{"id":7,"reference_no":"WEB-1","aasm_state":[]}}"#,
            GivenUp,
            "Another read would show the same.",
        ),
        (
            "an empty list, `{}` or `null`",
            200,
            r#"{"incoming_order":null}"#,
            Postponed,
            "The record is missing.",
        ),
        (
            "`errors` next to the record",
            200,
            r#"{"incoming_order":{"id":7,"reference_no":"WEB-1","aasm_state":"processing"},"errors":["stale"]}"#,
            Postponed,
            "They contradict the status.",
        ),
        (
            "404, or 403",
            404,
            "",
            Postponed,
            "The credentials may be replaced.",
        ),
        (
            "404 with the record",
            404,
            r#"{"incoming_order":{"id":7,"reference_no":"WEB-1","aasm_state":"processing"}}"#,
            Postponed,
            "The status of a read is believed.",
        ),
        (
            "401, or any other 4xx",
            401,
            "",
            Postponed,
            "The credentials may be replaced.",
        ),
        (
            "5xx, a lost connection, a timeout",
            503,
            "",
            Postponed,
            "The server may recover.",
        ),
    ]
}

/// The section of the page.
pub(crate) async fn section() -> String {
    let mut section = HEAD.to_owned();
    for (response, status, body, expected, why) in rows() {
        let transport = ScriptedTransport::new([Step::response(status, body)]).repeat_last();
        let client = Client::builder(pos_v3()).transport(transport).build();
        let orders = MemoryStore::<GetIncomingOrder>::new(10);
        orders.confirm("WEB-1", 7).unwrap();
        let secret = "0123456789abcdef";
        let handler = Handler::new(client.unwrap(), secret, orders).unwrap();
        assert_eq!(handler.refetch(7).await.status(), 202);
        let reads = handler.read_due().await;
        let outcome = reads[0].outcome();
        assert_eq!(outcome, expected, "{response}: {}", reads[0]);
        let _ = writeln!(section, "| {response} | {outcome} | {why} |");
    }
    section
}
