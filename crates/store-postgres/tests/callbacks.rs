//! The store keeps the records of callbacks, and their durable queue.

use std::time::Duration;

use api_callbacks::{CallbackQueue, Claim, KnownRecord, Lease, RecordChanged, RecordKey};
use store_postgres::tokio_postgres::{self, Client, NoTls};
use store_postgres::{PostgresCallbacks, PostgresStore};
use test_support::postgres::PostgresServer;
use test_support::shop::{GetOrder, Order};

const SECOND: Duration = Duration::from_secs(1);

type Orders = PostgresCallbacks<GetOrder, Client>;

async fn connect(database: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(database, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn open(database: &str, receiver: &str) -> Orders {
    let store = PostgresStore::new(connect(database).await);
    store.migrate().await.unwrap();
    store.callbacks(receiver)
}

fn change(state: &str) -> RecordChanged<GetOrder> {
    let reference = Some("WEB-7".to_owned());
    RecordChanged::new(7, reference, state.to_owned(), Order::default())
}

/// Records a change in a transaction, and commits it or not.
async fn record(
    orders: &Orders,
    client: &mut Client,
    change: RecordChanged<GetOrder>,
    commit: bool,
) -> bool {
    let transaction = client.transaction().await.unwrap();
    let is_new = orders
        .record_change_in(&transaction, &change)
        .await
        .unwrap();
    if commit {
        transaction.commit().await.unwrap();
    }
    is_new
}

fn key() -> RecordKey<i64> {
    RecordKey::new(7, Some("WEB-7".to_owned()))
}

async fn claim(orders: &Orders, duration: Duration) -> Lease {
    match orders.claim(&key(), duration).await.unwrap() {
        Claim::Granted(lease) => lease,
        claim => panic!("{claim:?}"),
    }
}

#[tokio::test]
async fn each_change_is_recorded_once_with_the_rows_of_the_application() {
    let name = "each_change_is_recorded_once_with_the_rows_of_the_application";
    let Some(server) = PostgresServer::get(name) else {
        return;
    };
    let database = server.new_database();
    let orders = open(&database, "shop/venue-12").await;
    let mut client = connect(&database).await;
    assert_eq!(orders.find(&7, Some("WEB-7")).await.unwrap(), None);
    assert!(!record(&orders, &mut client, change("pending"), true).await);

    orders.expect_in(&client, "WEB-7").await.unwrap();
    orders.expect_in(&client, "WEB-7").await.unwrap();
    let known = Some(KnownRecord::with_reference("WEB-7"));
    assert_eq!(orders.find(&7, Some("WEB-7")).await.unwrap(), known);
    assert_eq!(orders.find(&7, Some("WEB-8")).await.unwrap(), None);
    assert!(record(&orders, &mut client, change("pending"), false).await);
    assert!(record(&orders, &mut client, change("pending"), true).await);
    assert!(!record(&orders, &mut client, change("pending"), true).await);
    orders.confirm_in(&client, "WEB-7", &7).await.unwrap();
    assert!(!record(&orders, &mut client, change("pending"), true).await);
    assert!(record(&orders, &mut client, change("done"), true).await);
    assert_eq!(orders.find(&7, None).await.unwrap(), known);

    let other = open(&database, "shop/venue-13").await;
    assert_eq!(other.find(&7, None).await.unwrap(), None);
    orders.forget_in(&client, &7).await.unwrap();
    assert_eq!(orders.find(&7, Some("WEB-7")).await.unwrap(), None);
}

#[tokio::test]
async fn an_id_is_that_of_a_confirmed_reference() {
    let name = "an_id_is_that_of_a_confirmed_reference";
    let Some(server) = PostgresServer::get(name) else {
        return;
    };
    let database = server.new_database();
    let orders = open(&database, "shop/venue-12").await;
    let mut client = connect(&database).await;
    orders.expect_in(&client, "WEB-7").await.unwrap();
    assert_eq!(orders.id("WEB-7").await.unwrap(), None);
    assert!(record(&orders, &mut client, change("pending"), true).await);
    orders.confirm_in(&client, "WEB-8", &8).await.unwrap();
    assert_eq!(orders.id("WEB-7").await.unwrap(), Some(7));
    assert_eq!(orders.id("WEB-8").await.unwrap(), Some(8));
    assert_eq!(orders.id("web-8").await.unwrap(), None);
    let other = open(&database, "shop/venue-13").await;
    assert_eq!(other.id("WEB-7").await.unwrap(), None);
}

#[tokio::test]
async fn a_lease_is_exclusive_until_it_is_released_or_expires() {
    let name = "a_lease_is_exclusive_until_it_is_released_or_expires";
    let Some(server) = PostgresServer::get(name) else {
        return;
    };
    let database = server.new_database();
    let orders = open(&database, "shop/venue-12").await;
    let other = open(&database, "shop/venue-12").await;
    let mut client = connect(&database).await;
    assert_eq!(
        orders.claim(&key(), SECOND).await.unwrap(),
        Claim::NotQueued
    );
    orders.enqueue(&key()).await.unwrap();
    let first = claim(&orders, 600 * SECOND).await;
    assert_eq!(other.claim(&key(), SECOND).await.unwrap(), Claim::Busy);
    orders.release(&key(), &first).await.unwrap();
    let second = claim(&other, Duration::ZERO).await;
    let third = claim(&orders, 600 * SECOND).await;
    assert!(first < second && second < third);

    // The second has expired: it records nothing, and releases nothing.
    orders.confirm_in(&client, "WEB-7", &7).await.unwrap();
    let late = change("late").with_lease(second);
    assert!(!record(&other, &mut client, late, true).await);
    other.dequeue(&key(), &second).await.unwrap();
    other.postpone(&key(), &second, SECOND).await.unwrap();
    assert_eq!(other.claim(&key(), SECOND).await.unwrap(), Claim::Busy);
    assert!(record(&orders, &mut client, change("done").with_lease(third), true).await);
    orders.dequeue(&key(), &third).await.unwrap();
    assert_eq!(orders.queued(10).await.unwrap(), []);
}

#[tokio::test]
async fn a_key_that_is_enqueued_during_its_read_stays() {
    let name = "a_key_that_is_enqueued_during_its_read_stays";
    let Some(server) = PostgresServer::get(name) else {
        return;
    };
    let database = server.new_database();
    let orders = open(&database, "shop/venue-12").await;
    orders.enqueue(&key()).await.unwrap();
    let lease = claim(&orders, 600 * SECOND).await;
    orders.enqueue(&key()).await.unwrap();
    orders.dequeue(&key(), &lease).await.unwrap();
    let queued = orders.queued(10).await.unwrap();
    assert_eq!((queued.len(), &queued[0].key), (1, &key()));

    let lease = claim(&orders, 600 * SECOND).await;
    orders.postpone(&key(), &lease, 30 * SECOND).await.unwrap();
    // Without a reference, it is another key.
    orders.enqueue(&RecordKey::new(7, None)).await.unwrap();
    orders
        .enqueue(&RecordKey::new(8, Some(String::new())))
        .await
        .unwrap();
    let queued = open(&database, "shop/venue-12")
        .await
        .queued(10)
        .await
        .unwrap();
    let keys = queued
        .iter()
        .map(|row| (row.key.id, row.key.reference.as_deref()));
    assert_eq!(
        Vec::from_iter(keys),
        [(7, None), (8, Some("")), (7, Some("WEB-7"))]
    );
    let last = &queued[2];
    assert_eq!(last.failures, 1);
    assert!(
        last.retry_in > 20 * SECOND && last.retry_in <= 30 * SECOND,
        "{last:?}"
    );
    assert_eq!(orders.queued(1).await.unwrap().len(), 1);
}
