//! Hooks around each attempt and at the end of each call: errors, dropped calls and labels.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::http::{self, HeaderMap, StatusCode};
use api_runtime::observe::{Attempt, AttemptResult, CallSummary, Hook};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::{Bytes, Transport, TransportError};
use api_runtime::{BoxFuture, Known, Method, RawResponse};
use test_support::store::{Other, Silent};
use tokio::time::timeout;

use super::script::{failure, retry_after, script, status};
use super::shop::*;

/// Records the ends of attempts and calls.
#[derive(Clone, Default)]
struct CallLog(Arc<Mutex<Vec<String>>>);

impl CallLog {
    fn lines(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }

    fn push(&self, line: String) {
        self.0.lock().unwrap().push(line);
    }
}

impl Hook for CallLog {
    fn before(&self, attempt: &Attempt<'_>) {
        self.push(format!("start {}", attempt.number));
    }

    fn after(&self, attempt: &Attempt<'_>, result: &AttemptResult<'_>) {
        let status = result.status.map_or(0, |status| status.as_u16());
        let Attempt { number, labels, .. } = attempt;
        assert!(labels.is_empty() || labels.get("account").is_some());
        self.push(format!("attempt {number} {status} {:?}", result.error));
    }

    fn on_call_end(&self, call: &CallSummary<'_>) {
        assert_eq!(
            call.is_canceled(),
            format!("{:?}", call.error).contains("Canceled")
        );
        let status = call.status.map_or(0, |status| status.as_u16());
        let CallSummary {
            operation,
            attempts,
            error,
            ..
        } = call;
        self.push(format!("{operation} {attempts} {status} {error:?}"));
    }
}

fn logged(transport: &ScriptedTransport) -> (ShopClient, CallLog) {
    let log = CallLog::default();
    (builder(transport).hook(log.clone()).build().unwrap(), log)
}

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn hooks_see_every_attempt() {
    let ends = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&ends);
    let transport = script([retry_after(503, &["2"]), Step::pending(), status(422)]);
    let hook = move |attempt: &Attempt<'_>, result: &AttemptResult<'_>| {
        assert_eq!((attempt.api, attempt.max_response_size), ("shop", 64 << 20));
        assert_eq!(
            (attempt.operation, attempt.method),
            ("get_thing", Method::Get)
        );
        assert_eq!(attempt.path_template, "/v2/things/{id}");
        let header = result
            .headers
            .and_then(|headers| headers.get("retry-after"));
        shared.lock().unwrap().push((
            header.is_some(),
            result.retry_in.map(|wait| wait.as_secs()),
            result.duration.as_secs(),
        ));
    };
    let client = builder(&transport).hook(hook).build().unwrap();
    client.send(GetThing).await.unwrap_err();
    // The second delay has jitter.
    let requests = transport.requests();
    let delay = (requests[2].elapsed - requests[1].elapsed).as_secs() - 30;
    assert_eq!(
        *ends.lock().unwrap(),
        [
            (true, Some(2), 0),
            (false, Some(delay), 30),
            (false, None, 0)
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn panic_in_a_hook_is_contained() {
    struct Panics;
    impl Hook for Panics {
        fn before(&self, _: &Attempt<'_>) {
            panic!("before");
        }
        fn after(&self, _: &Attempt<'_>, _: &AttemptResult<'_>) {
            panic!("after");
        }
    }
    let transport = script([status(503), status(200)]);
    let log = CallLog::default();
    let client = builder(&transport)
        .hook(Panics)
        .hook(log.clone())
        .build()
        .unwrap();
    for _ in 0..2 {
        assert_eq!(client.send(GetThing).await.unwrap().id, Some(5));
    }
    assert_eq!(log.lines().len(), 8, "the next hook is still called");
}

#[tokio::test(start_paused = true)]
async fn call_ends_once_after_all_its_attempts() {
    let durations = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&durations);
    let transport = script([status(503), status(200).delay(3 * SECOND)]);
    let log = CallLog::default();
    let builder = builder(&transport).hook(log.clone());
    let builder = builder.on_call_end(move |call: &CallSummary<'_>| {
        shared.lock().unwrap().push(call.duration);
    });
    let client = builder.build().unwrap();
    client.send(GetThing).await.unwrap();
    assert_eq!(
        log.lines(),
        [
            "start 1",
            "attempt 1 503 Some((Server, Unknown))",
            "start 2",
            "attempt 2 200 None",
            "get_thing 2 200 None",
        ]
    );
    let durations = durations.lock().unwrap();
    assert_eq!(durations.len(), 1);
    assert!((3_200..=4_100).contains(&durations[0].as_millis()));
}

#[tokio::test(start_paused = true)]
async fn unreadable_response_is_no_success_for_hooks() {
    for (body, kind) in [("[]", "Decode"), ("<p>", "Decode"), ("{\"id\":", "Decode")] {
        let (client, log) = logged(&script([Step::response(200, body)]));
        client.send(AddThing).await.unwrap_err();
        let error = format!("200 Some(({kind}, Unknown))");
        assert_eq!(
            log.lines(),
            [
                "start 1".to_owned(),
                format!("attempt 1 {error}"),
                format!("add_thing 1 {error}")
            ]
        );
        let created = client.once("key").send(create_thing()).await;
        assert!(created.is_err());
        let lines = log.lines();
        assert_eq!(
            lines.last(),
            Some(&format!("create_thing 1 {error}")),
            "{lines:?}"
        );
    }
    let transport = script([Step::response(200, "{\"id\":[]}")]);
    let log = CallLog::default();
    let strict = builder(&transport).strict(true).hook(log.clone());
    strict.build().unwrap().send(AddThing).await.unwrap_err();
    assert_eq!(log.lines()[1], "attempt 1 200 Some((Mismatch, Done))");
}

#[tokio::test(start_paused = true)]
async fn invalid_request_ends_without_an_attempt() {
    let (client, log) = logged(&script([status(200)]));
    let call = client.call().header("host", "other.example").send(GetThing);
    assert!(call.await.is_err());
    assert_eq!(
        log.lines(),
        ["get_thing 0 0 Some((InvalidRequest, NotSent))"]
    );
}

#[tokio::test(start_paused = true)]
async fn call_that_is_dropped_during_a_write_has_an_unknown_outcome() {
    let (client, log) = logged(&script([Step::pending()]));
    assert!(timeout(SECOND, client.send(AddThing)).await.is_err());
    assert_eq!(
        log.lines(),
        [
            "start 1",
            "attempt 1 0 Some((Canceled, Unknown))",
            "add_thing 1 0 Some((Canceled, Unknown))",
        ]
    );
    // A request without a response is in flight when the task ends.
    let task = tokio::spawn(client.send(AddThing));
    tokio::time::sleep(SECOND).await;
    task.abort();
    assert!(task.await.is_err());
    assert_eq!(
        log.lines().last().unwrap(),
        "add_thing 1 0 Some((Canceled, Unknown))"
    );
}

#[tokio::test(start_paused = true)]
async fn call_that_is_dropped_before_it_sends_is_not_sent() {
    let (client, log) = logged(&script([failure(TransportError::not_connected)]));
    // Not even a call.
    drop(client.send(AddThing));
    drop(client.once("key").send(create_thing()));
    assert!(log.lines().is_empty());
    // During the backoff, the connection was never established.
    assert!(timeout(SECOND / 10, client.send(AddThing)).await.is_err());
    assert_eq!(
        log.lines(),
        [
            "start 1",
            "attempt 1 0 Some((Connect, NotSent))",
            "add_thing 1 0 Some((Canceled, NotSent))",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn dropped_call_keeps_the_unknown_outcome_of_an_earlier_attempt() {
    let steps = [
        failure(TransportError::interrupted),
        failure(TransportError::not_connected),
    ];
    let (client, log) = logged(&script(steps));
    // After the second attempt: 200 ms of backoff at least.
    let hook = log.clone();
    let call = client.send(PutThing);
    tokio::pin!(call);
    while hook.0.lock().unwrap().len() < 4 {
        let _ = timeout(Duration::from_millis(10), &mut call).await;
    }
    call.set(client.send(PutThing));
    let lines = log.lines();
    assert_eq!(
        lines[4], "put_thing 2 0 Some((Canceled, Unknown))",
        "{lines:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn call_under_a_key_that_is_dropped_has_an_unknown_outcome_whatever_it_has_done() {
    let log = CallLog::default();
    let transport = script([failure(TransportError::not_connected)]);
    let builder = builder(&transport).hook(log.clone());
    let silent = builder.journal(Other(Silent::default())).build().unwrap();
    let call = silent.once("key").send(create_thing());
    assert!(timeout(SECOND, call).await.is_err());
    // During the backoff after an attempt without a connection.
    let (client, connected) = logged(&transport);
    let call = client.once("key").send(create_thing());
    assert!(timeout(SECOND / 10, call).await.is_err());
    let ends = [log.lines(), connected.lines()].map(|mut lines| lines.pop().unwrap());
    assert_eq!(
        ends,
        [
            "create_thing 0 0 Some((Canceled, Unknown))",
            "create_thing 1 0 Some((Canceled, Unknown))"
        ]
    );
}

/// Receives the head of a rejection, and no body.
struct Stalls;

impl Transport for Stalls {
    fn send(
        &self,
        _: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let progress = attempt.progress();
        Box::pin(async move {
            progress.record_head(StatusCode::UNPROCESSABLE_ENTITY, HeaderMap::new());
            std::future::pending().await
        })
    }
}

#[tokio::test(start_paused = true)]
async fn call_that_is_dropped_after_an_error_status_is_rejected() {
    let log = CallLog::default();
    let builder = builder(&script([status(200)])).transport(Stalls);
    let client = builder.hook(log.clone()).build().unwrap();
    assert!(timeout(SECOND, client.send(AddThing)).await.is_err());
    assert_eq!(
        log.lines()[1..],
        [
            "attempt 1 422 Some((Canceled, Rejected))",
            "add_thing 1 422 Some((Canceled, Rejected))",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_create_is_one_call_beside_its_look_ups() {
    let lost = || failure(TransportError::interrupted);
    let found = Step::response(200, "{\"id\":5,\"reference_no\":\"r-1\"}");
    let (client, log) = logged(&script([lost(), found]));
    let created = client.once("key").send(create_thing()).await.unwrap();
    assert_eq!(created.known, Known::Recovered);
    assert_eq!(
        log.lines(),
        [
            "start 1",
            "attempt 1 0 Some((Interrupted, Unknown))",
            "start 1",
            "attempt 1 200 None",
            "get_thing 1 200 None",
            "create_thing 1 0 None",
        ]
    );
    // Dropped during the look-up of a record that an earlier call may have created.
    let (client, log) = logged(&script([status(422), Step::pending()]));
    let call = client.once("key").send(create_thing());
    assert!(timeout(5 * SECOND, call).await.is_err());
    let last = "create_thing 1 422 Some((Canceled, Unknown))";
    assert_eq!(log.lines().last().unwrap(), last);
    // Dropped during the look-up of one that this call may have created, and before it.
    for (seconds, has_look_up) in [(5, true), (0, false)] {
        let (client, log) = logged(&script([lost(), Step::pending()]));
        let call = client.once("key").send(create_thing());
        assert!(timeout(seconds * SECOND, call).await.is_err());
        let mut lines = log.lines().split_off(2);
        let end = lines.pop();
        assert_eq!(
            end.as_deref(),
            Some("create_thing 1 0 Some((Canceled, Unknown))")
        );
        let look_up = [
            "start 1",
            "attempt 1 0 Some((Canceled, Unknown))",
            "get_thing 1 0 Some((Canceled, Unknown))",
        ];
        assert_eq!(lines, if has_look_up { &look_up[..] } else { &[] });
    }
}

#[tokio::test(start_paused = true)]
async fn labels_reach_hooks_and_are_not_sent() {
    let labels = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&labels);
    let transport = script([status(200)]);
    let client = builder(&transport)
        .label("service", "orders")
        .account(0)
        .on_call_end(move |call: &CallSummary<'_>| {
            shared.lock().unwrap().push(call.labels.to_string());
        })
        .build()
        .unwrap();
    client.send(GetThing).await.unwrap();
    let shop = || client.call().label("shop", 7);
    let other = client.with_account("other", VenueApiToken::new("other"));
    shop().send(GetThing).await.unwrap();
    let till = shop().label("till", "a b").label("service", "stock");
    till.send(GetThing).await.unwrap();
    other.send(GetThing).await.unwrap();
    assert_eq!(
        *labels.lock().unwrap(),
        [
            "account=0,service=orders",
            "account=0,service=orders,shop=7",
            "account=0,service=stock,shop=7,till=a b",
            "account=other,service=orders",
        ]
    );
    let requests = transport.requests();
    assert_eq!(requests[0].request.headers(), requests[2].request.headers());
    assert_eq!(requests[0].request.uri(), requests[2].request.uri());
}
