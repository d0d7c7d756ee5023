//! The options of clients and calls, and what an attempt waits for.

use std::future::{pending, ready};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::http::{HeaderMap, HeaderValue};
use api_runtime::journal::State;
use api_runtime::testing::Step;
use api_runtime::transport::TransportError;
use api_runtime::{ErrorKind, FieldLocation, Outcome, RetryPolicy};
use tokio::time::{Instant, sleep, timeout};

use super::script::{failure, script, status};
use super::shop::*;

#[tokio::test(start_paused = true)]
async fn request_options_apply_to_every_attempt() {
    let transport = script([status(503), status(200)]);
    let client = client(&transport);
    client
        .call()
        .header("X-Request-Id", "4 2")
        .header("x-tag", "a")
        .header("x-tag", "b")
        .query("debug[x]", "a&b")
        .send(GetThing)
        .await
        .unwrap();
    let requests = transport.requests();
    assert_eq!(requests.len(), 2);
    for recorded in &requests {
        let request = &recorded.request;
        assert_eq!(request.uri().query(), Some("per_page=7&debug%5Bx%5D=a%26b"));
        assert_eq!(request.headers()["x-request-id"], "4 2");
        assert_eq!(request.headers().get_all("x-tag").iter().count(), 2);
        assert!(request.headers()["x-tag"].is_sensitive());
        assert_eq!(
            request.headers()["authorization"],
            format!("Bearer {TOKEN}")
        );
        assert_eq!(request.headers()["accept"], "application/json");
    }
    client.send(GetThing).await.unwrap();
    let requests = transport.requests().split_off(2);
    assert_eq!(
        requests[0].request.uri().query(),
        Some("per_page=7"),
        "other calls have none"
    );
    assert!(!requests[0].request.headers().contains_key("x-tag"));
}

#[test]
fn later_request_options_override_earlier_ones() {
    let transport = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(async { script([status(200)]) });
    let client = builder(&transport)
        .header("x-a", "1")
        .header("x-b", "1")
        .query("x", 0)
        .build()
        .unwrap()
        .with_account("other", venue());
    let call = client.call().header("x-a", "2").query("x", 1);
    let request = call.to_http(&GetThing).unwrap();
    let values: Vec<_> = request.headers().get_all("x-a").iter().collect();
    assert_eq!(values, ["2"]);
    assert_eq!(request.headers()["x-b"], "1");
    assert_eq!(request.uri().query(), Some("per_page=7&x=1"));
}

#[tokio::test(start_paused = true)]
async fn invalid_and_reserved_headers_are_rejected_and_not_shown() {
    let transport = script([status(200)]);
    let client = client(&transport);
    let invalid = [
        ("x-a", "pl4nted\r\nx-b: 1"),
        ("x-a", "pl4nted\u{e9}"),
        ("x-pl4nted\r\n", "1"),
        ("", "pl4nted"),
        ("Authorization", "Basic pl4nted"),
        ("Host", "pl4nted"),
        ("content-length", "5"),
        ("Connection", "pl4nted"),
        ("Proxy-Authorization", "pl4nted"),
    ];
    for (name, value) in invalid {
        let call = client.call().header(name, value);
        assert!(!format!("{call:?}").contains("pl4nted"), "{call:?}");
        let error = call.send(GetThing).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.attempts()),
            (ErrorKind::InvalidRequest, 0)
        );
        assert_eq!(error.invalid_fields()[0].location(), FieldLocation::Header);
        assert!(
            !format!("{error} {error:?}").contains("pl4nted"),
            "{error:?}"
        );
    }
    let error = client
        .call()
        .query("per_page", 5_000)
        .header("host", "x")
        .send(GetThing)
        .await
        .unwrap_err();
    let locations: Vec<_> = error
        .invalid_fields()
        .iter()
        .map(|field| field.location())
        .collect();
    assert_eq!(
        locations,
        [FieldLocation::Header, FieldLocation::Query],
        "all reasons together"
    );
    assert_eq!(transport.attempts(), 0);
}

#[tokio::test(start_paused = true)]
async fn names_values_and_the_number_of_labels_are_limited() {
    let transport = script([status(200)]);
    let client = client(&transport);
    let invalid = async |name: &str, value: &str| {
        let call = client.call().label(name.to_owned(), value);
        let error = call.send(GetThing).await.unwrap_err();
        let field = &error.invalid_fields()[0];
        assert_eq!(field.location(), FieldLocation::Label, "{name}");
        field.name().to_owned()
    };
    for name in ["", "7", "_a", "a b", "é", "a\n", &"a".repeat(65)] {
        assert_eq!(invalid(name, "7").await, "");
    }
    for value in ["", "a\nb", "\u{85}", &"a".repeat(129)] {
        assert_eq!(invalid("shop", value).await, "shop");
    }
    // The account is a label, too.
    let full = (0..15).fold(builder(&transport), |builder, number| {
        builder.label(format!("a.{number}"), "é")
    });
    let full = full.build().unwrap();
    assert!(full.call().label("shop", 7).send(GetThing).await.is_err());
    assert_eq!(full.labels().get("a.0"), Some("é"));
    assert_eq!(full.labels().get("shop"), None);
    assert!(full.call().label("a.0", 7).send(GetThing).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_call_has_the_options_of_its_client_or_its_own() {
    let transport = script([status(503)]);
    let builder = builder(&transport).retry_policy(RetryPolicy::new().max_attempts(2));
    let client = builder.header("x-a", "1").query("x", 1).build().unwrap();
    let ours = client.send(GetThing).await.unwrap_err();
    let call = client.call().header("x-a", "2").query("x", 2);
    let call = call.retry_policy(RetryPolicy::none());
    let own = call.send(GetThing).await.unwrap_err();
    assert_eq!((ours.attempts(), own.attempts()), (2, 1));
    let sent = transport.requests().into_iter().map(|recorded| {
        let header = recorded.request.headers()["x-a"].clone();
        (header, recorded.request.uri().query().map(str::to_owned))
    });
    let shown = |value: &'static str, query: &str| {
        let query = Some(format!("per_page=7&x={query}"));
        (HeaderValue::from_static(value), query)
    };
    assert_eq!(
        Vec::from_iter(sent),
        [shown("1", "1"), shown("1", "1"), shown("2", "2")]
    );

    let large = script([Step::response(200, r#"{"id": 7}"#)]);
    let client = self::builder(&large).build().unwrap();
    let error = client.call().max_response_size(8).send(GetThing).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::TooLarge);
    assert!(client.send(GetThing).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn an_invalid_option_sends_nothing() {
    let transport = script([status(200)]);
    let invalid = RetryPolicy::new().max_attempts(0);
    let client = client(&transport);
    let error = client.call().retry_policy(invalid).send(GetThing).await;
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_eq!(error.invalid_fields()[0].name(), "max_attempts");
    let error = builder(&transport).header("host", "x").build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_eq!(transport.attempts(), 0);
}

#[tokio::test(start_paused = true)]
async fn each_attempt_waits_for_the_callers_functions_and_has_their_headers() {
    let transport = script([status(503), status(200)]);
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let client = builder(&transport)
        .attempt_timeout(Duration::from_secs(1))
        .before_attempt(move |attempt, headers| {
            log.lock()
                .unwrap()
                .push((attempt.operation.to_owned(), attempt.number));
            headers.insert("traceparent", HeaderValue::from(attempt.number));
            Box::pin(sleep(Duration::from_secs(10)))
        })
        .build()
        .unwrap();
    let start = Instant::now();
    client.send(GetThing).await.unwrap();
    // The wait is no part of the attempt.
    assert!(start.elapsed() >= Duration::from_secs(20));
    let name = || "get_thing".to_owned();
    assert_eq!(*asked.lock().unwrap(), [(name(), 1), (name(), 2)]);
    let traced = transport.requests().into_iter().map(|recorded| {
        let headers = recorded.request.headers();
        headers["traceparent"].clone()
    });
    assert_eq!(Vec::from_iter(traced), ["1", "2"]);
}

#[tokio::test(start_paused = true)]
async fn what_waits_until_the_timeout_was_not_sent() {
    let transport = script([status(200)]);
    let client = builder(&transport)
        .before_attempt(|_, _| Box::pin(pending()))
        .build()
        .unwrap();
    let error = client.once("key").send(create_thing()).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome(), error.attempts()),
        (ErrorKind::Timeout, Outcome::NotSent, 0)
    );
    assert_eq!(error.entry().unwrap().state, State::NotSent);
    assert!(
        error
            .to_string()
            .contains("while it waited before an attempt")
    );
    assert_eq!(transport.attempts(), 0);
}

/// The browser goes away while the first click waits, or its function panics: before the first attempt, or after one that
/// was not connected.
#[tokio::test(start_paused = true)]
async fn what_goes_away_before_its_first_byte_was_not_sent_and_the_next_click_sends() {
    for (panics, attempt) in [(false, 1), (true, 1), (false, 2), (true, 2)] {
        let refused = (1..attempt).map(|_| failure(TransportError::not_connected));
        let transport = script(refused.chain([status(200)]));
        let is_first = AtomicBool::new(true);
        let client = builder(&transport).before_attempt(move |waiting, _| {
            match waiting.number == attempt && is_first.swap(false, Relaxed) {
                true if panics => panic!("the function panics"),
                true => Box::pin(pending()),
                false => Box::pin(ready(())),
            }
        });
        let client = client.build().unwrap();
        let click = client.once("key").send(create_thing());
        let gone = tokio::spawn(timeout(Duration::from_secs(5), click)).await;
        assert!(gone.is_err() == panics);
        assert!(gone.is_err() || gone.is_ok_and(|click| click.is_err()));
        sleep(Duration::from_secs(1)).await;
        client.once("key").send(create_thing()).await.unwrap();
        assert_eq!(transport.attempts() as u32, attempt);
    }
}

#[tokio::test(start_paused = true)]
async fn a_function_cannot_replace_a_header_or_send_an_invalid_one() {
    for (name, value) in [
        ("host", &b"pl4nted"[..]),
        ("authorization", b"pl4nted"),
        ("x-own", b"pl4nted"),
        ("x-other", b"pl4nted\xe9"),
    ] {
        let transport = script([status(200)]);
        let add = move |headers: &mut HeaderMap| {
            headers.insert(name, HeaderValue::from_bytes(value).unwrap());
        };
        let client = builder(&transport).header("x-own", "1");
        let client = client.before_attempt(move |_, headers| {
            add(headers);
            Box::pin(async {})
        });
        let error = client.build().unwrap().send(GetThing).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.outcome()),
            (ErrorKind::InvalidRequest, Outcome::NotSent)
        );
        assert_eq!(error.invalid_fields()[0].name(), name);
        assert!(!format!("{error:?}").contains("pl4nted"), "{error:?}");
        assert_eq!(transport.attempts(), 0);
    }
}
