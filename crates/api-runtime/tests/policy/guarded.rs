//! UniqueKey writes that are told to go out once more when nobody knows what became of them.

use std::future::{pending, ready};
use std::time::Duration;

use api_runtime::http::Method;
use api_runtime::{Created, Error, ErrorKind, Outcome, TransportError};

use crate::script::{Script, Step, retry_after, status};
use crate::shop::*;

type End = Result<Created<Thing, Thing>, Error>;

async fn end(steps: impl IntoIterator<Item = Step>) -> (End, Vec<Method>, Vec<Duration>) {
    let script = Script::new(steps);
    let end = client(&script).create_once(CreateThing).await;
    let came = script.came();
    let waits = came.windows(2).map(|two| two[1].at - two[0].at).collect();
    let methods = came.iter().map(|one| one.request.method().clone());
    (end, methods.collect(), waits)
}

fn lost() -> Step {
    Step::Fail(TransportError::interrupted)
}

fn taken() -> Step {
    let body = "{\"errors\":[\"reference_no has already been taken\",\"quantity is too small\"]}";
    Step::ResponseReader(422, Vec::new(), body)
}

fn found(body: &'static str) -> Step {
    Step::ResponseReader(200, Vec::new(), body)
}

fn unknown(end: End) -> Error {
    let error = end.unwrap_err();
    assert_eq!(error.outcome(), Outcome::Unknown, "{error}");
    assert_eq!(error.unique_key_field(), Some("reference_no"));
    assert_eq!(error.unique_key(), Some("r-1"));
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("r-1"), "the value is the caller's: {shown}");
    error
}

const POST: Method = Method::POST;
const GET: Method = Method::GET;

#[tokio::test(start_paused = true)]
async fn what_is_known_at_once_goes_out_once() {
    let (end, methods, _) = self::end([status(200)]).await;
    assert_eq!(end.unwrap(), Created::Confirmed(thing(None)));
    assert_eq!(methods, [POST]);
    for (step, kind) in [
        (taken(), ErrorKind::BadRequest),
        (status(401), ErrorKind::Unauthorized),
        (status(429), ErrorKind::RateLimited),
    ] {
        let (end, methods, _) = self::end([step]).await;
        let error = end.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (kind, Outcome::Rejected));
        assert!(error.earlier().is_none() && error.lookup_error().is_none());
        assert_eq!(methods, [POST]);
    }
    let (end, methods, _) = self::end([Step::Fail(TransportError::not_connected)]).await;
    assert_eq!(end.unwrap_err().outcome(), Outcome::NotSent);
    assert_eq!(methods, [POST, POST, POST]);
}

/// Every way in which nobody knows what became of an attempt.
fn doubtful() -> Vec<Step> {
    let mut steps = vec![
        lost(),
        Step::Fail(TransportError::timed_out),
        Step::Silence,
        Step::CutShort(200, TransportError::interrupted),
        Step::CutShort(200, TransportError::too_large),
        Step::CutShort(200, TransportError::not_unpacked),
        found(""),
        found("{\"id\":"),
        Step::ResponseReader(200, vec![("content-type", "text/html".to_owned())], "<p>"),
    ];
    for code in [206, 301, 302, 307, 308, 408, 425, 500, 501, 502, 503, 504] {
        steps.push(status(code));
    }
    steps
}

#[tokio::test(start_paused = true)]
async fn what_is_unknown_goes_out_once_more_after_a_wait() {
    for step in doubtful() {
        let (end, methods, waits) = self::end([step.clone(), status(200)]).await;
        assert_eq!(end.unwrap(), Created::Confirmed(thing(None)));
        assert_eq!(methods, [POST, POST]);
        assert!(waits[0] >= Duration::from_millis(200), "{waits:?}");
        if !matches!(step, Step::Silence) {
            assert!(waits[0] <= Duration::from_secs(1), "{waits:?}");
        }
    }
    let (end, _, waits) = self::end([retry_after(503, &["5"]), status(200)]).await;
    assert!(end.is_ok() && waits[0] >= Duration::from_secs(5));
}

#[tokio::test(start_paused = true)]
async fn it_never_goes_out_a_third_time() {
    for first in doubtful() {
        for second in doubtful() {
            let steps = [first.clone(), second, found("{\"reference_no\":\"r-1\"}")];
            let (end, methods, _) = self::end(steps).await;
            // Two silences leave no time to read.
            match end {
                Ok(made) => {
                    assert_eq!(made, Created::Recovered(thing(Some("r-1"))));
                    assert_eq!(methods, [POST, POST, GET]);
                }
                Err(error) => {
                    assert_eq!(unknown(Err(error)).earlier().unwrap().attempts(), 1);
                    assert_eq!(methods, [POST, POST]);
                }
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_refused_second_arrival_is_read_back() {
    let steps = [lost(), taken(), found("{\"reference_no\":\"r-1\"}")];
    let (end, methods, _) = self::end(steps).await;
    assert_eq!(end.unwrap(), Created::Recovered(thing(Some("r-1"))));
    assert_eq!(methods, [POST, POST, GET]);
}

#[tokio::test(start_paused = true)]
async fn what_is_lost_twice_is_read_back() {
    let steps = [lost(), lost(), found("{\"reference_no\":\"r-1\"}")];
    let (end, methods, _) = self::end(steps).await;
    assert_eq!(end.unwrap(), Created::Recovered(thing(Some("r-1"))));
    assert_eq!(methods, [POST, POST, GET]);
}

#[tokio::test(start_paused = true)]
async fn a_server_in_trouble_is_left_alone_before_it_is_read() {
    let carrying = || found("{\"reference_no\":\"r-1\"}");
    for (second, shortest, longest) in [
        (taken(), 0, 0),
        (lost(), 200, 5_000),
        (status(500), 200, 5_000),
        (retry_after(503, &["7"]), 7_000, 7_201),
    ] {
        let (end, methods, waits) = self::end([lost(), second, carrying()]).await;
        assert!(matches!(end, Ok(Created::Recovered(_))));
        assert_eq!(methods, [POST, POST, GET]);
        let wait = waits[1].as_millis();
        assert!((shortest..=longest).contains(&wait), "{wait} ms");
    }
    // For longer than anybody waits.
    let (end, methods, _) = self::end([lost(), retry_after(503, &["61"]), carrying()]).await;
    let error = unknown(end);
    assert_eq!(error.retry_after(), Some(Duration::from_secs(61)));
    assert!(error.lookup_error().is_none());
    assert_eq!(methods, [POST, POST]);
}

#[tokio::test(start_paused = true)]
async fn what_is_not_read_back_stays_unknown_with_all_that_is_known() {
    for (read, kind) in [
        (status(404), ErrorKind::NotFound),
        (status(500), ErrorKind::Server),
        (lost(), ErrorKind::Interrupted),
        (found("{\"reference_no\":\"r-2\"}"), ErrorKind::Mismatch),
        (found("{\"reference_no\":\"R-1\"}"), ErrorKind::Mismatch),
        (found("{\"reference_no\":null}"), ErrorKind::Mismatch),
        (found("{}"), ErrorKind::Mismatch),
        (found("<p>"), ErrorKind::Decode),
    ] {
        let (end, _, _) = self::end([lost(), taken(), read]).await;
        let error = unknown(end);
        assert_eq!(error.kind(), ErrorKind::BadRequest);
        assert_eq!(
            error.messages(),
            [
                "reference_no has already been taken",
                "quantity is too small"
            ]
        );
        assert_eq!(error.earlier().unwrap().kind(), ErrorKind::Interrupted);
        let failed = error.lookup_error().unwrap();
        assert_eq!((failed.kind(), failed.operation()), (kind, "get_thing"));
        let shown = error.to_string();
        assert!(
            shown.contains("earlier attempt: connection interrupted"),
            "{shown}"
        );
        assert!(
            shown.ends_with(&format!("lookup failed: {kind}")),
            "{shown}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_refusal_that_did_not_look_at_the_request_is_not_read_back() {
    for code in [401, 403, 429] {
        let (end, methods, _) = self::end([lost(), status(code)]).await;
        let error = unknown(end);
        assert_eq!(error.status().unwrap().as_u16(), code);
        assert!(error.earlier().is_some() && error.lookup_error().is_none());
        assert_eq!(methods, [POST, POST]);
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_not_sent_the_second_time_leaves_it_unknown() {
    for step in [
        TransportError::not_connected,
        TransportError::not_sent,
        TransportError::not_trusted,
    ] {
        let (end, methods, _) = self::end([lost(), Step::Fail(step)]).await;
        let error = unknown(end);
        assert_eq!(error.earlier().unwrap().kind(), ErrorKind::Interrupted);
        // Nothing can be had from this server now, so nothing is read back.
        assert!(error.lookup_error().is_none() && !methods.contains(&GET));
    }
    // After it was not sent, it goes out after all.
    let steps = [
        lost(),
        Step::Fail(TransportError::not_connected),
        status(200),
    ];
    let (end, methods, _) = self::end(steps).await;
    assert!(matches!(end, Ok(Created::Confirmed(_))));
    assert_eq!(methods, [POST, POST, POST]);
    let steps = [Step::Fail(TransportError::not_connected), lost(), lost()];
    let error = unknown(self::end(steps).await.0);
    assert_eq!(
        (error.attempts(), error.earlier().unwrap().attempts()),
        (3, 2)
    );
}

#[tokio::test(start_paused = true)]
async fn time_attempts_and_budget_limit_it() {
    // The server asks for more than is granted.
    let (end, methods, _) = self::end([retry_after(503, &["61"]), status(200)]).await;
    let error = unknown(end);
    assert_eq!(error.retry_after(), Some(Duration::from_secs(61)));
    assert!(error.earlier().is_none());
    assert_eq!(methods, [POST]);
    // A call makes three attempts.
    let none = Step::Fail(TransportError::not_connected);
    let (end, methods, _) = self::end([none.clone(), none, lost(), status(200)]).await;
    assert!(unknown(end).earlier().is_none());
    assert_eq!(methods, [POST, POST, POST]);
    // In an outage, calls and clients share ten further requests, reads included.
    let script = Script::new([lost()]);
    let client = client(&script);
    for _ in 0..100 {
        unknown(client.create_once(CreateThing).await);
    }
    assert_eq!(script.count(), 110);
}

#[tokio::test(start_paused = true)]
async fn without_a_text_in_the_unique_field_it_goes_out_once() {
    for reference_no in ["", " \t"] {
        let script = Script::new([lost()]);
        let end = client(&script).create_once(CreateAs(reference_no)).await;
        assert_eq!(end.unwrap_err().outcome(), Outcome::Unknown);
        assert_eq!(script.count(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn the_caller_tells_where_to_read() {
    let carrying = found("{\"reference_no\":\"r-1\"}");
    // Nothing is asked for when nothing is in doubt.
    let script = Script::new([status(200)]);
    let end = client(&script)
        .create_once_with(CreateThing, |_| -> std::future::Ready<_> {
            panic!("asked")
        })
        .await;
    assert!(matches!(end, Ok(Created::Confirmed(_))));
    // It may wait, for a callback for instance.
    let script = Script::new([lost(), taken(), carrying.clone()]);
    let end = client(&script)
        .create_once_with(CreateThing, async |reference_no: String| {
            assert_eq!(reference_no, "r-1");
            tokio::time::sleep(Duration::from_secs(20)).await;
            Some(GetThing)
        })
        .await;
    assert!(matches!(end, Ok(Created::Recovered(_))));
    // Not known, and not known in time.
    let script = Script::new([lost(), taken(), carrying.clone()]);
    let end = client(&script).create_once_with(CreateThing, |_| ready(None));
    assert!(unknown(end.await).lookup_error().is_none());
    let script = Script::new([lost(), taken(), carrying]);
    let started = tokio::time::Instant::now();
    let end = client(&script).create_once_with(CreateThing, |_| pending());
    assert!(unknown(end.await).lookup_error().is_none());
    assert_eq!(started.elapsed().as_secs(), 60, "the limit of the call");
}

#[tokio::test(start_paused = true)]
async fn the_read_ends_with_the_call() {
    let late = Step::Late(Duration::from_secs(20), Box::new(lost()));
    let script = Script::new([late, taken(), Step::Silence]);
    let started = tokio::time::Instant::now();
    let error = unknown(client(&script).create_once(CreateThing).await);
    assert!(error.lookup_error().unwrap().is_timeout());
    assert_eq!(started.elapsed().as_secs(), 60);
}

#[tokio::test(start_paused = true)]
async fn dropped_it_sends_nothing_more() {
    for limit in [0, 100, 199, 30_000, 45_000] {
        let script = Script::new([Step::Silence]);
        let call = client(&script).create_once(CreateThing);
        let ended = tokio::time::timeout(Duration::from_millis(limit), call).await;
        assert!(ended.is_err());
        let count = script.count();
        tokio::time::sleep(Duration::from_secs(600)).await;
        assert_eq!(script.count(), count, "{limit}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_plain_send_never_goes_out_twice() {
    for step in doubtful() {
        let script = Script::new([step, status(200)]);
        let error = client(&script).send(CreateThing).await.unwrap_err();
        assert_eq!(error.outcome(), Outcome::Unknown);
        assert_eq!(script.count(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_strict_client_takes_a_strange_reply_for_done() {
    let strange = found("{\"id\":\"five\"}");
    let script = Script::new([lost(), strange]);
    let client = builder(&script).strict(true).build().unwrap();
    let error = client.create_once(CreateThing).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Mismatch, Outcome::Done)
    );
    assert_eq!(script.count(), 2);
}

fn thing(reference_no: Option<&str>) -> Thing {
    Thing {
        id: reference_no.is_none().then_some(5),
        reference_no: reference_no.map(str::to_owned),
        ..Thing::default()
    }
}
