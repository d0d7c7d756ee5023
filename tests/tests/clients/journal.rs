//! The journals of the clients: what entries keep, and what recovery does with each kind of write.

use std::time::Duration;

use api_runtime::TransportError;
use api_runtime::testing::{ScriptedTransport, Step};
use payments_client::api_wire::jiff::civil::date;
use payments_client::journal::{
    ConfiguredJournal, Entry, EntryId, Journal, JournalClient, JournalError, MemoryJournal, Seal,
    State,
};
use payments_client::model::{NewPaymentRequest, Submission};
use payments_client::{
    Client, ClientCredentials, ClientValues, Config, CreateRequest, Environment, SubmitRequest,
};
use pos_v3_client::callback::MemoryStore;
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{CreateIncomingOrder, GetIncomingOrder};
use store_sqlite::SqliteStore;
use tokio::time::{advance, timeout};

/// A part of every secret and of all personal data.
const MARK: &str = "PLANTED";

fn payments(steps: impl IntoIterator<Item = Step>) -> Client {
    let credentials = ClientCredentials::new("PLANTED-id", "PLANTED-secret");
    let values = ClientValues::new("PLANTED-key");
    let url = "https://payments.example";
    let config = Config::with_client_values(Environment::Test, url, credentials, values).unwrap();
    let builder = Client::builder(config).transport(ScriptedTransport::new(steps));
    builder.label("venue", "main").build().unwrap()
}

fn new_payment_request() -> CreateRequest {
    let personal = || "PLANTED".to_owned();
    CreateRequest::new(NewPaymentRequest {
        amount: 1.into(),
        user_business_address: personal(),
        user_business_city: personal(),
        user_business_name: personal(),
        user_business_state_code: "CO".into(),
        user_business_zip: personal(),
        user_email: personal(),
        user_first_name: personal(),
        user_last_name: personal(),
        user_phone: personal(),
    })
}

fn only_entry(journal: &MemoryJournal) -> Entry {
    let mut entries = journal.entries();
    assert_eq!(entries.len(), 1);
    entries.remove(0)
}

/// Bytes, reversed: an entry must not have the request in plain text.
struct Reversed;

impl Seal for Reversed {
    fn seal(&self, _: &EntryId, request: &[u8]) -> Result<Vec<u8>, JournalError> {
        Ok(request.iter().rev().copied().collect())
    }

    fn open(&self, id: &EntryId, sealed: &[u8]) -> Result<Vec<u8>, JournalError> {
        self.seal(id, sealed)
    }
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
        let journal = ConfiguredJournal::new(MemoryJournal::new()).with_seal(Reversed);
        let client = payments([step]);
        let call = client.send_journaled(&journal, "payment-1", new_payment_request());
        let is_ok = call.await.is_ok();
        let entry = only_entry(journal.inner());
        assert_eq!((entry.state, is_ok), (state, state == State::Done));
        // A payment request is never sent again.
        assert_eq!(entry.sealed_request, None);
        let shown = format!("{entry:?}{}", entry.details.to_json());
        assert!(!shown.contains(MARK), "{shown}");
        if state == State::Done {
            let ids = entry.details.outcome.unwrap().ids;
            assert_eq!(ids, [("/Payload".to_owned(), "uid-7".to_owned())]);
        }
    }
}

#[tokio::test]
async fn files_of_a_store_have_no_secrets_and_no_personal_data() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("journal.db")).await;
    let journal = store.unwrap().with_seal(Reversed);
    let failure = r#"{"Success":false,"Payload":null,"Message":"PLANTED is invalid"}"#;
    let failed = Step::failure(TransportError::interrupted("PLANTED"));
    let steps = [
        Step::response(400, failure),
        Step::response(502, "PLANTED"),
        failed,
    ];
    for (number, step) in steps.into_iter().enumerate() {
        let client = payments([step]);
        let key = format!("payment-{number}");
        let call = client.send_journaled(&journal, &key, new_payment_request());
        assert!(call.await.is_err());
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
    let journal = MemoryJournal::new();
    let operation = SubmitRequest::new(Submission {
        request_uid: "uid-7".into(),
        order_number: "4711".into(),
        order_description: "PLANTED".into(),
        amount: 1.into(),
        pay_date: date(2026, 1, 31),
    });
    let client = payments([Step::failure(TransportError::interrupted("hung up"))]);
    let sent = client
        .send_journaled(&journal, "submit-4711", operation)
        .await;
    assert!(sent.is_err());
    assert!(client.recover(&journal).await.unwrap().is_empty());
    let entry = journal.unresolved(None, 10).await.unwrap().remove(0);
    let names = [("OrderNumber", "4711"), ("RequestUid", "uid-7")];
    let names = names.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(entry.details.names, names);
    assert_eq!(entry.scope.to_string(), "payments Test main");
}

fn version_3(transport: &ScriptedTransport) -> pos_v3_client::Client {
    let venue = pos_v3_client::IntegratorAndVenue::new("integrator", "venue");
    let url = "https://pos.example/api";
    let config =
        pos_v3_client::Config::new(pos_v3_client::Environment::Production, url, venue).unwrap();
    let builder = pos_v3_client::Client::builder(config).transport(transport.clone());
    builder.label("venue", "12").build().unwrap()
}

fn new_order() -> CreateIncomingOrder {
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "1".into(),
        product_id: "2".into(),
        quantity: 1,
    });
    CreateIncomingOrder::new(NewIncomingOrder::new("WEB-1", vec![item]))
}

#[tokio::test(start_paused = true)]
async fn version_3_sends_a_kept_order_again_and_does_not_guess() {
    let created = r#"{"code":1,"incoming_order":{"id":7,"reference_no":"WEB-1"},"order_items":[]}"#;
    let duplicate = r#"{"errors":["reference_no is in use"]}"#;
    for (response, state) in [
        (Step::response(200, created), State::Done),
        (Step::response(422, duplicate), State::Unknown),
    ] {
        let transport = ScriptedTransport::new([Step::pending(), response]);
        let client = version_3(&transport);
        let journal = ConfiguredJournal::new(MemoryJournal::new()).with_seal(Reversed);
        let call = client.send_journaled(&journal, "order-1", new_order());
        assert!(timeout(Duration::from_secs(1), call).await.is_err());
        advance(journal.lease()).await;
        let report = client.recover(&journal).await.unwrap();
        let entry = only_entry(journal.inner());
        assert_eq!(entry.state, state, "{report:?}");
        let bodies: Vec<_> = transport
            .requests()
            .into_iter()
            .map(|sent| sent.request.into_body())
            .collect();
        assert_eq!((bodies.len(), &bodies[0]), (2, &bodies[1]));
        // Tried again later.
        assert_eq!(entry.lease_until.is_some(), state == State::Unknown);
    }
}

#[tokio::test(start_paused = true)]
async fn version_3_finds_an_order_by_the_id_of_a_callback() {
    let ours = r#"{"code":1,"incoming_order":{"id":7,"reference_no":"WEB-1"},"order_items":[{"quantity":1}]}"#;
    let other = r#"{"code":1,"incoming_order":{"id":7,"reference_no":"WEB-2"},"order_items":[{"quantity":1}]}"#;
    for (response, state) in [
        (Step::response(200, ours), State::Done),
        (Step::response(200, other), State::Unknown),
        (Step::response(404, "{}"), State::Unknown),
    ] {
        // With the kept request, an order that is not found is sent again.
        let is_found = state == State::Done;
        for is_sealed in [false, true] {
            if is_sealed && !is_found {
                continue;
            }
            let transport = ScriptedTransport::new([Step::pending(), response.clone()]);
            let client = version_3(&transport);
            let mut journal = ConfiguredJournal::new(MemoryJournal::new());
            if is_sealed {
                journal = journal.with_seal(Reversed);
            }
            let call = client.send_journaled(&journal, "order-1", new_order());
            assert!(timeout(Duration::from_secs(1), call).await.is_err());
            advance(journal.lease()).await;
            let orders = MemoryStore::<GetIncomingOrder>::new(10);
            let find = async |reference_no: String| {
                let id = orders.id(&reference_no)?;
                Some(GetIncomingOrder::new(id))
            };
            if !is_sealed {
                // No callback was received yet: it is tried again later.
                let report = client
                    .recover_with::<CreateIncomingOrder, _, _>(&journal, find)
                    .await
                    .unwrap();
                assert_eq!(report.unknown.len(), 1, "{report:?}");
                assert!(only_entry(journal.inner()).lease_until.is_some());
                advance(2 * journal.lease()).await;
            }
            orders.confirm("WEB-1", 7).unwrap();
            let report = client
                .recover_with::<CreateIncomingOrder, _, _>(&journal, find)
                .await
                .unwrap();
            let entry = only_entry(journal.inner());
            assert_eq!(entry.state, state, "{report:?}");
            assert_eq!(report.found.len(), usize::from(is_found), "{report:?}");
            let requests = transport.requests();
            assert_eq!(requests.len(), 2);
            assert_eq!(
                requests[1].request.uri().path(),
                "/api/v3/incoming_orders/7"
            );
        }
    }
}
