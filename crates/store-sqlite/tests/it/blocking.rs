//! The store without `async`.

use api_runtime::{Known, Wait};
use store_sqlite::SqliteStore;
use test_support::shop::{Client, CreateOrder, config, responses};

#[test]
fn a_write_under_a_key_blocks() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let order = (200, r#"{"id": 7, "reference_no": "WEB-1"}"#);
    let builder = || Client::builder(config()).account("12");
    let store = SqliteStore::open(path).wait().unwrap();
    let client = builder().transport(responses([order])).journal(store);
    let client = client.build().unwrap();
    for known in [Known::Confirmed, Known::Earlier] {
        let create = client.once("order-1").send(CreateOrder::new("WEB-1"));
        assert_eq!(create.wait().unwrap().known, known);
    }
}
