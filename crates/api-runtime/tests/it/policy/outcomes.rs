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
    O: Operation<Api = Shop> + AuthorizedBy<VenueToken>,
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

struct Row {
    name: &'static str,
    step: Step,
    kind: ErrorKind,
    /// The attempts and the outcome of an idempotent request.
    read: (usize, Outcome),
    /// The attempts and the outcome of a non-idempotent request.
    write: (usize, Outcome),
}

fn row(
    name: &'static str,
    step: Step,
    kind: ErrorKind,
    read: (usize, Outcome),
    write: (usize, Outcome),
) -> Row {
    Row {
        name,
        step,
        kind,
        read,
        write,
    }
}

fn rows() -> Vec<Row> {
    use ErrorKind::*;
    use Outcome::{NotSent, Rejected, Unknown};
    let response = |code: u16, kind: ErrorKind, reads: usize, outcome: Outcome| {
        let read = (reads, outcome);
        row("status", status(code), kind, read, (1, outcome))
    };
    vec![
        // Network.
        row(
            "connection refused",
            failure(TransportError::not_connected),
            Connect,
            (3, NotSent),
            (3, NotSent),
        ),
        row(
            "interrupted",
            failure(TransportError::interrupted),
            Interrupted,
            (3, Unknown),
            (1, Unknown),
        ),
        row(
            "not sent",
            failure(TransportError::not_sent),
            Interrupted,
            (3, NotSent),
            (3, NotSent),
        ),
        row(
            "interrupted body",
            cut_short(200, TransportError::interrupted),
            Interrupted,
            (3, Unknown),
            (1, Unknown),
        ),
        row(
            "no response",
            failure(TransportError::timed_out),
            Timeout,
            (3, Unknown),
            (1, Unknown),
        ),
        row(
            "body timeout",
            cut_short(200, TransportError::timed_out),
            Timeout,
            (3, Unknown),
            (1, Unknown),
        ),
        row(
            "untrusted certificate",
            failure(TransportError::untrusted),
            Tls,
            (1, NotSent),
            (1, NotSent),
        ),
        row(
            "body too large",
            cut_short(200, TransportError::too_large),
            TooLarge,
            (1, Unknown),
            (1, Unknown),
        ),
        row(
            "invalid gzip",
            cut_short(200, TransportError::decompression_failed),
            Decode,
            (1, Unknown),
            (1, Unknown),
        ),
        // HTTP.
        response(408, Other, 3, Unknown),
        response(425, Other, 3, Unknown),
        response(429, RateLimited, 3, Rejected),
        response(500, Server, 3, Unknown),
        response(502, Server, 3, Unknown),
        response(503, Server, 3, Unknown),
        response(504, Server, 3, Unknown),
        response(501, Server, 1, Unknown),
        response(400, BadRequest, 1, Rejected),
        response(401, Unauthorized, 1, Rejected),
        response(403, Forbidden, 1, Rejected),
        response(404, NotFound, 1, Rejected),
        response(409, Other, 1, Rejected),
        response(410, Other, 1, Rejected),
        response(413, Other, 1, Rejected),
        response(414, Other, 1, Rejected),
        response(431, Other, 1, Rejected),
        response(422, BadRequest, 1, Rejected),
        response(206, Decode, 1, Unknown),
        response(301, Redirect, 1, Unknown),
        response(302, Redirect, 1, Unknown),
        response(303, Redirect, 1, Unknown),
        response(307, Redirect, 1, Unknown),
        response(308, Redirect, 1, Unknown),
        response(304, Other, 1, Unknown),
        row(
            "empty body",
            Step::response(200, ""),
            Decode,
            (1, Unknown),
            (1, Unknown),
        ),
        row(
            "HTML body",
            Step::response(200, "<p>").header("content-type", "text/html"),
            WrongContentType,
            (1, Unknown),
            (1, Unknown),
        ),
        row(
            "truncated, unauthorized",
            cut_short(401, TransportError::interrupted),
            Unauthorized,
            (1, Rejected),
            (1, Rejected),
        ),
        row(
            "truncated, server error",
            cut_short(503, TransportError::interrupted),
            Server,
            (3, Unknown),
            (1, Unknown),
        ),
    ]
}

#[tokio::test(start_paused = true)]
async fn each_failure_has_the_attempts_and_outcome_of_the_table() {
    for row in rows() {
        let end_of_row = |(attempts, outcome)| (attempts, Some((row.kind, outcome)));
        let steps = || [row.step.clone()];
        let name = format!("{}: {:?}", row.name, row.kind);
        assert_eq!(
            end(steps(), GetThing).await.0,
            end_of_row(row.read),
            "{name}"
        );
        assert_eq!(
            end(steps(), PutThing).await.0,
            end_of_row(row.read),
            "{name}"
        );
        assert_eq!(
            end(steps(), AddThing).await.0,
            end_of_row(row.write),
            "{name}"
        );
        assert_eq!(
            end(steps(), CreateThing).await.0,
            end_of_row(row.write),
            "{name}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn retries_can_succeed() {
    for row in rows() {
        let steps = |failures: usize| {
            vec![row.step.clone(); failures]
                .into_iter()
                .chain([status(200)])
        };
        for failures in 1..3 {
            for (name, limit, ended) in [
                ("read", row.read.0, end(steps(failures), GetThing).await.0),
                ("put", row.read.0, end(steps(failures), PutThing).await.0),
                ("write", row.write.0, end(steps(failures), AddThing).await.0),
                (
                    "create",
                    row.write.0,
                    end(steps(failures), CreateThing).await.0,
                ),
            ] {
                if limit == 3 {
                    assert_eq!(ended, (failures + 1, None), "{name} {}", row.name);
                } else {
                    assert_eq!(ended.0, 1, "{name} {}", row.name);
                    assert!(ended.1.is_some());
                }
            }
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
    let (ended, error) = end(steps, CreateThing).await;
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
