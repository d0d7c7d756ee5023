//! The store keeps the records of callbacks, and their durable queue.

use std::time::Duration;

use api_callbacks::{
    CallbackQueue, CallbackStore, Claim, Disposition, Handler, KnownRecord, Lease, RecordChanged,
    RecordKey,
};
use api_runtime::api_wire::Timestamp;
use store_sqlite::{SqliteCallbacks, SqliteStore};
use tempfile::TempDir;
use test_support::shop::{self, GetOrder, Order};

const SECOND: Duration = Duration::from_secs(1);

/// A table of the application gets each change.
async fn open(directory: &TempDir) -> SqliteCallbacks<GetOrder> {
    let store = SqliteStore::open(directory.path().join("api.db"))
        .await
        .unwrap();
    let connection = store.connect().unwrap();
    let sql = "CREATE TABLE IF NOT EXISTS changes (id INTEGER, state TEXT)";
    connection.execute_batch(sql).unwrap();
    store.callbacks(
        "shop/venue-12",
        |transaction, change: &RecordChanged<GetOrder>| {
            let sql = "INSERT INTO changes VALUES (?1, ?2)";
            transaction.execute(sql, (change.id, &change.state))?;
            match change.state.as_str() {
                "refused" => Err("the application refused it".into()),
                _ => Ok(()),
            }
        },
    )
}

fn changes(directory: &TempDir) -> Vec<(i64, String)> {
    let connection = store_sqlite::rusqlite::Connection::open(directory.path().join("api.db"));
    let connection = connection.unwrap();
    let mut select = connection
        .prepare("SELECT id, state FROM changes ORDER BY rowid")
        .unwrap();
    let rows = select
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

fn change(state: &str) -> RecordChanged<GetOrder> {
    RecordChanged::new(
        7,
        Some("WEB-7".to_owned()),
        state.to_owned(),
        Order::default(),
    )
}

fn key() -> RecordKey<i64> {
    RecordKey::new(7, Some("WEB-7".to_owned()))
}

async fn claim(orders: &SqliteCallbacks<GetOrder>, duration: Duration) -> Lease {
    match orders.claim(&key(), duration).await.unwrap() {
        Claim::Granted(lease) => lease,
        claim => panic!("{claim:?}"),
    }
}

#[tokio::test]
async fn each_change_is_recorded_once_with_the_rows_of_the_application() {
    let directory = tempfile::tempdir().unwrap();
    let orders = open(&directory).await;
    assert_eq!(orders.find(&7, Some("WEB-7")).await.unwrap(), None);
    assert!(!orders.record_change(change("pending")).await.unwrap());

    orders.expect("WEB-7").await.unwrap();
    orders.expect("WEB-7").await.unwrap();
    let known = Some(KnownRecord::with_reference("WEB-7"));
    assert_eq!(orders.find(&7, Some("WEB-7")).await.unwrap(), known);
    assert_eq!(orders.find(&7, Some("WEB-8")).await.unwrap(), None);
    let error = orders.record_change(change("refused")).await.unwrap_err();
    assert_eq!(error.to_string(), "the application refused it");
    assert_eq!(changes(&directory), []);

    assert!(orders.record_change(change("pending")).await.unwrap());
    assert!(!orders.record_change(change("pending")).await.unwrap());
    // After a restart, too.
    drop(orders);
    let orders = open(&directory).await;
    assert!(!orders.record_change(change("pending")).await.unwrap());
    assert!(orders.record_change(change("done")).await.unwrap());
    let expected = [(7, "pending".to_owned()), (7, "done".to_owned())];
    assert_eq!(changes(&directory), expected);
    assert_eq!(orders.find(&7, None).await.unwrap(), known);

    orders.forget(&7).await.unwrap();
    assert_eq!(orders.find(&7, Some("WEB-7")).await.unwrap(), None);
}

#[tokio::test]
async fn an_id_is_that_of_a_confirmed_reference() {
    let directory = tempfile::tempdir().unwrap();
    let orders = open(&directory).await;
    orders.expect("WEB-7").await.unwrap();
    assert_eq!(orders.id("WEB-7").await.unwrap(), None);
    assert!(orders.record_change(change("pending")).await.unwrap());
    orders.confirm("WEB-8", &8).await.unwrap();
    assert_eq!(orders.id("WEB-7").await.unwrap(), Some(7));
    assert_eq!(orders.id("WEB-8").await.unwrap(), Some(8));
    assert_eq!(orders.id("web-8").await.unwrap(), None);
    let store = SqliteStore::open(directory.path().join("api.db")).await;
    let other = store
        .unwrap()
        .callbacks::<GetOrder>("shop/venue-13", |_, _| Ok(()));
    assert_eq!(other.id("WEB-7").await.unwrap(), None);
}

#[tokio::test]
async fn records_are_those_of_one_receiver() {
    let directory = tempfile::tempdir().unwrap();
    let orders = open(&directory).await;
    let store = SqliteStore::open(directory.path().join("api.db"))
        .await
        .unwrap();
    let other = store.callbacks::<GetOrder>("shop/venue-13", |_, _| Ok(()));
    orders.confirm("WEB-7", &7).await.unwrap();
    orders.enqueue(&key()).await.unwrap();
    assert_eq!(other.find(&7, None).await.unwrap(), None);
    assert_eq!(other.queued(10).await.unwrap(), []);
    assert_eq!(other.claim(&key(), SECOND).await.unwrap(), Claim::NotQueued);
}

#[tokio::test]
async fn a_lease_is_exclusive_until_it_is_released_or_expires() {
    let directory = tempfile::tempdir().unwrap();
    let (orders, other) = (open(&directory).await, open(&directory).await);
    assert_eq!(
        orders.claim(&key(), SECOND).await.unwrap(),
        Claim::NotQueued
    );
    orders.enqueue(&key()).await.unwrap();
    let first = claim(&orders, Duration::from_secs(600)).await;
    assert_eq!(other.claim(&key(), SECOND).await.unwrap(), Claim::Busy);
    orders.release(&key(), &first).await.unwrap();
    let second = claim(&other, Duration::ZERO).await;
    let third = claim(&orders, Duration::from_secs(600)).await;
    assert!(first < second && second < third);

    // The second has expired: it records nothing, and releases nothing.
    orders.confirm("WEB-7", &7).await.unwrap();
    let late = change("late").with_lease(second);
    assert!(!other.record_change(late).await.unwrap());
    other.dequeue(&key(), &second).await.unwrap();
    other.postpone(&key(), &second, SECOND).await.unwrap();
    assert_eq!(other.claim(&key(), SECOND).await.unwrap(), Claim::Busy);
    assert!(
        orders
            .record_change(change("done").with_lease(third))
            .await
            .unwrap()
    );
    orders.dequeue(&key(), &third).await.unwrap();
    assert_eq!(orders.queued(10).await.unwrap(), []);
}

#[tokio::test]
async fn a_key_that_is_enqueued_during_its_read_stays() {
    let directory = tempfile::tempdir().unwrap();
    let orders = open(&directory).await;
    orders.enqueue(&key()).await.unwrap();
    let lease = claim(&orders, Duration::from_secs(600)).await;
    orders.enqueue(&key()).await.unwrap();
    orders.dequeue(&key(), &lease).await.unwrap();
    let queued = orders.queued(10).await.unwrap();
    assert_eq!((queued.len(), &queued[0].key), (1, &key()));

    let lease = claim(&orders, Duration::from_secs(600)).await;
    orders
        .postpone(&key(), &lease, Duration::from_secs(30))
        .await
        .unwrap();
    // Without a reference, it is another key.
    orders.enqueue(&RecordKey::new(7, None)).await.unwrap();
    orders
        .enqueue(&RecordKey::new(8, Some(String::new())))
        .await
        .unwrap();
    let queued = open(&directory).await.queued(10).await.unwrap();
    let keys: Vec<_> = queued
        .iter()
        .map(|row| (row.key.id, row.key.reference.as_deref()))
        .collect();
    assert_eq!(keys, [(7, None), (8, Some("")), (7, Some("WEB-7"))]);
    let last = &queued[2];
    assert_eq!(last.failures, 1);
    assert!(
        last.retry_in > 20 * SECOND && last.retry_in <= 30 * SECOND,
        "{last:?}"
    );
    assert_eq!(open(&directory).await.queued(1).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_change_that_timed_out_is_not_committed_later() {
    let directory = tempfile::tempdir().unwrap();
    drop(open(&directory).await);
    let store = SqliteStore::open(directory.path().join("api.db"))
        .await
        .unwrap();
    let (started, starts) = std::sync::mpsc::channel();
    let (end, ends) = std::sync::mpsc::channel::<()>();
    let ends = std::sync::Mutex::new(ends);
    let slow = store.callbacks::<GetOrder>("shop/venue-12", move |transaction, _| {
        transaction.execute("INSERT INTO changes VALUES (7, '')", ())?;
        started.send(())?;
        ends.lock().unwrap().recv()?;
        Ok(())
    });
    slow.expect("WEB-7").await.unwrap();
    let recording = tokio::spawn({
        let slow = slow.clone();
        async move { slow.record_change(change("done")).await }
    });
    tokio::task::spawn_blocking(move || starts.recv().unwrap())
        .await
        .unwrap();
    recording.abort();
    recording.await.unwrap_err();
    end.send(()).unwrap();

    // This waits for the thread of the call that was dropped.
    assert_eq!(slow.find(&7, None).await.unwrap(), None);
    assert_eq!(changes(&directory), []);
}

#[tokio::test]
async fn a_handler_reads_what_an_earlier_process_queued() {
    let directory = tempfile::tempdir().unwrap();
    let orders = open(&directory).await;
    orders.confirm("WEB-7", &7).await.unwrap();
    orders.enqueue(&key()).await.unwrap();
    drop(orders);

    let orders = open(&directory).await;
    let order = r#"{"id": 7, "reference_no": "WEB-7", "state": "processing"}"#;
    let client = shop::client([(200, order), (200, order)]);
    let handler = Handler::new(client, "0123456789abcdef", orders.clone()).unwrap();
    let running = tokio::spawn({
        let handler = handler.clone();
        async move { handler.run().await }
    });
    let started = Timestamp::now();
    while !orders.queued(1).await.unwrap().is_empty() {
        assert!(
            Timestamp::now().duration_since(started).as_secs() < 20,
            "it stays queued"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    running.abort();
    assert_eq!(changes(&directory), [(7, "processing".to_owned())]);
    assert_eq!(
        handler.refetch(7).await.disposition(),
        Disposition::Unchanged
    );
}
