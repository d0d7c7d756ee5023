//! The store without `async`: on the runtime of the blocking client.

use api_journal::blocking::JournalClient;
use api_journal::{Journal, Journaled};
use store_sqlite::SqliteStore;
use test_support::shop::blocking::Client;
use test_support::shop::{CreateOrder, config, responses};

#[test]
fn a_journaled_write_blocks() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let order = (200, r#"{"id": 7, "reference_no": "WEB-1"}"#);
    let builder = Client::builder(config()).transport(responses([order]));
    let client = builder.label("venue", "12").build().unwrap();
    let open = async || SqliteStore::open(path).await;
    let store = client.run(async |_| open().await).unwrap().unwrap();
    let create = || CreateOrder::new("WEB-1");
    let sent = client.create_once_journaled(&store, "order-1", create());
    assert!(matches!(sent, Ok(Journaled::Sent(_))), "{sent:?}");
    let again = client.create_once_journaled(&store, "order-1", create());
    assert!(matches!(again, Ok(Journaled::AlreadySent(_))), "{again:?}");
    let unresolved = client.run(async |_| store.unresolved(None, 10).await);
    assert!(unresolved.unwrap().unwrap().is_empty());
}
