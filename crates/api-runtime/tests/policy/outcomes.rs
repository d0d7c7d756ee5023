//! One row for each kind of failure: the number of attempts, and the kind and outcome of the error. The ids are those
//! of FAULTS.md.

use api_runtime::testing::Step;
use api_runtime::{AuthorizedBy, Error, ErrorKind, Operation, Outcome, Retry, TransportError};

use crate::script::{cut_short, failure, script, status};
use crate::shop::*;

/// What came of a call: the attempts, and the error's kind and outcome if it is one.
type End = (usize, Option<(ErrorKind, Outcome)>);

async fn end<O>(steps: impl IntoIterator<Item = Step>, operation: O) -> (End, Option<Error>)
where
    O: Operation<Api = Shop> + AuthorizedBy<VenueToken>,
{
    let transport = script(steps);
    let error = client(&transport).send(operation).await.err();
    let requests = transport.requests();
    let numbers: Vec<_> = requests.iter().map(|sent| sent.attempt as usize).collect();
    assert_eq!(numbers, (1..=requests.len()).collect::<Vec<_>>());
    assert!(requests.iter().all(|sent| sent.retry == O::INFO.retry));
    if let Some(error) = &error {
        assert_eq!(error.attempts() as usize, requests.len());
    }
    let told = error.as_ref().map(|error| (error.kind(), error.outcome()));
    ((requests.len(), told), error)
}

struct Row {
    id: &'static str,
    step: Step,
    kind: ErrorKind,
    /// Whether a harmless request is sent again, and in what it ends if that does not help.
    read: (usize, Outcome),
    /// The same of one that must not arrive twice.
    write: (usize, Outcome),
}

fn row(
    id: &'static str,
    step: Step,
    kind: ErrorKind,
    read: (usize, Outcome),
    write: (usize, Outcome),
) -> Row {
    Row {
        id,
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
            "N01",
            failure(TransportError::not_connected),
            Connect,
            (3, NotSent),
            (3, NotSent),
        ),
        row(
            "N06",
            failure(TransportError::interrupted),
            Interrupted,
            (3, Unknown),
            (1, Unknown),
        ),
        row(
            "N10",
            failure(TransportError::not_sent),
            Interrupted,
            (3, NotSent),
            (3, NotSent),
        ),
        row(
            "N13",
            cut_short(200, TransportError::interrupted),
            Interrupted,
            (3, Unknown),
            (1, Unknown),
        ),
        row(
            "N17",
            failure(TransportError::timed_out),
            Timeout,
            (3, Unknown),
            (1, Unknown),
        ),
        row(
            "N17, body",
            cut_short(200, TransportError::timed_out),
            Timeout,
            (3, Unknown),
            (1, Unknown),
        ),
        row(
            "N34",
            failure(TransportError::untrusted),
            Tls,
            (1, NotSent),
            (1, NotSent),
        ),
        row(
            "B21",
            cut_short(200, TransportError::too_large),
            TooLarge,
            (1, Unknown),
            (1, Unknown),
        ),
        row(
            "B25",
            cut_short(200, TransportError::decompression_failed),
            Decode,
            (1, Unknown),
            (1, Unknown),
        ),
        row(
            "unsendable",
            failure(TransportError::invalid_request),
            InvalidRequest,
            (1, NotSent),
            (1, NotSent),
        ),
        // HTTP.
        response(408, Other, 3, Unknown),        // H01
        response(425, Other, 3, Unknown),        // H02
        response(429, RateLimited, 3, Rejected), // H03
        response(500, Server, 3, Unknown),
        response(502, Server, 3, Unknown), // H09
        response(503, Server, 3, Unknown), // H10
        response(504, Server, 3, Unknown), // H11
        response(501, Server, 1, Unknown),
        response(400, BadRequest, 1, Rejected),
        response(401, Unauthorized, 1, Rejected), // H13
        response(403, Forbidden, 1, Rejected),    // H14
        response(404, NotFound, 1, Rejected),     // H15
        response(409, Other, 1, Rejected),        // H17
        response(410, Other, 1, Rejected),        // H18
        response(413, Other, 1, Rejected),        // H19
        response(414, Other, 1, Rejected),
        response(431, Other, 1, Rejected),
        response(422, BadRequest, 1, Rejected), // H21
        response(206, Decode, 1, Unknown),      // H30
        response(301, Redirect, 1, Unknown),    // H31
        response(302, Redirect, 1, Unknown),
        response(303, Redirect, 1, Unknown),
        response(307, Redirect, 1, Unknown),
        response(308, Redirect, 1, Unknown),
        response(304, Other, 1, Unknown), // H35
        row(
            "H29",
            Step::response(200, ""),
            Decode,
            (1, Unknown),
            (1, Unknown),
        ),
        row(
            "B03",
            Step::response(200, "<p>").header("content-type", "text/html"),
            WrongContentType,
            (1, Unknown),
            (1, Unknown),
        ),
        row(
            "cut short, refused",
            cut_short(401, TransportError::interrupted),
            Unauthorized,
            (1, Rejected),
            (1, Rejected),
        ),
        row(
            "cut short, passing",
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
        let told = |(attempts, outcome)| (attempts, Some((row.kind, outcome)));
        let steps = || [row.step.clone()];
        let name = format!("{}: {:?}", row.id, row.kind);
        assert_eq!(end(steps(), GetThing).await.0, told(row.read), "{name}");
        assert_eq!(end(steps(), PutThing).await.0, told(row.read), "{name}");
        assert_eq!(end(steps(), AddThing).await.0, told(row.write), "{name}");
        assert_eq!(end(steps(), CreateThing).await.0, told(row.write), "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn retries_can_succeed() {
    for row in rows() {
        let steps = |bad: usize| vec![row.step.clone(); bad].into_iter().chain([status(200)]);
        for bad in 1..3 {
            for (name, limit, ended) in [
                ("read", row.read.0, end(steps(bad), GetThing).await.0),
                ("put", row.read.0, end(steps(bad), PutThing).await.0),
                ("write", row.write.0, end(steps(bad), AddThing).await.0),
                ("guarded", row.write.0, end(steps(bad), CreateThing).await.0),
            ] {
                if limit == 3 {
                    assert_eq!(ended, (bad + 1, None), "{name} {}", row.id);
                } else {
                    assert_eq!(ended.0, 1, "{name} {}", row.id);
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
    let refused = failure(TransportError::untrusted);
    let outcome = |(_, error): (End, Option<Error>)| error.unwrap().outcome();
    // The first arrival may be why the second one finds nothing.
    assert_eq!(
        outcome(end(steps(status(404)), PutThing).await),
        Outcome::Unknown
    );
    assert_eq!(
        outcome(end(steps(refused.clone()), PutThing).await),
        Outcome::Unknown
    );
    assert_eq!(
        outcome(end(steps(status(404)), GetThing).await),
        Outcome::Rejected
    );
    assert_eq!(
        outcome(end(steps(refused), GetThing).await),
        Outcome::NotSent
    );
    // What was not sent before casts no doubt.
    let steps = [failure(TransportError::not_connected), status(422)];
    assert_eq!(outcome(end(steps, AddThing).await), Outcome::Rejected);
    // A write that is sent after all, and then lost.
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
