//! `create_once`: a retry and a lookup after an unknown outcome.

use std::future::{pending, ready};
use std::time::Duration;

use api_runtime::http::Method;
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{
    AuthorizedBy, Created, Error, ErrorKind, FindByUniqueKey, FoundRecord, Operation,
    OperationInfo, Outcome, ReadError, Request, ResponseReader, TransportError, UniqueKey,
};

use crate::script::{cut_short, failure, retry_after, script, status, waits};
use crate::shop::*;

type End = Result<Created<Thing, Thing>, Error>;

async fn end(steps: impl IntoIterator<Item = Step>) -> (End, Vec<Method>, Vec<Duration>) {
    let transport = script(steps);
    let end = client(&transport).create_once(CreateThing).await;
    let requests = transport.requests();
    let waits = waits(&transport);
    let methods = requests
        .iter()
        .map(|recorded| recorded.request.method().clone());
    (end, methods.collect(), waits)
}

fn lost() -> Step {
    failure(TransportError::interrupted)
}

fn duplicate() -> Step {
    let body = "{\"errors\":[\"reference_no has already been taken\",\"quantity is too small\"]}";
    Step::response(422, body)
}

fn found(body: &'static str) -> Step {
    Step::response(200, body)
}

fn unknown(end: End) -> Error {
    let error = end.unwrap_err();
    assert_eq!(error.outcome(), Outcome::Unknown, "{error}");
    assert_eq!(error.unique_key_field(), Some("reference_no"));
    assert_eq!(error.unique_key(), Some("r-1"));
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("r-1"), "the value is not shown: {shown}");
    error
}

const POST: Method = Method::POST;
const GET: Method = Method::GET;

#[tokio::test(start_paused = true)]
async fn create_once_sends_one_request_if_the_outcome_is_known() {
    let (end, methods, _) = self::end([status(200)]).await;
    assert_eq!(end.unwrap(), Created::Confirmed(thing(None)));
    assert_eq!(methods, [POST]);
    for (step, kind) in [
        (status(401), ErrorKind::Unauthorized),
        (status(403), ErrorKind::Forbidden),
        (status(429), ErrorKind::RateLimited),
    ] {
        let (end, methods, _) = self::end([step]).await;
        let error = end.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (kind, Outcome::Rejected));
        assert!(error.earlier().is_none() && error.lookup_error().is_none());
        assert_eq!(methods, [POST]);
    }
    let (end, methods, _) = self::end([failure(TransportError::not_connected)]).await;
    assert_eq!(end.unwrap_err().outcome(), Outcome::NotSent);
    assert_eq!(methods, [POST, POST, POST]);
}

/// All steps that leave the outcome unknown: at once, and by the timeout.
fn unknown_steps() -> Vec<Step> {
    immediate_unknown_steps()
        .into_iter()
        .chain([Step::pending()])
        .collect()
}

fn immediate_unknown_steps() -> Vec<Step> {
    let mut steps = vec![
        lost(),
        failure(TransportError::timed_out),
        cut_short(200, TransportError::interrupted),
        cut_short(200, TransportError::too_large),
        cut_short(200, TransportError::decompression_failed),
        found(""),
        found("{\"id\":"),
        Step::response(200, "<p>").header("content-type", "text/html"),
    ];
    for code in [206, 301, 302, 307, 308, 408, 425, 500, 501, 502, 503, 504] {
        steps.push(status(code));
    }
    steps
}

#[tokio::test(start_paused = true)]
async fn create_once_retries_an_unknown_outcome_after_a_backoff() {
    let wait = async |step: Step| {
        let (end, methods, waits) = self::end([step, status(200)]).await;
        assert_eq!(end.unwrap(), Created::Confirmed(thing(None)));
        assert_eq!(methods, [POST, POST]);
        assert!(waits[0] >= Duration::from_millis(200), "{waits:?}");
        waits[0]
    };
    for step in immediate_unknown_steps() {
        let wait = wait(step).await;
        assert!(wait <= Duration::from_secs(1), "{wait:?}");
    }
    wait(Step::pending()).await;
    let (end, _, waits) = self::end([retry_after(503, &["5"]), status(200)]).await;
    assert!(end.is_ok() && waits[0] >= Duration::from_secs(5));
}

#[tokio::test(start_paused = true)]
async fn create_once_sends_at_most_two_requests() {
    for first in unknown_steps() {
        for second in unknown_steps() {
            let steps = [
                first.clone(),
                second,
                found("{\"id\":7,\"reference_no\":\"r-1\"}"),
            ];
            let (end, methods, _) = self::end(steps).await;
            // Two timeouts leave no time for the lookup.
            match end {
                Ok(created) => {
                    assert_eq!(created, Created::Recovered(thing(Some("r-1"))));
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
async fn rejected_retry_is_recovered_by_lookup() {
    let steps = [
        lost(),
        duplicate(),
        found("{\"id\":7,\"reference_no\":\"r-1\"}"),
    ];
    let (end, methods, _) = self::end(steps).await;
    assert_eq!(end.unwrap(), Created::Recovered(thing(Some("r-1"))));
    assert_eq!(methods, [POST, POST, GET]);
}

#[tokio::test(start_paused = true)]
async fn first_rejection_as_a_duplicate_is_looked_up() {
    let with_reference = || found("{\"id\":7,\"reference_no\":\"r-1\"}");
    for rejection in [duplicate(), status(409), status(400)] {
        let (end, methods, _) = self::end([rejection.clone(), with_reference()]).await;
        assert_eq!(end.unwrap(), Created::Recovered(thing(Some("r-1"))));
        assert_eq!(methods, [POST, GET]);
        // A request that was not sent is not an earlier one.
        let not_connected = failure(TransportError::not_connected);
        let (end, methods, _) = self::end([not_connected, rejection, with_reference()]).await;
        assert!(matches!(end, Ok(Created::Recovered(_))), "{end:?}");
        assert_eq!(methods, [POST, POST, GET]);
    }
}

/// Rejected with a documented status when it is sent twice.
struct CreateDocumented;

impl Operation for CreateDocumented {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo = CreateThing::INFO;

    fn write_request(&self, request: &mut Request) {
        CreateThing.write_request(request);
    }

    fn read_response(response: &ResponseReader) -> Result<Thing, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for CreateDocumented {}

impl UniqueKey for CreateDocumented {
    type Lookup = GetThing;
    const FOUND: FoundRecord = CreateThing::FOUND;
    const DUPLICATE_STATUSES: &'static [u16] = &[422];

    fn unique_key(read: &Thing) -> Option<&str> {
        CreateThing::unique_key(read)
    }
}

impl FindByUniqueKey for CreateDocumented {
    fn lookup(unique_key: String) -> GetThing {
        CreateThing::lookup(unique_key)
    }
}

#[tokio::test(start_paused = true)]
async fn first_rejection_with_a_status_of_no_duplicate_is_not_looked_up() {
    for code in [400, 401, 403, 404, 409, 413, 422, 429] {
        let with_reference = found("{\"id\":7,\"reference_no\":\"r-1\"}");
        let transport = script([status(code), with_reference]);
        // By reference, as any operation.
        let end = client(&transport).create_once(&CreateDocumented).await;
        if [409, 422].contains(&code) {
            assert!(matches!(end, Ok(Created::Recovered(_))), "{code}: {end:?}");
            continue;
        }
        let error = end.unwrap_err();
        assert_eq!(error.outcome(), Outcome::Rejected, "{code}");
        assert!(error.lookup_error().is_none());
        assert_eq!(transport.attempts(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn first_rejection_is_proven_by_a_lookup_that_finds_no_record() {
    let (end, methods, _) = self::end([duplicate(), status(404)]).await;
    let error = end.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::BadRequest, Outcome::Rejected)
    );
    assert!(!error.may_have_taken_effect() && error.earlier().is_none());
    let lookup_error = error.lookup_error().unwrap();
    assert!(lookup_error.is_not_found());
    assert_eq!(lookup_error.operation(), "get_thing");
    assert_eq!(methods, [POST, GET]);
    let shown = error.to_string();
    assert!(
        shown.ends_with("; looked up by `reference_no`: not found, status 404"),
        "{shown}"
    );
}

#[tokio::test(start_paused = true)]
async fn first_rejection_is_unknown_unless_the_lookup_proves_it() {
    for (read, kind) in [
        (status(500), ErrorKind::Server),
        (status(401), ErrorKind::Unauthorized),
        (status(422), ErrorKind::BadRequest),
        (lost(), ErrorKind::Interrupted),
        (found("{\"reference_no\":\"r-2\"}"), ErrorKind::Mismatch),
        (found("{\"id\":7}"), ErrorKind::Mismatch),
        (found("<p>"), ErrorKind::Decode),
        // The page of a gateway.
        (
            Step::response(404, "<p>").header("content-type", "text/html"),
            ErrorKind::NotFound,
        ),
    ] {
        let (end, _, _) = self::end([duplicate(), read]).await;
        let error = unknown(end);
        assert_eq!(error.kind(), ErrorKind::BadRequest);
        assert!(error.earlier().is_none() && error.may_have_taken_effect());
        assert_eq!(error.lookup_error().unwrap().kind(), kind);
    }
    // The delay that the server requests is longer than the client waits.
    let (end, methods, _) = self::end([retry_after(422, &["61"])]).await;
    assert!(unknown(end).lookup_error().is_none());
    assert_eq!(methods, [POST]);
    // The lookup is paid from the retry budget.
    let (client_without_budget, transport) = client_with_budget(0, vec![duplicate()]).await;
    let before = transport.attempts();
    let error = unknown(client_without_budget.create_once(CreateThing).await);
    assert!(error.is_retry_budget_exhausted() && error.lookup_error().is_none());
    assert_eq!(transport.attempts(), before + 1);
    // No key that the server recognizes.
    let transport = script([duplicate()]);
    let end = client(&transport).create_once(CreateAs(" ")).await;
    assert_eq!(end.unwrap_err().outcome(), Outcome::Rejected);
    assert_eq!(transport.attempts(), 1);
}

#[tokio::test(start_paused = true)]
async fn lookup_of_the_caller_finds_the_record_after_a_first_rejection() {
    let with_reference = found("{\"id\":7,\"reference_no\":\"r-1\"}");
    let transport = script([duplicate(), with_reference]);
    let end = client(&transport).create_once_with(CreateThing, |_| ready(Some(GetThing)));
    assert!(matches!(end.await, Ok(Created::Recovered(_))));
    // Another operation may find the record.
    let transport = script([duplicate(), status(404)]);
    let end = client(&transport).create_once_with(CreateThing, |_| ready(Some(GetThing)));
    assert!(unknown(end.await).lookup_error().unwrap().is_not_found());
    let transport = script([duplicate()]);
    let end = client(&transport).create_once_with(CreateThing, |_| ready(None));
    assert!(unknown(end.await).lookup_error().is_none());
    assert_eq!(transport.attempts(), 1);
}

#[tokio::test(start_paused = true)]
async fn two_unknown_outcomes_are_recovered_by_lookup() {
    let steps = [lost(), lost(), found("{\"id\":7,\"reference_no\":\"r-1\"}")];
    let (end, methods, _) = self::end(steps).await;
    assert_eq!(end.unwrap(), Created::Recovered(thing(Some("r-1"))));
    assert_eq!(methods, [POST, POST, GET]);
}

#[tokio::test(start_paused = true)]
async fn lookup_waits_after_a_server_error() {
    let with_reference = || found("{\"id\":7,\"reference_no\":\"r-1\"}");
    for (second, min, max) in [
        (duplicate(), 0, 0),
        (lost(), 200, 5_000),
        (status(500), 200, 5_000),
        (retry_after(503, &["7"]), 7_000, 7_201),
    ] {
        let (end, methods, waits) = self::end([lost(), second, with_reference()]).await;
        assert!(matches!(end, Ok(Created::Recovered(_))));
        assert_eq!(methods, [POST, POST, GET]);
        let wait = waits[1].as_millis();
        assert!((min..=max).contains(&wait), "{wait} ms");
    }
    // A rejection rarely requests a delay, which is respected.
    let (end, methods, waits) =
        self::end([lost(), retry_after(423, &["7"]), with_reference()]).await;
    assert!(matches!(end, Ok(Created::Recovered(_))));
    assert_eq!((methods.len(), waits[1].as_secs()), (3, 7));
    // Longer than the client waits.
    let (end, methods, _) = self::end([lost(), retry_after(503, &["61"]), with_reference()]).await;
    let error = unknown(end);
    assert_eq!(error.retry_after(), Some(Duration::from_secs(61)));
    assert!(error.lookup_error().is_none());
    assert_eq!(methods, [POST, POST]);
}

#[tokio::test(start_paused = true)]
async fn failed_lookup_leaves_the_outcome_unknown_with_both_errors() {
    for (read, kind) in [
        (status(404), ErrorKind::NotFound),
        (status(500), ErrorKind::Server),
        (lost(), ErrorKind::Interrupted),
        (found("{\"reference_no\":\"r-2\"}"), ErrorKind::Mismatch),
        (found("{\"reference_no\":\"r-1\"}"), ErrorKind::Mismatch),
        (
            found("{\"id\":7,\"reference_no\":null}"),
            ErrorKind::Mismatch,
        ),
        (found("{\"id\":7}"), ErrorKind::Mismatch),
        (found("{}"), ErrorKind::Decode),
        (found("<p>"), ErrorKind::Decode),
    ] {
        let (end, _, _) = self::end([lost(), duplicate(), read]).await;
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
        let lookup_error = error.lookup_error().unwrap();
        assert_eq!(
            (lookup_error.kind(), lookup_error.operation()),
            (kind, "get_thing")
        );
        let shown = error.to_string();
        assert!(
            shown.contains("earlier attempt: connection interrupted"),
            "{shown}"
        );
        let (_, reason) = shown.split_once("; lookup failed: ").unwrap();
        assert!(reason.starts_with(&kind.to_string()), "{shown}");
        assert!(lookup_error.to_string().contains(reason), "{shown}");
    }
}

#[tokio::test(start_paused = true)]
async fn rejection_before_validation_starts_no_lookup() {
    for code in [401, 403, 429] {
        let (end, methods, _) = self::end([lost(), status(code)]).await;
        let error = unknown(end);
        assert_eq!(error.status().unwrap().as_u16(), code);
        assert!(error.earlier().is_some() && error.lookup_error().is_none());
        assert_eq!(methods, [POST, POST]);
    }
}

#[tokio::test(start_paused = true)]
async fn unsent_retry_leaves_the_outcome_unknown() {
    for step in [TransportError::not_connected, TransportError::untrusted] {
        let (end, methods, _) = self::end([lost(), failure(step)]).await;
        let error = unknown(end);
        assert_eq!(error.earlier().unwrap().kind(), ErrorKind::Interrupted);
        // The server cannot be reached, so that there is no lookup.
        assert!(error.lookup_error().is_none() && !methods.contains(&GET));
    }
    // After a retry without a connection, the next one is sent.
    let steps = [lost(), failure(TransportError::not_connected), status(200)];
    let (end, methods, _) = self::end(steps).await;
    assert!(matches!(end, Ok(Created::Confirmed(_))));
    assert_eq!(methods, [POST, POST, POST]);
    let steps = [failure(TransportError::not_connected), lost(), lost()];
    let error = unknown(self::end(steps).await.0);
    assert_eq!(
        (error.attempts(), error.earlier().unwrap().attempts()),
        (3, 2)
    );
}

#[tokio::test(start_paused = true)]
async fn refused_second_request_is_looked_up_and_not_resent() {
    // `REFUSED_STREAM`: the server did not process the request, which may be on the wire.
    let refused = || failure(TransportError::not_sent);
    let with_reference = found("{\"id\":7,\"reference_no\":\"r-1\"}");
    for first in [status(500), lost()] {
        let (end, methods, waits) = self::end([first, refused(), with_reference.clone()]).await;
        assert!(matches!(end, Ok(Created::Recovered(_))), "{end:?}");
        assert_eq!(methods, [POST, POST, GET]);
        assert!(waits[1] >= Duration::from_millis(200), "{waits:?}");
    }
    let (end, methods, _) = self::end([status(500), refused(), status(404)]).await;
    let error = unknown(end);
    assert_eq!(error.earlier().unwrap().kind(), ErrorKind::Server);
    assert!(error.lookup_error().unwrap().is_not_found());
    assert_eq!(methods, [POST, POST, GET]);
    // Before an unknown outcome, refused requests are retried like those of any operation.
    let (end, methods, _) = self::end([refused(), lost(), status(200)]).await;
    assert!(matches!(end, Ok(Created::Confirmed(_))));
    assert_eq!(methods, [POST, POST, POST]);
}

#[tokio::test(start_paused = true)]
async fn create_once_respects_timeouts_attempts_and_budget() {
    // `Retry-After` is longer than the client waits.
    let (end, methods, _) = self::end([retry_after(503, &["61"]), status(200)]).await;
    let error = unknown(end);
    assert_eq!(error.retry_after(), Some(Duration::from_secs(61)));
    assert!(error.earlier().is_none());
    assert_eq!(methods, [POST]);
    // A call makes three attempts. If the last one has an unknown outcome, the record is looked up.
    let not_sent = || failure(TransportError::not_connected);
    let steps = [not_sent(), not_sent(), lost(), status(404)];
    let (end, methods, _) = self::end(steps).await;
    let error = unknown(end);
    assert!(error.earlier().is_none() && error.lookup_error().unwrap().is_not_found());
    assert_eq!(methods, [POST, POST, POST, GET]);
    // In an outage, all calls share ten further requests, lookups included.
    let transport = script([lost()]);
    let client = client(&transport);
    for _ in 0..100 {
        unknown(client.create_once(CreateThing).await);
    }
    assert_eq!(transport.attempts(), 110);
}

/// A client whose retry budget has this many retries left.
async fn client_with_budget(retries: usize, steps: Vec<Step>) -> (ShopClient, ScriptedTransport) {
    // Each of these calls is retried once.
    let failed = [TransportError::not_connected, TransportError::untrusted].map(failure);
    let spent = std::iter::repeat_n(failed, 10 - retries).flatten();
    let transport = script(spent.chain(steps));
    let client = client(&transport);
    for _ in retries..10 {
        assert!(client.send(GetThing).await.is_err());
    }
    (client, transport)
}

#[tokio::test(start_paused = true)]
async fn error_reports_that_the_retry_budget_is_exhausted() {
    let (client, transport) = client_with_budget(0, vec![lost()]).await;
    let before = transport.attempts();
    let error = unknown(client.create_once(CreateThing).await);
    assert!(error.is_retry_budget_exhausted());
    assert!(error.earlier().is_none() && error.lookup_error().is_none());
    assert_eq!(transport.attempts(), before + 1);
    let shown = error.to_string();
    assert!(
        shown.contains("; retry budget exhausted; outcome unknown"),
        "{shown}"
    );
    // The two retries of the budget are spent before the request is sent.
    let not_connected = failure(TransportError::not_connected);
    let steps = vec![not_connected.clone(), not_connected, lost()];
    let (client_with_two, transport) = client_with_budget(2, steps).await;
    let error = unknown(client_with_two.create_once(CreateThing).await);
    assert_eq!((error.attempts(), transport.attempts()), (3, 16 + 3));
    assert!(error.is_retry_budget_exhausted() && error.lookup_error().is_none());
    // A call that is not retried for another reason does not report it.
    let error = client.send(CreateThing).await.unwrap_err();
    assert!(!error.is_retry_budget_exhausted());
    let error = client.send(GetThing).await.unwrap_err();
    assert!(error.is_retry_budget_exhausted());
    assert!(
        error.to_string().ends_with("; retry budget exhausted"),
        "{error}"
    );
}

#[tokio::test(start_paused = true)]
async fn last_retry_of_the_budget_is_a_lookup() {
    let with_reference = found("{\"id\":7,\"reference_no\":\"r-1\"}");
    let methods = |transport: &ScriptedTransport| -> Vec<Method> {
        let requests = transport.requests();
        let creates = requests.iter().map(|one| one.request.method().clone());
        creates.skip_while(|method| *method == GET).collect()
    };
    let (client, transport) = client_with_budget(1, vec![lost(), with_reference.clone()]).await;
    let end = client.create_once(CreateThing).await;
    assert!(matches!(end, Ok(Created::Recovered(_))), "{end:?}");
    assert_eq!(methods(&transport), [POST, GET]);
    let (client, transport) = client_with_budget(1, vec![lost(), status(404)]).await;
    let error = unknown(client.create_once(CreateThing).await);
    assert!(error.is_retry_budget_exhausted());
    assert!(error.lookup_error().unwrap().is_not_found());
    assert_eq!(methods(&transport), [POST, GET]);
    // Two retries pay for the second request, and for the lookup after a rejection.
    let steps = vec![lost(), duplicate(), with_reference];
    let (client, transport) = client_with_budget(2, steps).await;
    let end = client.create_once(CreateThing).await;
    assert!(matches!(end, Ok(Created::Recovered(_))), "{end:?}");
    assert_eq!(methods(&transport), [POST, POST, GET]);
}

#[tokio::test(start_paused = true)]
async fn retry_budget_pays_for_lookups_and_keeps_what_is_not_needed() {
    // Every call is rejected as a duplicate: in the long run, 1.1 requests a call.
    let steps = [
        lost(),
        duplicate(),
        found("{\"id\":7,\"reference_no\":\"r-1\"}"),
    ];
    let transport = ScriptedTransport::new(std::iter::repeat_n(steps, 2_000).flatten());
    let client = client(&transport);
    let calls = 1_000;
    for _ in 0..calls {
        let _ = client.create_once(CreateThing).await;
    }
    let maximum = calls + 10 + calls / 10;
    assert!(
        transport.attempts() <= maximum,
        "{} requests",
        transport.attempts()
    );
    // A confirmed second request returns the retry of the lookup.
    let (client, _) = client_with_budget(2, vec![lost(), status(200), lost(), status(200)]).await;
    assert!(client.create_once(CreateThing).await.is_ok());
    let error = unknown(client.create_once(CreateThing).await);
    assert!(
        error.is_retry_budget_exhausted(),
        "one retry and a tenth are left"
    );
    assert_eq!(error.lookup_error().unwrap().kind(), ErrorKind::Mismatch);
}

#[tokio::test(start_paused = true)]
async fn create_once_without_a_unique_key_sends_one_request() {
    for reference_no in ["", " \t"] {
        let transport = script([lost()]);
        let end = client(&transport).create_once(CreateAs(reference_no)).await;
        assert_eq!(end.unwrap_err().outcome(), Outcome::Unknown);
        assert_eq!(transport.attempts(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn create_once_with_uses_the_lookup_of_the_caller() {
    let with_reference = found("{\"id\":7,\"reference_no\":\"r-1\"}");
    // The caller's closure is not called if the outcome is known.
    let transport = script([status(200)]);
    let end = client(&transport)
        .create_once_with(CreateThing, |_| -> std::future::Ready<_> {
            panic!("called")
        })
        .await;
    assert!(matches!(end, Ok(Created::Confirmed(_))));
    // The closure may wait, for a callback for instance.
    let transport = script([lost(), duplicate(), with_reference.clone()]);
    let end = client(&transport)
        .create_once_with(CreateThing, async |reference_no: String| {
            assert_eq!(reference_no, "r-1");
            tokio::time::sleep(Duration::from_secs(20)).await;
            Some(GetThing)
        })
        .await;
    assert!(matches!(end, Ok(Created::Recovered(_))));
    // It returns no lookup, or not before the timeout.
    let transport = script([lost(), duplicate(), with_reference.clone()]);
    let end = client(&transport).create_once_with(CreateThing, |_| ready(None));
    assert!(unknown(end.await).lookup_error().is_none());
    let transport = script([lost(), duplicate(), with_reference]);
    let started = tokio::time::Instant::now();
    let end = client(&transport).create_once_with(CreateThing, |_| pending());
    assert!(unknown(end.await).lookup_error().is_none());
    assert_eq!(started.elapsed().as_secs(), 60, "the overall timeout");
}

#[tokio::test(start_paused = true)]
async fn lookup_ends_with_the_overall_timeout() {
    let late = lost().delay(Duration::from_secs(20));
    let transport = script([late, duplicate(), Step::pending()]);
    let started = tokio::time::Instant::now();
    let error = unknown(client(&transport).create_once(CreateThing).await);
    assert!(error.lookup_error().unwrap().is_timeout());
    assert_eq!(started.elapsed().as_secs(), 60);
}

#[tokio::test(start_paused = true)]
async fn dropped_create_once_sends_nothing_more() {
    for limit in [0, 100, 199, 30_000, 45_000] {
        let transport = script([Step::pending()]);
        let call = client(&transport).create_once(CreateThing);
        let ended = tokio::time::timeout(Duration::from_millis(limit), call).await;
        assert!(ended.is_err());
        let count = transport.attempts();
        tokio::time::sleep(Duration::from_secs(600)).await;
        assert_eq!(transport.attempts(), count, "{limit}");
    }
}

#[tokio::test(start_paused = true)]
async fn plain_send_of_a_unique_key_operation_is_not_retried() {
    for step in unknown_steps() {
        let transport = script([step, status(200)]);
        let error = client(&transport).send(CreateThing).await.unwrap_err();
        assert_eq!(error.outcome(), Outcome::Unknown);
        assert_eq!(transport.attempts(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn strict_client_reports_a_mismatched_response_as_done() {
    let mismatched = found("{\"id\":\"five\"}");
    let transport = script([lost(), mismatched]);
    let client = builder(&transport).strict(true).build().unwrap();
    let error = client.create_once(CreateThing).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Mismatch, Outcome::Done)
    );
    assert_eq!(transport.attempts(), 2);
}

fn thing(reference_no: Option<&str>) -> Thing {
    Thing {
        id: Some(reference_no.map_or(5, |_| 7)),
        reference_no: reference_no.map(str::to_owned),
        ..Thing::default()
    }
}
