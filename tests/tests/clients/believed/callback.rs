//! The read that confirms a callback: what is believed of its response.

use std::fmt::Write;

use api_runtime::testing::{ScriptedTransport, Step};
use pos_v3_client::callback::{Disposition, Handler, MemoryStore};
use pos_v3_client::{Client, GetIncomingOrder};

use super::operations::pos_v3;

const HEAD: &str = "
## The read that confirms a callback

The handler reads order 7, whose reference is `WEB-1`. The last cell is the status with which the callback is answered: after 200
and 403 the record is not read again, after 503 it is.

| response | result | status | why |
|---|---|---|---|
";

/// A response, the expected result, and the reason.
type Row = (&'static str, u16, &'static str, Disposition, &'static str);

fn rows() -> Vec<Row> {
    use Disposition::{Changed, Forbidden, MissingState, Queued};
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
            Queued,
            "It is the response to another request.",
        ),
        (
            "the record with another reference",
            200,
            r#"{"incoming_order":{"id":7,"reference_no":"WEB-2","aasm_state":"processing"}}"#,
            Forbidden,
            "It is not the record that was created.",
        ),
        (
            "the record without its id",
            200,
            r#"{"incoming_order":{"reference_no":"WEB-1","aasm_state":"processing"}}"#,
            Queued,
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
            MissingState,
            "Another read would show the same.",
        ),
        (
            "an empty list, `{}` or `null`",
            200,
            r#"{"incoming_order":null}"#,
            Queued,
            "The record is missing.",
        ),
        (
            "`errors` next to the record",
            200,
            r#"{"incoming_order":{"id":7,"reference_no":"WEB-1","aasm_state":"processing"},"errors":["stale"]}"#,
            Queued,
            "They contradict the status.",
        ),
        (
            "404, or 403",
            404,
            "",
            Forbidden,
            "The credentials show no such record.",
        ),
        (
            "404 with the record",
            404,
            r#"{"incoming_order":{"id":7,"reference_no":"WEB-1","aasm_state":"processing"}}"#,
            Forbidden,
            "The status of a read is believed.",
        ),
        (
            "401, or any other 4xx",
            401,
            "",
            Queued,
            "The credentials may be replaced.",
        ),
        (
            "5xx, a lost connection, a timeout",
            503,
            "",
            Queued,
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
        let result = handler.refetch(7).await;
        assert_eq!(result.disposition(), expected, "{response}: {result:?}");
        let (disposition, status) = (result.disposition(), result.status().as_u16());
        let _ = writeln!(section, "| {response} | {disposition} | {status} | {why} |");
    }
    section
}
