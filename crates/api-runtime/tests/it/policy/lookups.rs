//! A create with a unique key, under a key: look-ups after an unknown outcome and after a rejection, and a
//! second request if there is no record.

use std::time::Duration;

use api_runtime::http::Method;
use api_runtime::journal::rows::{At, Kind, Put, Query, Read, Row, SharedStore, Store as _};
use api_runtime::journal::{JournalError, JournalFuture, MemoryStore, Recover as _};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::TransportError;
use api_runtime::{Error, ErrorKind, Known, NextStep, Outcome, Sent};

use super::script::{cut_short, failure, retry_after, script, status, waits};
use super::shop::*;
use test_support::store::{Differs, Other};
use test_support::whole_text;

type End = Result<Sent<Thing>, Error>;

async fn end(steps: impl IntoIterator<Item = Step>) -> (End, Vec<Method>, Vec<Duration>) {
    let transport = script(steps);
    let end = client(&transport).once("key").send(create_thing()).await;
    let waits = waits(&transport);
    (end, methods(&transport), waits)
}

fn methods(transport: &ScriptedTransport) -> Vec<Method> {
    let requests = transport.requests();
    let methods = requests
        .iter()
        .map(|recorded| recorded.request.method().clone());
    methods.collect()
}

fn lost() -> Step {
    failure(TransportError::interrupted)
}

fn absent() -> Step {
    status(404)
}

fn duplicate() -> Step {
    let body = "{\"errors\":[\"reference_no has already been taken\",\"quantity is too small\"]}";
    Step::response(422, body)
}

fn rejected() -> Step {
    Step::response(422, "{\"errors\":[\"quantity is too small\"]}")
}

fn found(body: &'static str) -> Step {
    Step::response(200, body)
}

fn ours() -> Step {
    found("{\"id\":7,\"reference_no\":\"r-1\"}")
}

/// The record was confirmed by the server.
fn assert_confirmed(end: &End) {
    let known = end.as_ref().map(|sent| sent.known);
    assert_eq!(known.ok(), Some(Known::Confirmed), "{end:?}");
}

/// Our record was looked up.
fn assert_recovered(end: &End) {
    let sent = end.as_ref().unwrap();
    let id = sent.record.as_ref().and_then(|record| record.id);
    assert_eq!((sent.known, id), (Known::Recovered, Some(7)));
}

fn unknown(end: End) -> Error {
    let error = end.unwrap_err();
    assert_eq!(error.outcome(), Outcome::Unknown, "{error}");
    assert_eq!(error.unique_key_field(), Some("reference_no"));
    assert_eq!(error.unique_key(), Some("r-1"));
    assert!(
        error.to_string().contains(r#"reference_no "r-1""#),
        "{error}"
    );
    error
}

const POST: Method = Method::POST;
const GET: Method = Method::GET;

#[tokio::test(start_paused = true)]
async fn one_request_is_sent_if_the_outcome_is_known() {
    let (end, methods, _) = self::end([status(200)]).await;
    assert_confirmed(&end);
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
async fn lost_create_is_looked_up_before_it_is_sent_again() {
    for step in immediate_unknown_steps() {
        let steps = [step, absent(), absent(), status(200)];
        let (end, methods, waits) = self::end(steps).await;
        assert_confirmed(&end);
        // After a backoff, and when the first request is no longer on its way.
        assert_eq!(methods, [POST, GET, GET, POST]);
        assert!((200..=1_000).contains(&waits[0].as_millis()), "{waits:?}");
        assert_eq!(
            (waits[0] + waits[1]).as_secs(),
            30,
            "the timeout of the attempt"
        );
        assert_eq!(waits[2], Duration::ZERO);
    }
    // The timeout is over: one look-up is enough.
    let (end, methods, waits) = self::end([Step::pending(), absent(), status(200)]).await;
    assert_confirmed(&end);
    assert_eq!(methods, [POST, GET, POST]);
    assert!(
        (30_200..=31_000).contains(&waits[0].as_millis()),
        "{waits:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn lost_create_is_recovered_by_a_look_up() {
    let (end, methods, _) = self::end([lost(), ours()]).await;
    assert_recovered(&end);
    assert_eq!(methods, [POST, GET]);
    // The request took effect after the first look-up.
    let (end, methods, _) = self::end([lost(), absent(), ours()]).await;
    assert_recovered(&end);
    assert_eq!(methods, [POST, GET, GET]);
}

#[tokio::test(start_paused = true)]
async fn at_most_two_requests_are_sent() {
    // A timeout needs one look-up.
    let firsts = immediate_unknown_steps().into_iter();
    for (first, looks) in firsts.map(|step| (step, 2)).chain([(Step::pending(), 1)]) {
        for second in unknown_steps() {
            let mut steps = vec![first.clone()];
            steps.extend(std::iter::repeat_n(absent(), looks));
            steps.push(second);
            let (end, methods, _) = self::end(steps).await;
            let error = unknown(end);
            assert_eq!(error.earlier().unwrap().attempts(), 1);
            assert_eq!(error.next_step(), NextStep::Wait);
            assert_eq!(methods.len(), looks + 2);
            assert_eq!(methods.last(), Some(&POST));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn rejection_after_an_unknown_outcome_is_looked_up() {
    let steps = [lost(), absent(), absent(), duplicate(), ours()];
    let (end, methods, _) = self::end(steps).await;
    assert_recovered(&end);
    assert_eq!(methods, [POST, GET, GET, POST, GET]);
}

#[tokio::test(start_paused = true)]
async fn first_rejection_as_a_duplicate_is_looked_up() {
    for rejection in [duplicate(), status(409), status(400)] {
        let (end, methods, _) = self::end([rejection.clone(), ours()]).await;
        assert_recovered(&end);
        assert_eq!(methods, [POST, GET]);
        // A request that was not sent is not an earlier one.
        let not_connected = failure(TransportError::not_connected);
        let (end, methods, _) = self::end([not_connected, rejection, ours()]).await;
        assert_recovered(&end);
        assert_eq!(methods, [POST, POST, GET]);
    }
}

#[tokio::test(start_paused = true)]
async fn first_rejection_with_a_status_of_no_duplicate_is_not_looked_up() {
    for code in [400, 401, 403, 404, 409, 413, 422, 429] {
        let transport = script([status(code), ours()]);
        // By reference, as any operation.
        let end = client(&transport).once("key").send(&CreateDocumented).await;
        if [409, 422].contains(&code) {
            assert_recovered(&end);
            continue;
        }
        let error = end.unwrap_err();
        assert_eq!(error.outcome(), Outcome::Rejected, "{code}");
        assert!(error.lookup_error().is_none());
        assert_eq!(transport.attempts(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn first_rejection_is_proven_by_two_look_ups_that_find_no_record() {
    let (end, methods, waits) = self::end([rejected(), absent()]).await;
    let error = end.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::BadRequest, Outcome::Rejected)
    );
    assert!(error.earlier().is_none());
    let lookup_error = error.lookup_error().unwrap();
    assert!(lookup_error.is_not_found());
    assert_eq!(lookup_error.operation(), "get_thing");
    assert_eq!(methods, [POST, GET, GET]);
    assert_eq!(waits, [Duration::ZERO, Duration::from_secs(5)]);
    let shown = error.to_string();
    assert!(
        shown.ends_with("; looked up by `reference_no`: not found, status 404"),
        "{shown}"
    );
    // What was written is read a little later.
    let (end, _, _) = self::end([duplicate(), absent(), ours()]).await;
    assert_recovered(&end);
    // That the key is in use contradicts the look-up, which may be behind.
    let (end, _, _) = self::end([duplicate(), absent()]).await;
    assert_eq!(unknown(end).kind(), ErrorKind::Duplicate);
}

#[tokio::test(start_paused = true)]
async fn a_rejection_is_unknown_if_no_time_is_left_for_the_second_look() {
    let transport = script([rejected(), absent()]);
    let client = client(&transport);
    let call = client.once("key").timeout(Duration::from_secs(4));
    let error = unknown(call.send(create_thing()).await);
    assert_eq!(error.next_step(), NextStep::Wait);
    assert_eq!(methods(&transport), [POST, GET]);
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
        let (end, _, _) = self::end([rejected(), read]).await;
        let error = unknown(end);
        assert_eq!(error.kind(), ErrorKind::BadRequest);
        assert!(error.earlier().is_none());
        assert_eq!(error.lookup_error().unwrap().kind(), kind);
    }
    // The delay that the server requests is longer than the client waits.
    let (end, methods, _) = self::end([retry_after(422, &["61"])]).await;
    assert!(unknown(end).lookup_error().is_none());
    assert_eq!(methods, [POST]);
    // No key that the server recognizes.
    let transport = script([duplicate()]);
    let blank = CreateThing {
        thing: new_thing(" "),
    };
    let end = client(&transport).once("key").send(blank).await;
    assert_eq!(end.unwrap_err().outcome(), Outcome::Rejected);
    assert_eq!(transport.attempts(), 1);
}

/// Sends the create after a callback has named an id of its record.
async fn end_by_id(steps: impl IntoIterator<Item = Step>, id: Option<&str>) -> (End, Vec<Method>) {
    let (transport, store) = (script(steps), MemoryStore::new());
    let builder = builder(&transport).account(12).journal(store.clone());
    let client = builder.build().unwrap();
    // Each account has its own ids.
    for (scope, id) in [
        (client.scope().to_text(), id),
        ("13/shop/Staging".into(), Some("8")),
    ] {
        let Some(id) = id else { continue };
        let at = At::new(Kind::Record, scope, id);
        let mut row = Row::new(at, 1, store.now());
        row.names = Some(vec!["r-1".to_owned()]);
        store.put(&Put::new(row)).await.unwrap().unwrap();
    }
    let end = client.once("key").send(CreateById).await;
    (end, methods(&transport))
}

#[tokio::test(start_paused = true)]
async fn a_callback_names_the_id_of_the_record() {
    for first in [lost(), duplicate()] {
        let (end, methods) = end_by_id([first, ours()], Some("7")).await;
        assert_recovered(&end);
        assert_eq!(methods, [POST, GET]);
    }
    // Another record may have the key.
    let (end, _) = end_by_id([duplicate(), absent()], Some("7")).await;
    assert!(unknown(end).lookup_error().unwrap().is_not_found());
    // There is no id.
    let (end, methods) = end_by_id([duplicate()], None).await;
    let error = unknown(end);
    assert!(error.lookup_error().is_none());
    assert_eq!((methods, error.next_step()), (vec![POST], NextStep::Wait));
    // The server rejects a duplicate, and the first request is over.
    let (end, methods) = end_by_id([lost(), status(200)], None).await;
    assert_confirmed(&end);
    assert_eq!(methods, [POST, POST]);
}

#[tokio::test(start_paused = true)]
async fn without_a_callback_a_lost_create_is_for_a_person() {
    let transport = script([lost(), ours()]);
    let call = client(&transport).once("key").send(CreateWithoutCallback);
    assert_eq!(unknown(call.await).next_step(), NextStep::Person);
    assert_eq!(transport.attempts(), 1);
}

/// Fails to tell the id of a record, or does not answer.
struct Untold {
    store: MemoryStore,
    hangs: bool,
}

impl Differs for Untold {
    fn other(&self) -> &SharedStore {
        &self.store
    }

    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        match (query, self.hangs) {
            (Query::Named { .. }, true) => Box::pin(std::future::pending()),
            (Query::Named { .. }, false) => {
                Box::pin(async { Err(JournalError::new("the database is away")) })
            }
            _ => self.store.read(query),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_id_that_the_journal_does_not_tell_leaves_the_outcome_unknown() {
    for (hangs, expected) in [
        (false, "the database is away"),
        (true, "within the timeout"),
    ] {
        let transport = script([lost()]);
        let store = MemoryStore::new();
        let journal = Other(Untold { store, hangs });
        let builder = builder(&transport).account(12).journal(journal);
        let started = tokio::time::Instant::now();
        let end = builder.build().unwrap().once("key").send(CreateById).await;
        let error = unknown(end);
        let lookup_error = error.lookup_error().unwrap();
        assert_eq!(lookup_error.kind(), ErrorKind::Journal);
        assert!(
            whole_text(lookup_error).contains(expected),
            "{lookup_error}"
        );
        assert!(started.elapsed().as_secs() <= 60, "the timeout of the call");
        assert_eq!(transport.attempts(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn what_can_be_no_id_is_no_absent_record() {
    let (end, methods) = end_by_id([lost()], Some("order 7")).await;
    let lookup_error = unknown(end).lookup_error().unwrap().to_string();
    assert!(
        lookup_error.contains("`order 7` can be no id of the record"),
        "{lookup_error}"
    );
    assert_eq!(methods, [POST]);
}

#[tokio::test(start_paused = true)]
async fn look_up_waits_as_long_as_the_server_asks() {
    let (end, methods, waits) = self::end([retry_after(503, &["7"]), ours()]).await;
    assert_recovered(&end);
    assert_eq!((methods.len(), waits[0].as_secs()), (2, 7));
    // A rejection rarely requests a delay, which is respected.
    let (end, _, waits) = self::end([retry_after(423, &["7"]), ours()]).await;
    assert_recovered(&end);
    assert_eq!(waits[0].as_secs(), 7);
    // Longer than the client waits.
    let (end, methods, _) = self::end([retry_after(503, &["61"]), ours()]).await;
    let error = unknown(end);
    assert_eq!(error.retry_after(), Some(Duration::from_secs(61)));
    assert!(error.earlier().is_none() && error.lookup_error().is_none());
    assert_eq!(methods, [POST]);
}

#[tokio::test(start_paused = true)]
async fn failed_look_up_leaves_the_outcome_unknown_with_both_errors() {
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
        let (end, _, _) = self::end([lost(), absent(), absent(), duplicate(), read]).await;
        let error = unknown(end);
        assert_eq!(error.kind(), ErrorKind::Duplicate);
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
async fn failed_look_up_sends_nothing_again() {
    for read in [
        status(500),
        lost(),
        found("{\"reference_no\":\"r-2\"}"),
        found("<p>"),
    ] {
        let (end, methods, _) = self::end([lost(), read]).await;
        assert!(unknown(end).lookup_error().is_some());
        assert!(!methods[1..].contains(&POST), "{methods:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn rejection_before_validation_is_not_looked_up() {
    for code in [401, 403, 429] {
        let steps = [lost(), absent(), absent(), status(code)];
        let (end, methods, _) = self::end(steps).await;
        let error = unknown(end);
        assert_eq!(error.status().unwrap().as_u16(), code);
        assert!(error.earlier().is_some() && error.lookup_error().is_none());
        assert_eq!(methods, [POST, GET, GET, POST]);
    }
}

#[tokio::test(start_paused = true)]
async fn unsent_second_request_leaves_the_outcome_unknown() {
    for step in [TransportError::not_connected, TransportError::untrusted] {
        let steps = [lost(), absent(), absent(), failure(step)];
        let (end, _, _) = self::end(steps).await;
        let error = unknown(end);
        assert_eq!(error.earlier().unwrap().kind(), ErrorKind::Interrupted);
    }
    // After a retry without a connection, the next one is sent.
    let not_connected = failure(TransportError::not_connected);
    let steps = [lost(), absent(), absent(), not_connected, status(200)];
    let (end, methods, _) = self::end(steps).await;
    assert_confirmed(&end);
    assert_eq!(methods, [POST, GET, GET, POST, POST]);
}

#[tokio::test(start_paused = true)]
async fn attempts_and_budget_bound_the_second_request() {
    // A call makes three attempts. If the last one has an unknown outcome, the record is looked up.
    let not_sent = || failure(TransportError::not_connected);
    let steps = [not_sent(), not_sent(), lost(), absent()];
    let (end, methods, _) = self::end(steps).await;
    let error = unknown(end);
    assert!(error.earlier().is_none() && error.lookup_error().unwrap().is_not_found());
    assert_eq!(methods, [POST, POST, POST, GET, GET]);
    // In an outage, ten calls are retried. Each create of the others is looked up, which is no retry.
    let (client, transport) = client_with_budget(0, vec![lost(), absent()]).await;
    let before = transport.attempts();
    let error = unknown(client.once("key").send(create_thing()).await);
    assert!(error.is_retry_budget_exhausted() && error.earlier().is_none());
    assert!(error.lookup_error().unwrap().is_not_found());
    assert_eq!(transport.attempts(), before + 3);
    let shown = error.to_string();
    assert!(
        shown.contains("; retry budget exhausted; outcome unknown"),
        "{shown}"
    );
    let (client, _) = client_with_budget(0, vec![lost(), ours()]).await;
    assert_recovered(&client.once("key").send(create_thing()).await);
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
async fn create_without_a_unique_key_sends_one_request() {
    for reference_no in ["", " \t"] {
        let transport = script([lost()]);
        let blank = CreateThing {
            thing: new_thing(reference_no),
        };
        let error = client(&transport)
            .once("key")
            .send(blank)
            .await
            .unwrap_err();
        assert_eq!(error.next_step(), NextStep::Person);
        assert_eq!(transport.attempts(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn dropped_create_sends_nothing_more() {
    for limit in [0, 100, 199, 30_000, 45_000] {
        let transport = script([Step::pending()]);
        let call = client(&transport).once("key").send(create_thing());
        let ended = tokio::time::timeout(Duration::from_millis(limit), call).await;
        assert!(ended.is_err());
        let count = transport.attempts();
        tokio::time::sleep(Duration::from_secs(600)).await;
        assert_eq!(transport.attempts(), count, "{limit}");
    }
}

#[tokio::test(start_paused = true)]
async fn strict_client_reports_a_mismatched_response_as_done() {
    let mismatched = found("{\"id\":\"five\"}");
    let transport = script([lost(), absent(), absent(), mismatched]);
    let client = builder(&transport).strict(true).build().unwrap();
    let end = client.once("key").send(create_thing()).await;
    let error = end.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Mismatch, Outcome::Done)
    );
    assert_eq!(transport.attempts(), 4);
}
