//! Errors: attempts, texts and sources.

use std::error::Error as _;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use api_runtime::testing::Step;
use api_runtime::transport::TransportError;
use api_runtime::{ErrorKind, NextStep, Outcome, Watch};

use super::script::{cut_short, failure, retry_after, script, status};
use super::shop::*;
use crate::error_texts::till::{Pay, Refund, TillClient, valid_config};

#[tokio::test(start_paused = true)]
async fn error_shows_the_attempts_and_the_unique_key_field() {
    let text = async |step: Step| {
        let transport = script([step]);
        let read = client(&transport).send(GetThing).await.unwrap_err();
        let create = client(&transport).send(create_thing()).await.unwrap_err();
        let other = client(&transport).send(AddThing).await.unwrap_err();
        [read, create, other].map(|error| error.to_string())
    };
    assert_eq!(
        text(Step::response(503, "")).await,
        [
            "shop get_thing (GET /v2/things/{id}): server error, status 503, 3 attempts",
            "shop create_thing (POST /v2/things, reference_no \"r-1\"): server error, status 503; outcome unknown, \
             look it up by `reference_no` with get_thing",
            "shop add_thing (PATCH /v2/things): server error, status 503; outcome unknown",
        ]
    );
    assert_eq!(
        text(failure(TransportError::not_connected)).await[1..],
        [
            "shop create_thing (POST /v2/things, reference_no \"r-1\"): connection failed, 3 attempts: scripted",
            "shop add_thing (PATCH /v2/things): connection failed, 3 attempts: scripted",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn error_of_an_unknown_outcome_says_what_can_be_done() {
    let transport = script([Step::response(503, "")]);
    let client = client(&transport);
    let error = client.send(PlaceThing).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "shop place_thing (POST /v2/placed, reference_no \"r-1\"): server error, status 503; outcome unknown, \
         check for a record with this `reference_no` before a retry",
    );
    // A blank key does not identify the record.
    let error = client
        .send(CreateThing {
            thing: new_thing(" "),
        })
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "shop create_thing (POST /v2/things, reference_no \" \"): server error, status 503; outcome unknown",
    );
}

#[tokio::test(start_paused = true)]
async fn error_has_the_status_of_an_incomplete_response() {
    let transport = script([cut_short(201, TransportError::interrupted)]);
    let error = client(&transport).send(AddThing).await.unwrap_err();
    assert_eq!(error.status().unwrap().as_u16(), 201);
    assert_eq!(error.outcome(), Outcome::Unknown);
}

#[tokio::test(start_paused = true)]
async fn a_read_that_is_retried_may_be_repeated_later() {
    for code in [408, 425, 429, 500, 503] {
        let transport = script([status(code), status(code), status(code)]);
        let error = client(&transport).send(GetThing).await.unwrap_err();
        assert_eq!(error.attempts(), 3);
        assert!(
            matches!(error.next_step(), NextStep::Again { .. }),
            "{code}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn decode_error_has_the_number_of_attempts() {
    let transport = script([status(503), Step::response(200, "[]")]);
    let error = client(&transport).send(GetThing).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Decode, 2));
}

#[tokio::test(start_paused = true)]
async fn transport_text_is_escaped_and_truncated() {
    fn long(_: &'static str) -> TransportError {
        let text = format!("\u{1b}[31m\n{TOKEN}{}", "x".repeat(1 << 20));
        TransportError::interrupted(text).with_source(std::io::Error::other("cause"))
    }
    let transport = script([failure(long)]);
    let error = client(&transport).send(AddThing).await.unwrap_err();
    let shown = error.to_string();
    assert!(shown.contains("\\u{1b}[31m\\n[hidden]xxx"), "{shown}");
    assert!(shown.len() < 700 && !shown.contains('\n'), "{shown}");
    assert_eq!(error.source().unwrap().to_string(), "cause");
}

/// An error of a transport, whose text may be chosen by the server.
#[derive(Debug)]
struct TransportText(String, Option<Box<TransportText>>);

impl fmt::Display for TransportText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TransportText {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.1.as_deref().map(|source| source as _)
    }
}

#[tokio::test(start_paused = true)]
async fn error_sources_are_escaped_truncated_and_redacted() {
    // A value that escaping changes.
    const HEADER: &str = r"pl4nted\header";
    fn broken(_: &'static str) -> TransportError {
        let long = "x".repeat(1 << 20);
        let wild = format!("\u{1b}[31m\n{TOKEN} {HEADER} {long}");
        // Truncation after 512 bytes splits the token.
        let late = format!("{}{TOKEN}", "x".repeat(505));
        let last = TransportText(wild, Some(Box::new(TransportText(late, None))));
        let failure = TransportError::interrupted("").with_source(last);
        let shown = format!("{failure:?}");
        assert!(shown.len() < 2_000 && !shown.contains('\n'), "{shown}");
        failure
    }
    let transport = script([failure(broken)]);
    let client = client(&transport);
    let call = client.call().header("x-key", HEADER);
    let error = call.send(AddThing).await.unwrap_err();
    let last = error.source().unwrap();
    let wild = last.to_string();
    assert!(
        wild.starts_with("\\u{1b}[31m\\n[hidden] [hidden] xxx"),
        "{wild}"
    );
    assert_eq!(wild.len(), 512);
    let late = last.source().unwrap().to_string();
    assert_eq!(late, format!("{}[hidden", "x".repeat(505)));
    let shown = format!("{error:?}");
    assert!(shown.len() < 2_000 && shown.contains("[hidden]"), "{shown}");
    for secret in [&TOKEN[..5], "pl4nted", "\u{1b}", "\n"] {
        assert!(!shown.contains(secret), "{shown}");
    }
}

#[tokio::test(start_paused = true)]
async fn strict_mode_keeps_the_response_of_a_write_that_took_effect() {
    let body = "{\"id\":\"five\",\"reference_no\":\"r-9\"}";
    let transport = script([Step::response(201, body)]);
    let client = builder(&transport).strict(true).build().unwrap();
    let error = client.send(AddThing).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome(), error.mismatches().len()),
        (ErrorKind::Mismatch, Outcome::Done, 1)
    );
    let response = error.response().unwrap();
    assert_eq!(
        (response.status().as_u16(), response.body()),
        (201, body.as_bytes())
    );
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("r-9"), "a record is not shown: {shown}");
}

#[tokio::test(start_paused = true)]
async fn wide_characters_do_not_exceed_the_length_limit() {
    let wide: &'static str =
        Box::leak(format!("{{\"errors\":[\"{}\"]}}", "\u{1f600}".repeat(50_000)).into());
    let html: &'static str = Box::leak("\u{1f600}".repeat(50_000).into());
    for body in [wide, html] {
        let transport = script([Step::response(422, body)]);
        let error = client(&transport).send(AddThing).await.unwrap_err();
        let (_, length) = error
            .to_string()
            .split_once('"')
            .map(|(a, b)| (a.len(), b.len()))
            .unwrap();
        assert!(length <= 520, "{length}");
        assert!(error.messages().iter().all(|text| text.len() <= 512));
    }
}

/// Tokio cannot be asked whether a runtime has timers.
#[test]
#[should_panic = "timers are disabled"]
fn a_call_in_a_runtime_without_timers_panics() {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let client = client(&script([status(200)]));
    let _ = runtime.unwrap().block_on(client.send(GetThing));
}

#[test]
fn call_outside_of_a_tokio_runtime_is_an_error() {
    fn poll<F: Future + Unpin>(mut future: F) -> F::Output {
        match Pin::new(&mut future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(output) => output,
            Poll::Pending => panic!("pending without a runtime"),
        }
    }
    let client = client(&script([Step::response(200, "{}")]));
    let errors = [
        poll(client.send(GetThing)).unwrap_err(),
        poll(client.send(AddThing)).unwrap_err(),
        poll(Box::pin(
            Watch::new(&client, GetThing, |thing| thing.id).next(),
        ))
        .unwrap()
        .unwrap_err(),
    ];
    for error in errors {
        assert_eq!(
            (error.kind(), error.outcome(), error.attempts()),
            (ErrorKind::NoRuntime, Outcome::NotSent, 0)
        );
        let text = error.to_string();
        assert!(
            text.ends_with(": called outside of a Tokio runtime"),
            "{text}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn next_step_of_a_write_is_that_of_its_outcome() {
    use api_runtime::NextStep::*;
    let again = |seconds| Again {
        after: std::time::Duration::from_secs(seconds),
    };
    for (step, next) in [
        (failure(TransportError::not_connected), again(5)),
        (failure(TransportError::untrusted), Access),
        (failure(TransportError::interrupted), Person),
        (status(500), Person),
        (status(401), Access),
        (status(403), Access),
        (retry_after(429, &["7"]), again(7)),
        (status(422), Correct),
        (status(402), Final),
        (status(404), Final),
    ] {
        let error = client(&script([step])).send(AddThing).await.unwrap_err();
        assert_eq!(error.next_step(), next, "{error}");
    }
    // A later call with the same key finds out. Without a key, a person does.
    let lost = script([failure(TransportError::interrupted)]);
    let lost_read = script([failure(TransportError::interrupted), status(500)]);
    let sent = client(&lost_read).once("key").send(create_thing()).await;
    assert_eq!(sent.unwrap_err().next_step(), Wait);
    for sent in [
        client(&lost).send(create_thing()).await,
        client(&lost).send(PlaceThing).await,
    ] {
        assert_eq!(sent.unwrap_err().next_step(), Person);
    }
    // A read is made again, and so is a harmless write.
    let error = client(&lost).send(PutThing).await.unwrap_err();
    assert_eq!(error.next_step(), again(5));
    let error = client(&lost).send(GetThing).await.unwrap_err();
    assert_eq!(error.next_step(), again(5));
}

#[tokio::test(start_paused = true)]
async fn messages_are_those_of_the_documented_keys() {
    let messages = async |body: Vec<u8>| {
        let transport = script([Step::response(422, body)]);
        let error = client(&transport).send(GetThing).await.unwrap_err();
        error.messages().to_vec()
    };
    for (body, expected) in [
        (
            r#"{"errors":["Reference no has been taken", 7, "b"]}"#,
            &["Reference no has been taken", "b"][..],
        ),
        ("\u{feff}{\"error\":\"marked\"}", &["marked"]),
        (
            r#"{"message":"no token","error":"x","code":1}"#,
            &["x", "no token"],
        ),
        ("", &[]),
        ("[]", &[]),
        ("<html>", &[]),
        (r#"{"errors":{"name":["a"]}}"#, &[]),
        (r#"["a"]"#, &[]),
        (r#"{"errors":["cut"#, &[]),
        (r#"{"error":null}"#, &[]),
    ] {
        assert_eq!(messages(body.into()).await, expected, "{body}");
    }
    assert!(messages(vec![0xff, 0xfe]).await.is_empty());
    let list = format!("{{\"errors\":[{}\"last\"]}}", "\"a\",".repeat(1_000));
    assert_eq!(messages(list.into()).await.len(), 100);
}

#[tokio::test(start_paused = true)]
async fn what_is_no_json_is_told_apart_by_its_type() {
    use ErrorKind::{Decode, WrongContentType};
    for (content_type, kind) in [
        ("application/json", Decode),
        ("Application/JSON; charset=utf-8", Decode),
        ("application/problem+json ;v=1", Decode),
        ("text/html", WrongContentType),
        ("application/jsonp", WrongContentType),
        ("text/json", WrongContentType),
        ("", WrongContentType),
    ] {
        let step = Step::response(200, "<p>").header("content-type", content_type);
        let error = client(&script([step])).send(GetThing).await.unwrap_err();
        assert_eq!(error.kind(), kind, "{content_type}");
    }
}

/// Only what is nothing but the documented envelope, with `false`, is a rejection.
#[rustfmt::skip]
#[tokio::test(start_paused = true)]
async fn envelope_counts_only_as_it_is_described() {
    let failure = (ErrorKind::Unsuccessful, Outcome::Rejected);
    let doubtful = (ErrorKind::Unsuccessful, Outcome::Unknown);
    let unknown = (ErrorKind::Decode, Outcome::Unknown);
    for (body, expected) in [
        (r#"{"Success":false}"#, failure),
        (r#"{"Success":false,"Message":"declined"}"#, failure),
        ("\u{feff}{\"Success\":false}", failure),
        (r#"{"Success":false,"Payload":null}"#, failure),
        (r#"{"Success":false,"Payload":{}}"#, failure),
        (r#"{"Success":false,"Payload":[0, " ", {"a": [null, false]}]}"#, failure),
        (r#"{"Success":false,"Payload":"U-9"}"#, doubtful),
        (r#"{"Success":false,"Payload":[[0, 1]]}"#, doubtful),
        (r#"{"Success":false,"Payload":{"id":9}}"#, doubtful),
        (r#"{"Success":false,"Success":false}"#, doubtful),
        (r#"{"Success":true,"Success":false}"#, doubtful),
        (r#"{"Success":false,"success":true}"#, doubtful),
        (r#"{"Success":true,"success":false,"Payload":"U-9"}"#, doubtful),
        // Another server reports it: the origin may have taken the payment.
        (r#"{"success":false}"#, doubtful),
        (r#"{"Success":false,"Code":1000}"#, doubtful),
        (r#"{"result":null,"success":false,"errors":[{"code":1000,"message":"origin unreachable"}],"messages":[]}"#, doubtful),
        (r#"{"Success":"False"}"#, unknown),
        (r#"{"Success":0}"#, unknown),
        (r#"{"Success":true,"Success":true,"Payload":"U-9"}"#, unknown),
        (r#"{"Success":null,"Payload":"U-9"}"#, unknown),
        (r#"{"Success":"true","Payload":"U-9"}"#, unknown),
        (r#"{"Success":1,"Payload":"U-9"}"#, unknown),
        (r#"{"SUCCESS":true,"Payload":"U-9"}"#, unknown),
        (r#"{"succeeded":true,"Payload":"U-9"}"#, unknown),
        ("{}", unknown),
        ("", unknown),
        ("[false]", unknown),
    ] {
        let client = TillClient::builder(valid_config()).transport(script([Step::response(200, body)]));
        let error = client.build().unwrap().send(Pay {}).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), expected, "{body}");
    }
    for body in [
        r#"{"Success":true,"Payload":"U-9"}"#,
        r#"{"Success":true,"Payload":"U-9","Message":"","Trace":"t-1"}"#,
    ] {
        let client = TillClient::builder(valid_config()).transport(script([Step::response(200, body)]));
        assert_eq!(client.build().unwrap().send(Pay {}).await.unwrap(), "U-9");
    }
}

/// What is beside the envelope may be the response of another server.
#[tokio::test(start_paused = true)]
async fn an_undocumented_success_of_a_write_is_the_envelope_alone() {
    let send = async |body| {
        let transport = script([Step::response(200, body)]);
        let client = TillClient::builder(valid_config()).transport(transport);
        client.build().unwrap().send(Refund { id: 7 }).await
    };
    for body in [
        r#"{"Success":true}"#,
        r#"{"Success":true,"Payload":{"id":9},"Message":"done"}"#,
    ] {
        assert!(send(body).await.is_ok(), "{body}");
    }
    for body in [r#"{"Success":true,"Trace":"t-1"}"#, r#"{"id":9}"#, "{}"] {
        let error = send(body).await.unwrap_err();
        let expected = (ErrorKind::Decode, Outcome::Unknown);
        assert_eq!((error.kind(), error.outcome()), expected, "{body}");
    }
}
