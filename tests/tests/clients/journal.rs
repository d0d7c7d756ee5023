//! The journals of the clients: what entries keep, and what becomes of each kind of write.

use std::time::Duration;

use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::TransportError;
use payments_client::journal::rows::{At, Kind, Query};
use payments_client::journal::{
    Entry, Evidence, Filter, Journal, MemoryStore, Operator, State, Store as _, Worker,
};
use payments_client::model::{
    NewPaymentRequest, NewPaymentRequestRequired, Submission, SubmissionRequired,
};
use payments_client::{
    Client, ClientCredentials, ClientValues, Config, CreateRequest, Date, Environment, Known,
    NextStep, Outcome, SubmitRequest,
};
use pos_v3_client::callback::ReadOutcome::{Changed, NotOurs};
use pos_v3_client::callback::{Events, Handler, Handlers};
use pos_v3_client::http::{HeaderMap, Method};
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{CreateIncomingOrder, GetIncomingOrder};
use store_sqlite::SqliteStore;
use tokio::time::advance;

/// A part of every secret and of all personal data.
const MARK: &str = "PLANTED";

fn payments(steps: impl IntoIterator<Item = Step>, journal: impl Into<Journal>) -> Client {
    let credentials = ClientCredentials::new("PLANTED-id", "PLANTED-secret");
    let values = ClientValues::new("PLANTED-key");
    let url = "https://payments.example";
    let config = Config::with_client_values(Environment::Test, url, credentials, values).unwrap();
    let builder = Client::builder(config).transport(ScriptedTransport::new(steps));
    let builder = builder.account("main").journal(journal);
    builder.build().unwrap()
}

fn new_payment_request() -> CreateRequest {
    let personal = || "PLANTED".to_owned();
    CreateRequest::new(NewPaymentRequest::new(NewPaymentRequestRequired {
        amount: 1.into(),
        user_business_address: personal(),
        user_business_city: personal(),
        user_business_name: personal(),
        user_business_state_code: "CO".into(),
        user_business_zip: personal(),
        user_email: personal(),
        user_first_name: personal(),
        user_last_name: personal(),
        user_phone: "5550100".into(),
    }))
}

fn only_entry(journal: &MemoryStore) -> Entry {
    let mut entries = journal.entries();
    assert_eq!(entries.len(), 1);
    entries.remove(0)
}

#[tokio::test(start_paused = true)]
async fn entries_keep_no_secrets_and_no_personal_data() {
    let success = r#"{"Success":true,"Payload":"uid-7","Message":"PLANTED"}"#;
    let failure = r#"{"Success":false,"Payload":null,"Message":"PLANTED is invalid"}"#;
    for (step, state) in [
        (Step::response(200, success), State::Done),
        (Step::response(400, failure), State::Rejected),
        (Step::response(502, "PLANTED"), State::Unknown),
        (
            Step::failure(TransportError::interrupted("PLANTED")),
            State::Unknown,
        ),
    ] {
        let journal = MemoryStore::new();
        let client = payments([step], journal.clone());
        let sent = client.once("payment-1").send(new_payment_request()).await;
        let entry = only_entry(&journal);
        assert_eq!(entry.state, state);
        let at = At::new(Kind::Write, entry.scope.to_text(), entry.id.to_string());
        let history = journal.history(&at).await.unwrap();
        let row = journal.read(&Query::One(at)).await.unwrap();
        let shown = format!("{entry:?}{row:?}{history:?}");
        assert!(!shown.contains(MARK), "{shown}");
        match sent {
            Ok(sent) => assert_eq!((sent.record_id(), state), (Some("uid-7"), State::Done)),
            Err(error) => {
                assert_ne!(state, State::Done);
                assert_eq!(error.entry().unwrap().state, state);
            }
        }
    }
}

#[tokio::test]
async fn files_of_a_store_have_no_secrets_and_no_personal_data() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("journal.db")).await;
    let journal = store.unwrap();
    let failure = r#"{"Success":false,"Payload":null,"Message":"PLANTED is invalid"}"#;
    let failed = Step::failure(TransportError::interrupted("PLANTED"));
    let steps = [
        Step::response(400, failure),
        Step::response(502, "PLANTED"),
        failed,
    ];
    for (number, step) in steps.into_iter().enumerate() {
        let client = payments([step], journal.clone());
        let call = client.once(format!("payment-{number}"));
        assert!(call.send(new_payment_request()).await.is_err());
    }
    let mut has_key = false;
    // With the log of SQLite beside it.
    for file in folder.path().read_dir().unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        has_key |= text.contains("payment-2");
        assert!(!text.contains(MARK));
    }
    assert!(has_key);
}

#[tokio::test(start_paused = true)]
async fn entries_have_the_names_of_the_back_office() {
    let journal = MemoryStore::new();
    let operation = SubmitRequest::new(Submission::new(SubmissionRequired {
        request_uid: "uid-7".into(),
        order_number: "4711".into(),
        order_description: "PLANTED".into(),
        amount: 1.into(),
        pay_date: Date::new(2026, 1, 31).unwrap(),
    }));
    let lost = Step::failure(TransportError::interrupted("hung up"));
    let client = payments([lost], journal.clone());
    let error = client
        .once("submit-4711")
        .send(operation)
        .await
        .unwrap_err();
    let told = (error.outcome(), error.next_step());
    assert_eq!(told, (Outcome::Unknown, NextStep::Person));
    let operator = Operator::new(journal, "eve").unwrap();
    let filter = Filter::for_people();
    let listed = operator.list(&filter, None, 10).await.unwrap();
    let entry = listed.entries.into_iter().next().unwrap().unwrap();
    let names = [("RequestUid", "uid-7"), ("OrderNumber", "4711")];
    let names = names.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(entry.details.names, names);
    assert_eq!(entry.scope.to_string(), "payments Test main");
}

fn version_3(transport: &ScriptedTransport, journal: &MemoryStore) -> pos_v3_client::Client {
    let venue = pos_v3_client::IntegratorAndVenue::new("integrator", "venue");
    let url = "https://pos.example/api";
    let config =
        pos_v3_client::Config::new(pos_v3_client::Environment::Production, url, venue).unwrap();
    pos_v3_client::Client::builder(config)
        .transport(transport.clone())
        .account("12")
        .journal(journal.clone())
        .build()
        .unwrap()
}

fn new_order() -> CreateIncomingOrder {
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "1".into(),
        product_id: "2".into(),
        quantity: 1,
    });
    CreateIncomingOrder::new(NewIncomingOrder::new("WEB-1", vec![item]))
}

fn with_callback() -> CreateIncomingOrder {
    let mut order = new_order();
    order.incoming_order.status_callback = Some("https://shop.example/callbacks/1".into());
    order
}

#[tokio::test(start_paused = true)]
async fn version_3_without_a_callback_is_never_sent_again() {
    let transport = ScriptedTransport::new([Step::failure(TransportError::interrupted("lost"))]);
    let client = version_3(&transport, &MemoryStore::new());
    for _ in 0..2 {
        let error = client.once("order-1").send(new_order()).await.unwrap_err();
        let told = (error.outcome(), error.next_step());
        assert_eq!(told, (Outcome::Unknown, NextStep::Person));
        advance(Duration::from_secs(120)).await;
    }
    assert_eq!(transport.requests().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn version_3_finds_an_order_by_the_id_of_a_callback() {
    let ours = r#"{"code":1,"incoming_order":{"id":7,"reference_no":"WEB-1"},"order_items":[{"quantity":1}]}"#;
    let other = r#"{"code":1,"incoming_order":{"id":7,"reference_no":"WEB-2"},"order_items":[{"quantity":1}]}"#;
    // What the callback's read finds, and a later one.
    for (read, later, is_named, is_seen) in [
        (ours, Step::response(200, ours), true, true),
        (ours, Step::response(200, other), true, false),
        (ours, Step::response(404, "{}"), true, false),
        (other, Step::response(200, other), false, false),
    ] {
        // No callback has named an id, so the same call sends it once more.
        let lost = || Step::failure(TransportError::interrupted("lost"));
        let read = Step::response(200, read);
        let transport = ScriptedTransport::new([lost(), lost(), read, later.clone(), later]);
        let journal = MemoryStore::new();
        let client = version_3(&transport, &journal);
        let error = client
            .once("order-1")
            .send(with_callback())
            .await
            .unwrap_err();
        assert_eq!(error.next_step(), NextStep::Wait);
        let worker = Worker::new(journal.clone()).client(client.clone());
        // No callback was received yet: it is looked up again later.
        advance(Duration::from_secs(60)).await;
        worker.round().await.unwrap();
        assert_eq!(only_entry(&journal).state, State::Unknown);
        assert!(only_entry(&journal).due_at.is_some());

        let secret = "0123456789abcdef";
        let mut changes = Events::<GetIncomingOrder>::new(journal.clone(), 10);
        let handler = Handler::new(client.clone(), secret, changes.clone()).unwrap();
        let handlers = Handlers::new([handler.clone()]);
        let callback = handlers.admit(&Method::POST, secret, &HeaderMap::new());
        let form = b"incoming_order[id]=7&incoming_order[reference_no]=WEB-1";
        assert_eq!(callback.unwrap().handle(form).await.status(), 202);
        let reads = handler.read_due().await;
        let expected = if is_named { Changed } else { NotOurs };
        assert_eq!(reads[0].outcome(), expected);
        if is_named {
            let change = changes.next().await;
            assert_eq!(change.reference.as_deref(), Some("WEB-1"));
        }

        advance(Duration::from_secs(120)).await;
        worker.round().await.unwrap();
        // The worker compares nothing, so it settles nothing.
        let entry = only_entry(&journal);
        let end = entry.details.end.unwrap();
        assert_eq!(entry.state, State::Unknown);
        assert_eq!(end.evidence == Evidence::Seen, is_seen);
        let requests = transport.requests();
        assert_eq!(requests.len(), if is_named { 4 } else { 3 });
        let path = requests.last().unwrap().request.uri().path();
        assert_eq!(path, "/api/v3/incoming_orders/7");
        if is_seen {
            let again = client.once("order-1").send(with_callback()).await.unwrap();
            assert_eq!(
                (again.known, again.record_id()),
                (Known::Recovered, Some("7"))
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_retry_with_another_secret_is_the_same_request() {
    let created = r#"{"code":1,"incoming_order":{"id":7,"reference_no":"WEB-1"},"order_items":[{"quantity":1}]}"#;
    let transport = ScriptedTransport::new([Step::response(200, created)]);
    let client = version_3(&transport, &MemoryStore::new());
    let order = |reference_no: &str, secret: &str| {
        let mut operation = new_order();
        let url = format!("https://shop.example/orders?key={secret}");
        operation.incoming_order.reference_no = reference_no.to_owned();
        operation.incoming_order.status_callback = Some(url.as_str().into());
        client.once("order-1").send(operation)
    };
    order("WEB-1", "PLANTED-1").await.unwrap();
    let again = order("WEB-1", "PLANTED-2").await.unwrap();
    assert_eq!(again.known, Known::Earlier);
    let other = order("WEB-2", "PLANTED-2").await.unwrap_err();
    assert_eq!(other.kind(), pos_v3_client::ErrorKind::KeyReused);
    assert_eq!(transport.requests().len(), 1);
}
