//! The account of a client: a part of each key, and a label. Other labels change nothing.

use api_runtime::journal::MemoryStore;
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{ClientBuilder, ErrorKind, FieldLocation, Known};
use test_support::shop::{
    AddOrder, Client, Config, Environment, NewOrder, Shop, VenueApiToken, config,
};

const ORDER: &str = r#"{"id": 7, "reference_no": "WEB-1"}"#;
const INVALID: [&str; 5] = ["", " ", "shops/12", "a\u{85}b", LONG];
const LONG: &str = "12345678901234567890123456789012345678901234567890123456789012345";

fn builder(server: &ScriptedTransport) -> ClientBuilder<Shop, VenueApiToken> {
    Client::builder(config()).transport(server.clone())
}

fn server() -> ScriptedTransport {
    ScriptedTransport::new([Step::response(200, ORDER), Step::response(200, ORDER)])
}

/// How it is known that the order of this key took effect.
async fn place(client: &Client) -> Known {
    let order = NewOrder::new("WEB-1");
    let sent = client.once("cart-7").send(AddOrder { order });
    sent.await.unwrap().known
}

#[test]
fn an_account_that_is_blank_or_too_long_or_no_part_of_a_key_is_an_error_of_build() {
    for account in INVALID {
        let error = builder(&server()).account(account).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config, "{account}");
        assert_eq!(error.invalid_fields()[0].name(), "account");
    }
    assert!(builder(&server()).account(&LONG[1..]).build().is_ok());
}

#[test]
fn a_journal_without_an_account_is_an_error_of_build() {
    let built = builder(&server()).journal(MemoryStore::new()).build();
    let text = built.unwrap_err().to_string();
    assert!(text.contains("`account`: missing"), "{text}");
}

#[tokio::test(start_paused = true)]
async fn each_account_has_its_own_keys_in_the_journal_that_derived_clients_share() {
    let server = server();
    let client = builder(&server).account(12).journal(MemoryStore::new());
    let client = client.build().unwrap();
    let token = || VenueApiToken::new("other");
    assert_eq!(place(&client).await, Known::Confirmed);
    assert_eq!(
        place(&client.with_account(13, token())).await,
        Known::Confirmed
    );
    // The same account with other credentials, and white space around it.
    assert_eq!(
        place(&client.with_account(" 12 ", token())).await,
        Known::Earlier
    );
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_client_without_credentials_derives_those_of_all_accounts() {
    let server = server();
    let config = Config::new(Environment::Staging, "https://shop.example/api", ()).unwrap();
    let base = Client::builder(config).transport(server.clone());
    let base = base.journal(MemoryStore::new()).build().unwrap();
    for account in [12, 13] {
        let client = base.with_account(account, VenueApiToken::new("word"));
        assert_eq!(place(&client).await, Known::Confirmed);
        assert_eq!(place(&client).await, Known::Earlier);
    }
    for sent in server.requests() {
        assert_eq!(sent.request.headers()["authorization"], "Bearer word");
    }
}

#[tokio::test(start_paused = true)]
async fn labels_change_no_key() {
    let server = server();
    let store = MemoryStore::new();
    let client = |shop: i32| {
        let builder = builder(&server).account(12).label("shop", shop);
        builder.journal(store.clone()).build().unwrap()
    };
    assert_eq!(place(&client(1)).await, Known::Confirmed);
    let other = client(2);
    assert_eq!(place(&other).await, Known::Earlier);
    // Metrics show the account of the keys.
    assert_eq!(other.labels().to_string(), "account=12,shop=2");
    let call = other.once("cart-8").label("account", 13);
    let order = NewOrder::new("WEB-2");
    let error = call.send(AddOrder { order }).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_eq!(error.invalid_fields()[0].location(), FieldLocation::Label);
}

#[tokio::test(start_paused = true)]
async fn a_derived_client_with_an_invalid_account_sends_nothing() {
    let server = server();
    let client = builder(&server).account(12).journal(MemoryStore::new());
    let client = client.build().unwrap();
    for account in INVALID {
        let derived = client.with_account(account, VenueApiToken::new("other"));
        let order = NewOrder::new("WEB-1");
        let sent = derived.once("cart-7").send(AddOrder { order }).await;
        assert_eq!(sent.unwrap_err().kind(), ErrorKind::InvalidRequest);
    }
    assert!(server.requests().is_empty());
}
