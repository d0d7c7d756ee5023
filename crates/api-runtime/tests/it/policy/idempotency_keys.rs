//! Writes that the server knows by an idempotency key: which key each request has, and when none is sent.

use std::time::Duration;

use api_runtime::__generated::{ClientValue, OperationInfo, ResponseReader, WriteInfo};
use api_runtime::api_wire::{Parameters, ReadError};
use api_runtime::journal::{Journal, MemoryStore, Operator, Resolution, State};
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation, Write};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::TransportError;
use api_runtime::{ErrorKind, Known, Method, NextStep, Outcome, Sent};
use test_support::shop::{Client, NewOrder, Order, PayOrder, Shop, VenueApiToken, config};
use tokio::time::{advance, timeout};

const ORDER: &str = r#"{"id": 7}"#;
const HOUR: Duration = Duration::from_secs(60 * 60);
/// Longer than a lease.
const LATER: Duration = Duration::from_secs(61);

macro_rules! payments {
    ($($name:ident, $body:ident: $kept_hours:expr, $key:expr;)*) => {$(
        #[derive(Clone, Parameters)]
        struct $name {
            #[wire($body)]
            order: NewOrder,
        }

        impl Operation for $name {
            type Api = Shop;
            type Output = Order;
            const INFO: OperationInfo = OperationInfo::new("pay", Method::Post, "/payments")
                .retry(Retry::IdempotencyKey { kept_hours: $kept_hours })
                .client_values(&[$key])
                .journal_id("pay");

            fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
                response.record()
            }
        }

        impl AuthorizedBy<VenueApiToken> for $name {}

        impl Write for $name {
            type Record = Order;
            const WRITE: WriteInfo = WriteInfo::new::<Self>();
        }
    )*};
}

payments! {
    PayUndocumented, body: None, ClientValue::header("Request-Id", "idempotency_key");
    PayWithField, body: Some(24), ClientValue::body("request_id", "idempotency_key");
    PayWrapped, wrapped_body: Some(24), ClientValue::body("request_id", "idempotency_key");
}

struct Test {
    client: Client,
    server: ScriptedTransport,
    journal: MemoryStore,
}

fn test(steps: impl IntoIterator<Item = Step>) -> Test {
    let server = ScriptedTransport::new(steps);
    let journal = MemoryStore::new();
    Test {
        client: client(&server, &journal),
        server,
        journal,
    }
}

fn client(server: &ScriptedTransport, journal: &MemoryStore) -> Client {
    let builder = Client::builder(config()).account(12);
    let builder = builder.transport(server.clone()).journal(journal.clone());
    builder.build().unwrap()
}

fn pay(reference_no: &str) -> PayOrder {
    PayOrder {
        order: NewOrder::new(reference_no),
    }
}

fn refused() -> Step {
    Step::failure(TransportError::not_connected("connection refused"))
}

/// Lost or failed after it took effect: three attempts of a call.
fn failures() -> [Step; 3] {
    [503, 503, 503].map(|status| Step::response(status, ""))
}

type Paid = Result<Sent<Order>, api_runtime::Error>;

impl Test {
    async fn pay(&self) -> Paid {
        self.client.once("cart-7").send(pay("WEB-1")).await
    }

    /// Of each request: as a number, from 0, in the order in which they appear.
    fn keys(&self) -> Vec<usize> {
        let mut known = Vec::new();
        let requests = self.server.requests();
        let keys = requests.iter().map(|sent| {
            let key = sent.request.headers()["request-id"].to_str().unwrap();
            assert_eq!(key.len(), 36, "{key}");
            let place = known.iter().position(|other| other == key);
            place.unwrap_or_else(|| {
                known.push(key.to_owned());
                known.len() - 1
            })
        });
        keys.collect()
    }

    fn state(&self) -> State {
        self.journal.entries()[0].state.clone()
    }
}

#[tokio::test(start_paused = true)]
async fn the_attempts_of_a_call_have_one_key_and_each_call_has_its_own() {
    let done = || Step::response(200, ORDER);
    let test = test([Step::response(503, ""), Step::lost(), done(), done()]);
    for _ in 0..2 {
        test.client.send(pay("WEB-1")).await.unwrap();
    }
    assert_eq!(test.keys(), [0, 0, 0, 1]);
}

#[tokio::test(start_paused = true)]
async fn without_a_journal_a_person_finds_an_unknown_outcome_out() {
    let test = test(failures());
    let error = test.client.send(pay("WEB-1")).await.unwrap_err();
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Unknown, NextStep::Person)
    );
    assert_eq!(test.keys(), [0, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn a_later_call_sends_the_key_of_an_unknown_one_after_its_lease() {
    let test = test(failures().into_iter().chain([Step::response(200, ORDER)]));
    let error = test.pay().await.unwrap_err();
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Unknown, NextStep::Wait)
    );
    let early = test.pay().await.unwrap_err();
    assert_eq!(early.kind(), ErrorKind::InFlight);
    advance(LATER).await;
    let sent = test.pay().await.unwrap();
    assert_eq!((sent.known, sent.record_id()), (Known::Confirmed, None));
    assert_eq!(test.keys(), [0, 0, 0, 0]);
    assert_eq!(test.pay().await.unwrap().known, Known::Earlier);
    assert_eq!(test.state(), State::Done);
    // People find it by the key.
    let entry = &test.journal.entries()[0];
    let key = test.server.requests()[0].request.headers()["request-id"].clone();
    let key = key.to_str().unwrap();
    assert_eq!(entry.details.unique_key.as_deref(), Some(key));
    let name = ("Request-Id".to_owned(), key.to_owned());
    assert_eq!(entry.details.names, [name]);
}

#[tokio::test(start_paused = true)]
async fn after_a_crash_another_process_sends_the_same_key() {
    let test = test([Step::pending(), Step::response(200, ORDER)]);
    // The process ends with its first request on its way.
    let crashed = timeout(Duration::from_secs(1), test.pay()).await;
    assert!(crashed.is_err());
    advance(LATER).await;
    let other = client(&test.server, &test.journal);
    let sent = other.once("cart-7").send(pay("WEB-1")).await.unwrap();
    assert_eq!(sent.known, Known::Confirmed);
    assert_eq!(test.keys(), [0, 0]);
}

#[tokio::test(start_paused = true)]
async fn what_was_rejected_or_not_sent_gets_another_key() {
    let invalid = Step::response(422, r#"{"errors": ["quantity is missing"]}"#);
    let steps = [refused(), refused(), refused(), invalid];
    let test = test(steps.into_iter().chain([Step::response(200, ORDER)]));
    assert_eq!(test.pay().await.unwrap_err().outcome(), Outcome::NotSent);
    let error = test.pay().await.unwrap_err();
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Rejected, NextStep::Correct)
    );
    let corrected = test.client.once("cart-7").send(pay("WEB-2"));
    assert_eq!(corrected.await.unwrap().known, Known::Confirmed);
    assert_eq!(test.keys(), [0, 0, 0, 1, 2]);
}

#[tokio::test(start_paused = true)]
async fn a_rejection_after_an_unknown_attempt_leaves_the_outcome_unknown() {
    for status in [409, 422, 429] {
        let steps = [Step::lost(), Step::response(status, "")];
        let again = [Step::response(status, ""), Step::response(200, ORDER)];
        let test = test(steps.into_iter().chain(again));
        let error = test.pay().await;
        if let Err(error) = error {
            assert_eq!(
                (error.outcome(), error.next_step()),
                (Outcome::Unknown, NextStep::Wait),
                "{status}"
            );
            while test.pay().await.is_err() {
                advance(LATER).await;
            }
        }
        assert!(test.keys().iter().all(|key| *key == 0), "{status}");
        assert_eq!(test.state(), State::Done, "{status}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_409_is_retried_and_proves_nothing() {
    let in_progress = || Step::response(409, "");
    let test = test([in_progress(), in_progress(), in_progress()]);
    let error = test.pay().await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Other, 3));
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Unknown, NextStep::Wait)
    );
    assert_eq!(test.state(), State::Unknown);
    assert_eq!(test.keys(), [0, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn another_request_under_the_key_of_an_unknown_one_is_not_sent() {
    let test = test(failures());
    test.pay().await.unwrap_err();
    advance(LATER).await;
    let other = test.client.once("cart-7").send(pay("WEB-2"));
    let error = other.await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::KeyReused, Outcome::Unknown)
    );
    assert_eq!(test.keys().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn when_the_server_may_have_forgotten_the_key_a_person_decides() {
    let test = test(failures().into_iter().chain([Step::response(200, ORDER)]));
    test.pay().await.unwrap_err();
    advance(24 * HOUR).await;
    let error = test.pay().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unresolved);
    assert_eq!(
        (error.outcome(), error.next_step()),
        (Outcome::Unknown, NextStep::Person)
    );
    assert_eq!(test.keys(), [0, 0, 0]);

    let operator = Operator::new(test.journal.clone(), "eve").unwrap();
    let id = error.entry().unwrap().id;
    let word = Resolution::DidNot { is_sure: true };
    operator.resolve(&id, word, "no payment").await.unwrap();
    assert_eq!(test.pay().await.unwrap().known, Known::Confirmed);
    assert_eq!(test.keys(), [0, 0, 0, 1]);
}

#[tokio::test(start_paused = true)]
async fn no_attempt_is_made_when_the_time_of_the_key_ends_during_a_call() {
    let test = test(
        failures()
            .into_iter()
            .chain([Step::pending(), Step::response(200, ORDER)]),
    );
    test.pay().await.unwrap_err();
    // Time for one attempt, and none for a lease after it.
    advance(24 * HOUR - Duration::from_secs(75)).await;
    let error = test.pay().await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::Unknown);
    assert_eq!(test.keys(), [0, 0, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn people_see_what_no_call_has_repeated_for_an_hour() {
    use api_runtime::journal::{Filter, Worker};

    let test = test(failures());
    test.pay().await.unwrap_err();
    let listed = async || {
        let worker = Worker::new(test.journal.clone()).client(test.client.clone());
        worker.round().await.unwrap();
        let journal = Journal::new(test.journal.clone());
        let list = journal.list(&Filter::for_people(), None, 9).await;
        list.unwrap().entries.len()
    };
    assert_eq!(listed().await, 0);
    advance(HOUR).await;
    assert_eq!(listed().await, 1);
    // A call may still find out.
    assert_eq!(test.keys(), [0, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn without_a_documented_time_a_later_call_sends_nothing() {
    let test = test(failures());
    let pay = async || {
        let order = NewOrder::new("WEB-1");
        let call = test.client.once("cart-7");
        call.send(PayUndocumented { order }).await.unwrap_err()
    };
    assert_eq!(pay().await.next_step(), NextStep::Person);
    advance(LATER).await;
    assert_eq!(pay().await.kind(), ErrorKind::Unresolved);
    assert_eq!(test.keys(), [0, 0, 0]);
}

/// The body of each request of a call under a key and of one after it, and the key of their entry.
async fn bodies<O: Write<Api = Shop> + AuthorizedBy<VenueApiToken> + Clone>(
    operation: O,
) -> (Vec<String>, String) {
    let test = test(failures().into_iter().chain([Step::response(200, ORDER)]));
    let pay = || test.client.once("cart-7").send(operation.clone());
    pay().await.unwrap_err();
    advance(LATER).await;
    pay().await.unwrap();
    let requests = test.server.requests();
    let bodies = requests.iter().map(|sent| sent.request.body().to_vec());
    let bodies = bodies.map(|body| String::from_utf8(body).unwrap());
    let key = test.journal.entries()[0].details.unique_key.clone();
    (bodies.collect(), key.unwrap())
}

#[tokio::test(start_paused = true)]
async fn a_field_of_the_body_has_the_key_of_the_entry() {
    let order = NewOrder::new("WEB-1");
    let (bodies, key) = bodies(PayWithField { order }).await;
    let body = format!(r#"{{"request_id":"{key}","reference_no":"WEB-1"}}"#);
    assert_eq!(bodies, [body.as_str(); 4]);
}

#[tokio::test(start_paused = true)]
async fn a_client_value_is_a_field_under_the_key_around_them() {
    let order = NewOrder::new("WEB-1");
    let (bodies, key) = bodies(PayWrapped { order }).await;
    let body = format!(r#"{{"order":{{"request_id":"{key}","reference_no":"WEB-1"}}}}"#);
    assert_eq!(bodies, [body.as_str(); 4]);
}

#[tokio::test(start_paused = true)]
async fn what_is_prepared_is_sent_with_the_key_of_its_first_call() {
    let test = test(failures().into_iter().chain([Step::response(200, ORDER)]));
    let intent = test.client.once("cart-7").prepare(&pay("WEB-1")).unwrap();
    let journal = Journal::new(test.journal.clone());
    journal.begin(&intent, Duration::ZERO).await.unwrap();
    test.pay().await.unwrap_err();
    advance(LATER).await;
    assert_eq!(test.pay().await.unwrap().known, Known::Confirmed);
    assert_eq!(test.keys(), [0, 0, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn a_payment_whose_lease_outlives_its_key_is_sent_once_without_repetition() {
    let server = ScriptedTransport::new([Step::response(200, ORDER)]);
    let builder = Client::builder(config()).account(12);
    let builder = builder
        .transport(server.clone())
        .journal(MemoryStore::new());
    let builder = builder.timeout(13 * HOUR).attempt_timeout(12 * HOUR);
    let client = builder.build().unwrap();
    let sent = client.once("cart-7").send(pay("WEB-1")).await.unwrap();
    assert_eq!(sent.known, Known::Confirmed);
}
