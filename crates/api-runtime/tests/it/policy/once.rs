//! A write under a key: what is sent, and what the caller is told.

use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::journal::rows::{Put, Query, Read, SharedStore};
use api_runtime::journal::{
    Change, Entry, Evidence, Journal, JournalError, JournalFuture, MemoryStore, Note, Operator,
    Resolution, State, Store, Timestamp, Worker,
};
use api_runtime::observe::CallSummary;
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::TransportError;
use api_runtime::{ClientBuilder, ErrorKind, Known, NextStep, Outcome, Sent};
use test_support::shop::{
    AddOrder, Client, CreateOrder, NewOrder, Order, SetQuantity, Shop, VenueApiToken, config,
};
use test_support::store::{Differs, Other};
use tokio::time::{Instant, advance, sleep};

const ORDER: &str = r#"{"id": 7, "reference_no": "WEB-1"}"#;

fn refused() -> Step {
    Step::failure(TransportError::not_connected("connection refused"))
}

struct Test {
    client: Client,
    server: ScriptedTransport,
    journal: MemoryStore,
    calls: Calls,
}

type ShopBuilder = ClientBuilder<Shop, VenueApiToken>;

/// What hooks see of calls: the operation, the attempts, the error, and whether the outcome is recorded late, or
/// not at all.
type Calls = Arc<Mutex<Vec<String>>>;

fn counted(builder: ShopBuilder, calls: &Calls) -> ShopBuilder {
    let calls = Arc::clone(calls);
    builder.on_call_end(move |call: &CallSummary<'_>| {
        assert!(!call.is_canceled());
        let mut line = format!("{} {}", call.operation, call.attempts);
        if let Some((kind, outcome)) = call.error {
            line += &format!(" {kind:?} {outcome:?}");
        }
        for (is_so, word) in [(call.is_late, " late"), (call.is_unrecorded, " unrecorded")] {
            line += if is_so { word } else { "" };
        }
        calls.lock().unwrap().push(line);
    })
}

fn test(steps: impl IntoIterator<Item = Step>) -> Test {
    let server = ScriptedTransport::new(steps);
    let journal = MemoryStore::new();
    let builder = Client::builder(config()).account(12);
    let builder = builder.transport(server.clone()).journal(journal.clone());
    let calls = Calls::default();
    Test {
        client: counted(builder, &calls).build().unwrap(),
        server,
        journal,
        calls,
    }
}

impl Test {
    fn requests(&self) -> usize {
        self.server.requests().len()
    }

    fn state(&self) -> State {
        self.journal.entries()[0].state.clone()
    }
}

/// A write that is never repeated, such as a payment.
fn add(reference_no: &str) -> AddOrder {
    AddOrder {
        order: NewOrder::new(reference_no.to_owned()).quantity(2),
    }
}

#[tokio::test(start_paused = true)]
async fn a_write_is_sent_once_and_the_second_caller_gets_its_id() {
    let test = test([Step::response(200, ORDER)]);
    let sent = test.client.once("cart-7").send(add("WEB-1")).await.unwrap();
    assert_eq!(sent.known, Known::Confirmed);
    assert_eq!(sent.record.as_ref().and_then(|order| order.id), Some(7));
    assert_eq!((sent.record_id(), sent.needs_person()), (Some("7"), false));

    let again = test.client.once("cart-7").send(add("WEB-1")).await.unwrap();
    assert_eq!(again.known, Known::Earlier);
    assert_eq!(
        (again.record.is_none(), again.record_id()),
        (true, Some("7"))
    );
    assert_eq!(again.entry, sent.entry);

    // The key of another request, which took effect.
    let error = test
        .client
        .once("cart-7")
        .send(add("WEB-2"))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyReused);
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Done, NextStep::Final)
    );
    assert_eq!(test.requests(), 1);
    // What the journal answers is a call without attempts.
    let calls = test.calls.lock().unwrap();
    assert_eq!(
        *calls,
        ["add_order 1", "add_order 0", "add_order 0 KeyReused Done"]
    );
}

#[tokio::test(start_paused = true)]
async fn outer_white_space_is_no_part_of_a_key() {
    let test = test([Step::response(200, ORDER)]);
    let mut known = Vec::new();
    for key in [" cart-7", "cart-7\t", "cart-7"] {
        let sent = test.client.once(key).send(add("WEB-1")).await.unwrap();
        known.push(sent.known);
    }
    assert_eq!(known, [Known::Confirmed, Known::Earlier, Known::Earlier]);
    assert_eq!(test.journal.entries()[0].key, "cart-7");
}

#[tokio::test(start_paused = true)]
async fn a_lost_payment_is_for_a_person_and_the_second_click_sends_nothing() {
    let test = test([Step::lost(), Step::response(200, ORDER)]);
    let pay = async || test.client.once("cart-7").send(add("WEB-1")).await;
    let error = pay().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Interrupted);
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Unknown, NextStep::Person)
    );
    let again = pay().await.unwrap_err();
    assert_eq!(again.kind(), ErrorKind::Unresolved);
    assert_eq!(
        (again.outcome(), again.next_step()),
        (Outcome::Unknown, NextStep::Person)
    );
    assert_eq!(test.requests(), 1);

    // The person finds no payment.
    advance(Duration::from_secs(61)).await;
    let operator = Operator::new(test.journal.clone(), "eve").unwrap();
    let id = again.entry().unwrap().id;
    operator
        .resolve(
            &id,
            Resolution::DidNot { is_sure: true },
            "nothing in the back office",
        )
        .await
        .unwrap();
    assert_eq!(pay().await.unwrap().known, Known::Confirmed);
    assert_eq!(test.requests(), 2);
}

/// An order is lost, looked up twice, and lost again. What follows is another call.
fn lost_twice(next: impl IntoIterator<Item = Step>) -> Vec<Step> {
    let absent = || Step::response(404, "");
    let mut steps = vec![Step::lost(), absent(), absent(), Step::lost()];
    steps.extend(next);
    steps
}

fn methods(test: &Test) -> Vec<String> {
    let requests = test.server.requests();
    let methods = requests
        .iter()
        .map(|request| request.request.method().to_string());
    methods.collect()
}

#[tokio::test(start_paused = true)]
async fn a_lost_order_is_sent_once_more_by_the_same_call_if_there_is_none() {
    let absent = || Step::response(404, "");
    let test = test([Step::lost(), absent(), absent(), Step::response(200, ORDER)]);
    let started = Instant::now();
    let order = test.client.once("cart-7").send(CreateOrder::new("WEB-1"));
    let sent = order.await.unwrap();
    assert_eq!((sent.known, sent.needs_person()), (Known::Confirmed, false));
    // After a backoff, and when the first request is no longer on its way.
    assert_eq!(methods(&test), ["POST", "GET", "GET", "POST"]);
    assert_eq!(started.elapsed().as_secs(), 30, "the timeout of an attempt");
    let entry = &test.journal.entries()[0];
    assert_eq!((&entry.state, entry.generation), (&State::Done, 2));
    let history = Journal::new(test.journal.clone())
        .history(&entry.id)
        .await
        .unwrap();
    let whys: Vec<_> = history.iter().map(|line| line.note.why.as_str()).collect();
    assert_eq!(whys, ["in flight", "unknown, in flight again", "done"]);
}

#[tokio::test(start_paused = true)]
async fn a_call_sends_at_most_twice_and_within_its_timeout() {
    let absent = || Step::response(404, "");
    let started = Instant::now();
    let test = test([Step::pending(), absent(), Step::pending(), absent()]);
    let order = test.client.once("cart-7").send(CreateOrder::new("WEB-1"));
    let error = order.await.unwrap_err();
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Unknown, NextStep::Wait)
    );
    assert_eq!(methods(&test), ["POST", "GET", "POST"]);
    assert_eq!(started.elapsed().as_secs(), 60, "the timeout of the call");
    assert_eq!(error.attempts(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_lost_order_is_looked_up_by_the_second_click() {
    let test = test(lost_twice([Step::response(200, ORDER)]));
    let order = async || {
        test.client
            .once("cart-7")
            .send(CreateOrder::new("WEB-1"))
            .await
    };
    let error = order().await.unwrap_err();
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Unknown, NextStep::Wait)
    );
    let found = order().await.unwrap();
    assert_eq!(found.known, Known::Recovered);
    assert_eq!(found.record.and_then(|order: Order| order.id), Some(7));
    assert_eq!(methods(&test)[4..], ["GET"]);
    assert_eq!(test.state(), State::Done);
}

#[tokio::test(start_paused = true)]
async fn a_look_up_without_access_needs_access() {
    let refused = || Step::response(401, "");
    let test = test([Step::lost(), refused(), refused(), refused()]);
    for _ in 0..2 {
        let order = test.client.once("cart-7").send(CreateOrder::new("WEB-1"));
        let error = order.await.unwrap_err();
        assert_eq!(
            (error.outcome(), error.next_step()),
            (Outcome::Unknown, NextStep::Access)
        );
        advance(Duration::from_secs(61)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_rejection_whose_look_up_has_no_access_needs_access() {
    let duplicate = Step::response(422, r#"{"errors": ["cut \ud83d"]}"#);
    let test = test([duplicate, Step::response(403, ""), Step::response(403, "")]);
    let order = test.client.once("cart-7").send(CreateOrder::new("WEB-1"));
    let error = order.await.unwrap_err();
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Unknown, NextStep::Access)
    );
    assert_eq!(error.messages(), [r"cut \\ud83d"]);
    assert!(
        error
            .lookup_error()
            .is_some_and(|error| error.kind() == ErrorKind::Forbidden)
    );
}

#[tokio::test(start_paused = true)]
async fn an_order_that_is_absent_is_sent_again_when_the_first_request_is_over() {
    let absent = || Step::response(404, "");
    let later = [absent(), absent(), Step::response(200, ORDER)];
    let test = test(lost_twice(later));
    let order = async || {
        test.client
            .once("cart-7")
            .send(CreateOrder::new("WEB-1"))
            .await
    };
    order().await.unwrap_err();
    // The second request may still be executed.
    let early = order().await.unwrap_err();
    assert_eq!(early.kind(), ErrorKind::InFlight);
    assert!(matches!(early.next_step(), NextStep::Again { .. }));
    assert_eq!(methods(&test)[4..], ["GET"]);
    advance(Duration::from_secs(61)).await;
    assert_eq!(order().await.unwrap().known, Known::Confirmed);
    assert_eq!(methods(&test)[4..], ["GET", "GET", "POST"]);
}

#[tokio::test(start_paused = true)]
async fn an_invalid_order_is_rejected_and_corrected_under_its_key() {
    let invalid = Step::response(422, r#"{"errors": ["quantity is missing"]}"#);
    let order = Step::response(200, r#"{"id": 7, "reference_no": "WEB-2"}"#);
    let absent = || Step::response(404, "");
    let test = test([invalid, absent(), absent(), order]);
    let once = || test.client.once("cart-7");
    let error = once().send(CreateOrder::new("WEB-1")).await.unwrap_err();
    assert_eq!(error.messages(), ["quantity is missing"]);
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Rejected, NextStep::Correct)
    );
    assert_eq!(test.state(), State::Rejected);
    assert_eq!(test.requests(), 3);
    let sent = once().send(CreateOrder::new("WEB-2")).await.unwrap();
    assert_eq!(sent.known, Known::Confirmed);
}

#[tokio::test(start_paused = true)]
async fn what_was_rejected_is_sent_again_as_it_is() {
    // A wrong address, then the right one.
    let test = test([Step::response(404, ""), Step::response(200, ORDER)]);
    let pay = async || test.client.once("cart-7").send(add("WEB-1")).await;
    assert_eq!(pay().await.unwrap_err().outcome(), Outcome::Rejected);
    assert_eq!(pay().await.unwrap().known, Known::Confirmed);
    assert_eq!(pay().await.unwrap().known, Known::Earlier);
    assert_eq!(test.requests(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_record_with_an_unreadable_value_keeps_its_id() {
    let body = r#"{"id": 7, "reference_no": "WEB-1", "quantity": "two"}"#;
    let builder = Client::builder(config()).account(12).strict(true);
    let builder = builder.transport(ScriptedTransport::new([Step::response(200, body)]));
    let client = builder.journal(MemoryStore::new()).build().unwrap();
    let pay = async || client.once("cart-7").send(add("WEB-1")).await;
    assert_eq!(pay().await.unwrap_err().outcome(), Outcome::Done);
    let sent = pay().await.unwrap();
    assert_eq!((sent.known, sent.record_id()), (Known::Earlier, Some("7")));
}

#[tokio::test(start_paused = true)]
async fn ids_are_kept_as_they_are_written_but_for_an_empty_fraction() {
    for (body, id) in [
        ("\u{feff}{\"id\": 7, \"reference_no\": \"WEB-1\"}", "7"),
        (r#"{"id": 7.0, "reference_no": "WEB-1"}"#, "7"),
        (
            r#"{"id": 12345678901234567890123, "reference_no": "WEB-1"}"#,
            "12345678901234567890123",
        ),
    ] {
        let test = test([Step::response(200, body)]);
        let order = test.client.once("cart-7").send(add("WEB-1"));
        assert_eq!(order.await.unwrap().record_id(), Some(id));
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_not_sent_is_sent_again() {
    let test = test([refused(), refused(), refused(), Step::response(200, ORDER)]);
    let pay = async || test.client.once("cart-7").send(add("WEB-1")).await;
    let error = pay().await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::NotSent);
    assert!(matches!(error.next_step(), NextStep::Again { .. }));
    assert_eq!(test.state(), State::NotSent);
    assert_eq!(pay().await.unwrap().known, Known::Confirmed);
}

#[tokio::test(start_paused = true)]
async fn a_prepared_write_is_sent_by_a_call_with_its_key() {
    let test = test([Step::response(200, ORDER)]);
    let intent = test.client.once("cart-7").prepare(&add("WEB-1")).unwrap();
    Journal::new(test.journal.clone())
        .begin(&intent, Duration::ZERO)
        .await
        .unwrap();
    assert_eq!((test.state(), test.requests()), (State::NotSent, 0));
    let sent = test.client.once("cart-7").send(add("WEB-1")).await.unwrap();
    assert_eq!((sent.known, test.requests()), (Known::Confirmed, 1));
}

#[tokio::test(start_paused = true)]
async fn without_a_journal_or_a_valid_key_nothing_is_sent() {
    let server = ScriptedTransport::new([] as [Step; 0]);
    let builder = || Client::builder(config()).transport(server.clone());
    let without_journal = builder().account(12).build().unwrap();
    let sent = without_journal.once("cart-7").send(add("WEB-1")).await;
    let error = sent.unwrap_err();
    assert_eq!(
        (error.kind(), error.next_step()),
        (ErrorKind::Config, NextStep::Final)
    );
    let client = builder()
        .account(12)
        .journal(MemoryStore::new())
        .build()
        .unwrap();
    for key in ["", " ", "a\nb", &"k".repeat(513)] {
        let error = client.once(key).send(add("WEB-1")).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    }
    assert!(server.requests().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_worker_looks_up_what_is_open_and_sends_nothing() {
    let absent = Step::response(404, "");
    let test = test(lost_twice([
        Step::lost(),
        absent,
        Step::response(200, ORDER),
    ]));
    let order = test.client.once("cart-7").send(CreateOrder::new("WEB-1"));
    order.await.unwrap_err();
    let pay = test.client.once("cart-8").send(add("WEB-2"));
    pay.await.unwrap_err();
    let worker = Worker::new(test.journal.clone()).client(test.client.clone());
    assert_eq!(worker.round().await.unwrap().looked_up, 0);
    advance(Duration::from_secs(61)).await;
    let gauges = worker.round().await.unwrap();
    assert_eq!((gauges.looked_up, gauges.for_people), (1, 1));
    advance(Duration::from_secs(121)).await;
    let gauges = worker.round().await.unwrap();
    assert_eq!((gauges.looked_up, gauges.for_people), (1, 1));
    assert_eq!(test.requests(), 7);
}

/// An order whose unique key belongs to an order with this quantity.
async fn seen_by_a_worker(quantity: u32) -> (Test, Worker) {
    let found = move || {
        Step::response(
            200,
            format!(r#"{{"id": 7, "reference_no": "WEB-1", "quantity": {quantity}}}"#),
        )
    };
    let test = test(lost_twice([found(), found(), found()]));
    order(&test).await.unwrap_err();
    let worker = Worker::new(test.journal.clone()).client(test.client.clone());
    advance(Duration::from_secs(61)).await;
    assert_eq!(worker.round().await.unwrap().looked_up, 1);
    let entry = &test.journal.entries()[0];
    // It has the reference, and may be somebody else's.
    assert_eq!((&entry.state, entry.needs_person), (&State::Unknown, false));
    (test, worker)
}

async fn order(test: &Test) -> Result<Sent<Order>, api_runtime::Error> {
    let order = CreateOrder {
        order: NewOrder::new("WEB-1".to_owned()).quantity(2),
    };
    test.client.once("cart-7").send(order).await
}

#[tokio::test(start_paused = true)]
async fn a_worker_does_not_take_the_order_of_another_customer_for_ours() {
    let (test, worker) = seen_by_a_worker(5).await;
    advance(Duration::from_secs(3601)).await;
    worker.round().await.unwrap();
    assert_eq!(worker.round().await.unwrap().for_people, 1);
    assert_eq!(test.state(), State::Unknown);
    let error = order(&test).await.unwrap_err();
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Unknown, NextStep::Person)
    );

    // A click in time compares it.
    let (test, _) = seen_by_a_worker(5).await;
    let error = order(&test).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.next_step()),
        (ErrorKind::Duplicate, NextStep::Person)
    );
    let (test, _) = seen_by_a_worker(2).await;
    assert_eq!(order(&test).await.unwrap().known, Known::Recovered);
}

#[tokio::test(start_paused = true)]
async fn a_worker_does_not_take_a_record_without_our_unique_key_for_ours() {
    for body in [r#"{"id": 8, "reference_no": "WEB-2"}"#, r#"{"id": 8}"#] {
        let test = test(lost_twice([Step::response(200, body)]));
        order(&test).await.unwrap_err();
        advance(Duration::from_secs(61)).await;
        let worker = Worker::new(test.journal.clone()).client(test.client.clone());
        assert_eq!(worker.round().await.unwrap().looked_up, 1);
        let entry = &test.journal.entries()[0];
        let evidence = entry.details.end.as_ref().map(|end| &end.evidence);
        assert_eq!(evidence, Some(&Evidence::Sent), "{body}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_without_the_time_to_look_up_does_not_put_its_write_in_flight_again() {
    let server = ScriptedTransport::new([Step::pending()]);
    let journal = MemoryStore::new();
    let builder = Client::builder(config()).account(12).transport(server);
    let builder = builder.timeout(Duration::from_secs(30));
    let client = builder.journal(journal.clone()).build().unwrap();
    let order = client.once("cart-7").send(CreateOrder::new("WEB-1"));
    assert_eq!(order.await.unwrap_err().outcome(), Outcome::Unknown);
    let entry = &journal.entries()[0];
    assert_eq!((&entry.state, entry.generation), (&State::Unknown, 1));
}

/// The entry is changed while the request is on its way.
async fn changed_meanwhile(test: &Test, change: impl FnOnce(&mut Entry)) {
    sleep(Duration::from_secs(1)).await;
    let mut entry = test.journal.entries().remove(0);
    change(&mut entry);
    let note = Note::new(entry.generation, "meanwhile");
    let change = Change::new(entry, note);
    let journal = Journal::new(test.journal.clone());
    journal.change(&change).await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_call_says_what_is_known_of_its_key_and_not_what_its_own_request_saw() {
    let test = test([Step::lost().delay(Duration::from_secs(10))]);
    let pay = test.client.once("cart-7").send(add("WEB-1"));
    // A person was sure.
    let resolved = changed_meanwhile(&test, |entry| entry.state = State::NotSent);
    let (result, ()) = tokio::join!(pay, resolved);
    let error = result.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Journal, Outcome::NotSent)
    );
}

/// A harmless write.
async fn set_quantity(test: &Test) -> Result<Known, api_runtime::Error> {
    let (id, quantity) = (7.into(), 2);
    let write = test
        .client
        .once("cart-7")
        .send(SetQuantity { id, quantity });
    write.await.map(|sent| sent.known)
}

#[tokio::test(start_paused = true)]
async fn a_harmless_write_is_not_repeated_under_a_key_after_an_unknown_outcome() {
    let test = test([Step::lost(), Step::response(200, ORDER)]);
    for kind in [ErrorKind::Interrupted, ErrorKind::Unresolved] {
        let error = set_quantity(&test).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.outcome(), error.next_step()),
            (kind, Outcome::Unknown, NextStep::Person)
        );
        assert_eq!(test.requests(), 1);
        advance(Duration::from_secs(121)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_retry_is_sent_while_the_lease_lives() {
    let refused = refused().delay(Duration::from_secs(25));
    let test = test([refused, Step::response(200, ORDER)]);
    assert_eq!(set_quantity(&test).await.unwrap(), Known::Confirmed);
    assert_eq!(test.requests(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_retry_is_not_sent_after_the_lease_was_lost() {
    let refused = refused().delay(Duration::from_secs(25));
    let test = test([refused, Step::response(200, ORDER)]);
    let take_over = changed_meanwhile(&test, |entry| {
        entry.nonce += 1;
        entry.generation += 1;
    });
    let (result, ()) = tokio::join!(set_quantity(&test), take_over);
    let error = result.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Connect, Outcome::Unknown)
    );
    assert_eq!((test.requests(), test.state()), (1, State::InFlight));
    let calls = test.calls.lock().unwrap();
    assert_eq!(*calls, ["set_quantity 1 Connect Unknown late"]);
}

/// A journal whose database is away, or goes away once a write was begun.
struct Away {
    store: MemoryStore,
    begins: bool,
}

fn away(begins: bool) -> Other<Away> {
    let store = MemoryStore::new();
    Other(Away { store, begins })
}

impl Differs for Away {
    fn other(&self) -> &SharedStore {
        &self.store
    }

    fn call<'a, T: Send + 'a>(&'a self, _: JournalFuture<'a, T>) -> JournalFuture<'a, T> {
        Box::pin(async { Err(JournalError::new("the database is away")) })
    }

    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        let read = self.store.read(query);
        match self.begins {
            true => read,
            false => self.call(read),
        }
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        let made = self.store.put(put);
        match self.begins && put.row.revision == 0 {
            true => made,
            false => self.call(made),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn with_the_journal_away_nothing_is_sent_and_the_error_has_the_cause() {
    let server = ScriptedTransport::new([Step::response(200, ORDER)]);
    let builder = Client::builder(config()).account(12).journal(away(false));
    let calls = Calls::default();
    let builder = counted(builder.transport(server.clone()), &calls);
    let client = builder.build().unwrap();
    let error = client.once("cart-7").send(add("WEB-1")).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Journal, Outcome::Unknown)
    );
    assert!(matches!(error.next_step(), NextStep::Again { .. }));
    let cause = error.source().unwrap();
    assert_eq!(cause.to_string(), "journal: the database is away");
    assert!(error.unrecorded().is_some() && server.requests().is_empty());
    // An alert sees it.
    assert_eq!(*calls.lock().unwrap(), ["add_order 0 Journal Unknown"]);
}

#[tokio::test(start_paused = true)]
async fn a_success_that_the_journal_does_not_take_is_one_with_its_id_and_is_counted() {
    let server = ScriptedTransport::new([Step::response(200, ORDER)]);
    let journal = away(true);
    let builder = Client::builder(config()).account(12).journal(journal);
    let calls = Calls::default();
    let client = counted(builder.transport(server), &calls).build().unwrap();
    let sent = client.once("cart-7").send(add("WEB-1")).await.unwrap();
    assert!(sent.known == Known::Confirmed && sent.unrecorded.is_some());
    assert_eq!(sent.record_id(), Some("7"));
    let calls = calls.lock().unwrap();
    assert_eq!(*calls, ["add_order 1 unrecorded"]);
}
