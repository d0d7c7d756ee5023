//! Changes of records in a file.

use std::sync::Arc;

use api_callbacks::{OnChange as _, RecordChanged};
use api_journal::Timestamp;
use api_journal::rows::{At, Kind, Row};
use store_sqlite::SqliteStore;
use test_support::shop::{GetOrder, Order};

#[tokio::test]
async fn a_change_is_committed_with_the_rows_of_the_application_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path().join("api.db"))
        .await
        .unwrap();
    let connection = store.connect().unwrap();
    let table = "CREATE TABLE reports (state TEXT)";
    connection.execute_batch(table).unwrap();
    let on_change = store.on_change(|transaction, change: &RecordChanged<GetOrder>| {
        transaction.execute("INSERT INTO reports VALUES (?1)", [&change.state])?;
        match change.state.as_str() {
            "refused" => Err("the application refused it".into()),
            _ => Ok(()),
        }
    });
    let at = At::new(Kind::Record, "12/shop/Staging", "7");
    let mut row = Row::new(at, 1, Timestamp::UNIX_EPOCH);
    for (revision, state, expected) in [
        (0, "refused", None),
        (0, "paid", Some(true)),
        (0, "late", Some(false)),
        (1, "delivered", Some(true)),
    ] {
        row.revision = revision;
        let change = RecordChanged::new(7, None, state.to_owned(), None, Order::default());
        let committed = on_change.commit(&row, Arc::new(change)).await;
        assert_eq!(committed.ok(), expected, "{state}");
    }
    let mut select = connection.prepare("SELECT state FROM reports").unwrap();
    let states = select.query_map([], |row| row.get(0)).unwrap();
    let states: Vec<String> = states.collect::<Result<_, _>>().unwrap();
    assert_eq!(states, ["paid", "delivered"]);
}
