//! Rows of responses that are complete, and about something else; and of undocumented responses.

use std::sync::Arc;

use api_runtime::ErrorKind::{Decode, Mismatch, Unsuccessful, WrongContentType, WrongRecord};
use api_runtime::Outcome::{Rejected, Unknown};

use crate::body::{body, truncated, utf16, with_member};
use crate::call::Warm;
use crate::expected::{Expected, OK, OK_AT_2, fails, fails_after_retries};
use crate::observed::RequestKind;
use crate::operations::{Op, Operations, REFERENCE, order_of};
use crate::row::{Row, fault, succeeds};
use crate::server::{JSON, Scene, good_response, respond, respond_each, response, scene};

pub(crate) fn rows() -> Vec<Row> {
    let mut rows: Vec<_> = by_id()
        .into_iter()
        .map(|row| row.with_operations(Operations::ById))
        .collect();
    let undocumented = undocumented().into_iter();
    rows.extend(undocumented.map(|row| row.with_operations(Operations::Undocumented)));
    rows
}

fn by_id() -> Vec<Row> {
    vec![
        fault(
            "-",
            "by id: the record of another id or key",
            body(|op| other_record(op).into_bytes()),
            fails_after_retries(WrongRecord, Unknown),
            fails(WrongRecord, Unknown),
        )
        .with_create_once(Expected {
            attempts: 2,
            requests: 2,
            lookups: 3,
            ..fails(WrongRecord, Unknown)
        }),
        fault(
            "-",
            "by id: a stale response to another request, on a pooled connection",
            warm_then_stale(),
            OK_AT_2,
            fails(WrongRecord, Unknown),
        )
        // The next connection is not a pooled one.
        .with_create_once(OK_AT_2)
        .set(|settings| settings.warm = Some(Warm::Pooled)),
        fault(
            "-",
            "by id: a record without its id",
            respond_each(Arc::new(|op, kind| {
                let body = match (op, kind) {
                    (Op::Write, _) => "{\"customer\":{}}",
                    (Op::UniqueKey, RequestKind::Write) => "{\"incoming_order\":{\"id\":null}}",
                    (Op::UniqueKey, _) => "{\"incoming_order\":null}",
                    (Op::Read, _) => "{\"incoming_order\":{}}",
                };
                (200, body.to_owned())
            })),
            fails(Decode, Unknown),
            fails(Decode, Unknown),
        ),
        // The lookup finds the record that was not saved.
        fault(
            "-",
            "by id: a record with `\"persisted\": false`",
            body(|_| unsaved("\"persisted\":false").into_bytes()),
            OK,
            fails(Unsuccessful, Unknown),
        )
        .check(|result, _| {
            let lookup_error = result.error().and_then(|error| error.lookup_error());
            lookup_error.is_none_or(|error| error.kind() == Mismatch)
        }),
        fault(
            "-",
            "by id: a record with `\"errors\": [\"…\"]`",
            body(|_| unsaved("\"errors\":[\"no stock\"]").into_bytes()),
            OK,
            fails(Unsuccessful, Unknown),
        )
        .check(|result, _| {
            let lookup_error = result.error().and_then(|error| error.lookup_error());
            lookup_error.is_none_or(|error| error.kind() == Mismatch)
        }),
        fault(
            "-",
            "by id: a record next to `\"result\": \"error\"`",
            body(|op| match op {
                Op::UniqueKey => with_member(op, "\"result\":\"error\""),
                Op::Read | Op::Write => {
                    let record = unsaved("\"notes\":\"\"");
                    format!("{{\"result\":\"error\",{}", &record[1..]).into_bytes()
                }
            }),
            OK,
            fails(Unsuccessful, Unknown),
        )
        // A record that is read may have such a member.
        .with_create_once(Expected::recovered(2)),
    ]
}

/// A record that was not saved, under the keys of the records of all operations.
fn unsaved(members: &str) -> String {
    let order = format!("\"reference_no\":\"{REFERENCE}\",{members}");
    format!("{{\"incoming_order\":{{\"id\":7,{order}}},\"customer\":{{\"id\":7,{members}}}}}")
}

fn undocumented() -> Vec<Row> {
    let decode = fails(Decode, Unknown);
    let unsuccessful = fails(Unsuccessful, Unknown);
    vec![
        succeeds(
            "-",
            "undocumented: an empty body",
            body(|op| match op {
                Op::UniqueKey => op.good_body().into_bytes(),
                Op::Read | Op::Write => Vec::new(),
            }),
        ),
        fault(
            "-",
            "undocumented: 204 with a body",
            respond(|op| {
                let body = "{\"errors\":[\"no stock\"]}";
                let length = body.len().to_string();
                response(op, 204, &[JSON, ("content-length", &length)], body)
            }),
            decode,
            decode,
        ),
        fault(
            "-",
            "undocumented: an HTML page",
            respond(|op| {
                let page = "<form>sign in</form>";
                response(op, 200, &[("content-type", "text/html")], page)
            }),
            fails(WrongContentType, Unknown),
            fails(WrongContentType, Unknown),
        ),
        fault(
            "-",
            "undocumented: a log line after the JSON",
            body(|op| [&op.good_body(), "\n[warn] slow"].concat().into_bytes()),
            decode,
            decode,
        ),
        fault(
            "-",
            "undocumented: truncated JSON",
            body(truncated),
            decode,
            decode,
        ),
        fault(
            "-",
            "undocumented: UTF-16",
            body(utf16),
            decode,
            decode,
        ),
        fault(
            "-",
            "undocumented: one byte that is not UTF-8",
            body(|op| {
                let mut bytes = with_member(op, "\"a\":\"x\"");
                let position = bytes.iter().position(|byte| *byte == b'x').unwrap();
                bytes[position] = 0xff;
                bytes
            }),
            decode,
            decode,
        ),
        fault(
            "-",
            "undocumented: `errors`; of `create_once`, next to the order",
            body(|op| with_member(op, "\"errors\":[\"no stock\"]")),
            unsuccessful,
            unsuccessful,
        )
        .check(|result, _| result.error().unwrap().messages() == ["no stock"]),
        fault(
            "-",
            "undocumented: `{\"IsSuccess\": false}`; of `create_once`, next to the order",
            body(|op| match op {
                Op::UniqueKey => with_member(op, "\"IsSuccess\":false"),
                Op::Read | Op::Write => b"{\"IsSuccess\":false}".to_vec(),
            }),
            unsuccessful,
            unsuccessful,
        ),
        fault(
            "-",
            "undocumented: `{\"status\": 409}`; of `create_once`, next to the order",
            body(|op| match op {
                Op::UniqueKey => with_member(op, "\"status\":409"),
                Op::Read | Op::Write => b"{\"status\":409}".to_vec(),
            }),
            unsuccessful,
            unsuccessful,
        ),
        fault(
            "-",
            "undocumented: the type `application/problem+json`",
            respond(|op| {
                let body = op.good_body();
                response(op, 200, &[("content-type", "application/problem+json")], &body)
            }),
            unsuccessful,
            unsuccessful,
        ),
        fault(
            "-",
            "undocumented: a flag `SUCCESS` that is neither true nor false; of `create_once`, next to the order",
            body(|op| with_member(op, "\"SUCCESS\":\"no\"")),
            unsuccessful,
            unsuccessful,
        ),
        fault(
            "-",
            "undocumented: `{\"success\": false}`, definite if the API has an envelope; of `create_once`, next to the order",
            body(|op| match op {
                Op::UniqueKey => with_member(op, "\"success\":false"),
                Op::Read | Op::Write => b"{\"success\":false}".to_vec(),
            }),
            unsuccessful,
            fails(Unsuccessful, Rejected),
        )
        .with_first_create(unsuccessful),
        fault(
            "-",
            "undocumented: a list of `Code` and `Description`; of `create_once`, next to the order",
            body(|op| match op {
                Op::UniqueKey => with_member(op, "\"errors\":[{\"Code\":\"E7\"}]"),
                Op::Read | Op::Write => b"[{\"Code\":\"E7\",\"Description\":\"no funds\"}]".to_vec(),
            }),
            OK,
            unsuccessful,
        )
        .with_create_once(Expected {
            attempts: 2,
            requests: 2,
            lookups: 1,
            ..unsuccessful
        }),
        fault(
            "-",
            "undocumented: another `RequestUid` than that of the request; of `create_once`, another reference",
            body(|op| match op {
                Op::UniqueKey => order_of("WEB-1002").into_bytes(),
                Op::Read | Op::Write => b"{\"Success\":true,\"RequestUid\":\"uid-2\"}".to_vec(),
            }),
            OK,
            fails(WrongRecord, Unknown),
        )
        .with_create_once(Expected {
            attempts: 2,
            requests: 2,
            lookups: 3,
            ..fails(WrongRecord, Unknown)
        }),
    ]
}

/// The response about another record.
fn other_record(op: Op) -> String {
    match op {
        Op::Read => "{\"incoming_order\":{\"id\":8}}".to_owned(),
        Op::Write => "{\"customer\":{\"id\":8}}".to_owned(),
        Op::UniqueKey => order_of("WEB-1002").replace("\"id\":7", "\"id\":8"),
    }
}

/// Responds to the first request, and to the second one with the response to a request that was canceled.
fn warm_then_stale() -> Scene {
    scene(|mut connection| async move {
        connection.request().await;
        let op = connection.op;
        connection.write(&good_response(op)).await;
        connection.request().await;
        let stale = response(op, 200, &[JSON], other_record(op));
        connection.write(&stale).await;
        // The connection stays open: a client that reused it would receive stale responses.
        while connection.request().await.is_some() {
            connection.write(&stale).await;
        }
    })
}
