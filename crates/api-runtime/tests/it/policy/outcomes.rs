//! One row for each kind of failure: the number of attempts, and the kind and outcome of the error.

use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::testing::Step;
use api_runtime::transport::TransportError;
use api_runtime::{Error, ErrorKind, Outcome};

use super::script::{cut_short, failure, script, status};
use super::shop::*;

/// The end of a call: the attempts, and the error's kind and outcome, if any.
type End = (usize, Option<(ErrorKind, Outcome)>);

async fn end<O>(steps: impl IntoIterator<Item = Step>, operation: O) -> (End, Option<Error>)
where
    O: Operation<Api = Shop> + AuthorizedBy<VenueApiToken>,
{
    let transport = script(steps);
    let error = client(&transport).send(operation).await.err();
    let requests = transport.requests();
    let numbers: Vec<_> = requests
        .iter()
        .map(|request| request.attempt as usize)
        .collect();
    assert_eq!(numbers, (1..=requests.len()).collect::<Vec<_>>());
    assert!(
        requests
            .iter()
            .all(|request| request.retry == O::INFO.retry)
    );
    if let Some(error) = &error {
        assert_eq!(error.attempts() as usize, requests.len());
    }
    let kind_and_outcome = error.as_ref().map(|error| (error.kind(), error.outcome()));
    ((requests.len(), kind_and_outcome), error)
}

/// A failure, its kind, and the attempts and the outcome of a harmless and of another request.
type Row = (
    &'static str,
    Step,
    ErrorKind,
    (usize, Outcome),
    (usize, Outcome),
);

#[rustfmt::skip]
fn rows() -> Vec<Row> {
    use ErrorKind::*;
    use Outcome::{NotSent, Rejected, Unknown};
    let html = Step::response(200, "<p>").header("content-type", "text/html");
    let mut rows = vec![
        ("connection refused", failure(TransportError::not_connected), Connect, (3, NotSent), (3, NotSent)),
        ("interrupted", failure(TransportError::interrupted), Interrupted, (3, Unknown), (1, Unknown)),
        ("not sent", failure(TransportError::not_sent), Interrupted, (3, NotSent), (3, NotSent)),
        ("interrupted body", cut_short(200, TransportError::interrupted), Interrupted, (3, Unknown), (1, Unknown)),
        ("no response", failure(TransportError::timed_out), Timeout, (3, Unknown), (1, Unknown)),
        ("body timeout", cut_short(200, TransportError::timed_out), Timeout, (3, Unknown), (1, Unknown)),
        ("untrusted certificate", failure(TransportError::untrusted), Tls, (1, NotSent), (1, NotSent)),
        ("body too large", cut_short(200, TransportError::too_large), TooLarge, (1, Unknown), (1, Unknown)),
        ("invalid gzip", cut_short(200, TransportError::decompression_failed), Decode, (1, Unknown), (1, Unknown)),
        ("empty body", Step::response(200, ""), Decode, (1, Unknown), (1, Unknown)),
        ("HTML body", html, WrongContentType, (1, Unknown), (1, Unknown)),
        ("truncated, unauthorized", cut_short(401, TransportError::interrupted), Unauthorized, (1, Rejected), (1, Rejected)),
        ("truncated, server error", cut_short(503, TransportError::interrupted), Server, (3, Unknown), (1, Unknown)),
    ];
    for (statuses, kind, reads, outcome) in [
        (&[408, 425][..], Other, 3, Unknown),
        (&[429], RateLimited, 3, Rejected),
        (&[500, 502, 503, 504], Server, 3, Unknown),
        (&[501], Server, 1, Unknown),
        (&[401], Unauthorized, 1, Rejected),
        (&[403], Forbidden, 1, Rejected),
        (&[404], NotFound, 1, Rejected),
        (&[410, 413, 414, 431], Other, 1, Rejected),
        (&[206], Decode, 1, Unknown),
        (&[300, 301, 302, 303, 304, 307, 308], Redirect, 1, Unknown),
    ] {
        for code in statuses {
            rows.push(("status", status(*code), kind, (reads, outcome), (1, outcome)));
        }
    }
    rows
}

/// The ends of a read, of a harmless write, of another one and of a create.
async fn ends(steps: &[Step]) -> [End; 4] {
    [
        end(steps.to_vec(), GetThing).await.0,
        end(steps.to_vec(), PutThing).await.0,
        end(steps.to_vec(), AddThing).await.0,
        end(steps.to_vec(), create_thing()).await.0,
    ]
}

#[tokio::test(start_paused = true)]
async fn each_failure_has_the_attempts_and_outcome_of_the_table_and_a_retry_can_succeed() {
    for (name, step, kind, read, write) in rows() {
        // The docs of such writes say so.
        assert!(write.0 == 1 || write.1 == Outcome::NotSent, "{name}");
        let failed = |(attempts, outcome)| (attempts, Some((kind, outcome)));
        let expected = [read, read, write, write].map(failed);
        let steps = [step.clone()];
        assert_eq!(ends(&steps).await, expected, "{name}: {kind:?}");
        for failures in 1..3 {
            let mut steps = vec![step.clone(); failures];
            steps.push(status(200));
            let expected = [read, read, write, write].map(|end| match end.0 {
                3 => (failures + 1, None),
                _ => failed(end),
            });
            assert_eq!(ends(&steps).await, expected, "{name}: {kind:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn late_response_is_a_timeout() {
    let late = status(200).delay(std::time::Duration::from_secs(31));
    let unknown = Some((ErrorKind::Timeout, Outcome::Unknown));
    assert_eq!(
        end([late.clone(), status(200)], GetThing).await.0,
        (2, None)
    );
    assert_eq!(end([late.clone()], AddThing).await.0, (1, unknown));
    assert_eq!(end([Step::pending()], AddThing).await.0, (1, unknown));
}

#[tokio::test(start_paused = true)]
async fn unknown_outcome_of_a_write_survives_retries() {
    let steps = |last: Step| [failure(TransportError::interrupted), last];
    let untrusted = failure(TransportError::untrusted);
    let outcome = |(_, error): (End, Option<Error>)| error.unwrap().outcome();
    // The first request may be the reason why the second one finds nothing.
    assert_eq!(
        outcome(end(steps(status(404)), PutThing).await),
        Outcome::Unknown
    );
    assert_eq!(
        outcome(end(steps(untrusted.clone()), PutThing).await),
        Outcome::Unknown
    );
    assert_eq!(
        outcome(end(steps(status(404)), GetThing).await),
        Outcome::Rejected
    );
    assert_eq!(
        outcome(end(steps(untrusted), GetThing).await),
        Outcome::NotSent
    );
    // An unsent attempt before does not make the outcome unknown.
    let steps = [failure(TransportError::not_connected), status(422)];
    assert_eq!(outcome(end(steps, AddThing).await), Outcome::Rejected);
    // A write that is not sent at first, and then lost.
    let steps = [
        failure(TransportError::not_connected),
        failure(TransportError::interrupted),
    ];
    let (ended, error) = end(steps, create_thing()).await;
    assert_eq!(ended, (2, Some((ErrorKind::Interrupted, Outcome::Unknown))));
    let error = error.unwrap();
    assert_eq!(CreateThing::INFO.retry, Retry::UniqueKey("reference_no"));
    assert_eq!(
        (error.unique_key_field(), error.unique_key()),
        (Some("reference_no"), Some("r-1"))
    );
}

#[tokio::test(start_paused = true)]
async fn documented_204_is_not_retried() {
    let rejected = Some((ErrorKind::NotFound, Outcome::Rejected));
    let none = Step::response(204, "");
    assert_eq!(end([none], AddThing).await.0, (1, rejected));
}

#[tokio::test(start_paused = true)]
async fn a_204_with_a_body_is_not_one() {
    let unknown = Some((ErrorKind::Decode, Outcome::Unknown));
    for step in [
        Step::response(204, r#"{"errors":["declined"]}"#),
        Step::response(204, "").header("content-length", "23"),
        Step::response(204, "").header("transfer-encoding", "chunked"),
    ] {
        assert_eq!(end([step], AddThing).await.0, (1, unknown));
    }
    let rejected = Some((ErrorKind::NotFound, Outcome::Rejected));
    let zero = Step::response(204, "").header("content-length", "0");
    assert_eq!(end([zero], AddThing).await.0, (1, rejected));
}
