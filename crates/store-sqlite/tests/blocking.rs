//! The store without `async`: on the background thread of a client.

use api_journal::{Journal, JournalClient, Journaled, SendError};
use store_sqlite::SqliteStore;
use test_support::shop::{Client, CreateOrder, config, responses};

#[test]
fn a_journaled_write_blocks() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let order = (200, r#"{"id": 7, "reference_no": "WEB-1"}"#);
    let builder = Client::builder(config()).transport(responses([order]));
    let client = builder.label("venue", "12").build().unwrap();
    let open = async { Ok::<_, SendError>(SqliteStore::open(path).await.unwrap()) };
    let store = client.wait(open).unwrap();
    let create = || client.create_once_journaled(&store, "order-1", CreateOrder::new("WEB-1"));
    let sent = client.wait(create());
    assert!(matches!(sent, Ok(Journaled::Sent(_))), "{sent:?}");
    let again = client.wait(create());
    assert!(matches!(again, Ok(Journaled::AlreadySent(_))), "{again:?}");
    let unresolved = async { store.unresolved(None, 10).await.map_err(SendError::Journal) };
    assert!(client.wait(unresolved).unwrap().is_empty());
}
