//! Changes of records in PostgreSQL, whatever the isolation level of the database is.

use std::error::Error;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_callbacks::rules::{Recorded, Records};
use api_callbacks::{OnChange, RecordChanged};
use api_journal::Timestamp;
use api_journal::rows::{At, Kind, Row};
use store_postgres::tokio_postgres::Client;
use store_postgres::{Connections, PostgresStore};
use test_support::needs;
use test_support::postgres::PostgresServer;
use test_support::shop::{GetOrder, Order};

use crate::journal::connect;
use crate::rows::isolate;

/// A pool: each call has a client of its own, while it lasts.
#[derive(Clone)]
struct Pool {
    database: String,
    idle: Arc<Mutex<Vec<Client>>>,
}

/// A client that goes back to its pool.
struct Guard(Option<Client>, Pool);

impl Deref for Guard {
    type Target = Client;

    fn deref(&self) -> &Client {
        self.0.as_ref().unwrap()
    }
}

impl DerefMut for Guard {
    fn deref_mut(&mut self) -> &mut Client {
        self.0.as_mut().unwrap()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.1.idle.lock().unwrap().extend(self.0.take());
    }
}

impl Pool {
    async fn get(&self) -> Guard {
        let idle = self.idle.lock().unwrap().pop();
        let client = match idle {
            Some(client) => client,
            None => connect(&self.database).await,
        };
        Guard(Some(client), self.clone())
    }
}

impl Connections for Pool {
    type Connection<'c> = Guard;

    async fn connection(&self) -> Result<Guard, Box<dyn Error + Send + Sync>> {
        Ok(self.get().await)
    }
}

async fn open(server: &PostgresServer, isolation: &str) -> Pool {
    let database = server.new_database();
    isolate(&database, isolation).await;
    let client = connect(&database).await;
    let table = "CREATE TABLE reports (number bigint GENERATED ALWAYS AS IDENTITY, state text)";
    client.batch_execute(table).await.unwrap();
    PostgresStore::new(client).migrate().await.unwrap();
    let idle = Arc::default();
    Pool { database, idle }
}

fn on_change(pool: &Pool) -> impl OnChange<GetOrder> + use<> {
    let store = PostgresStore::new(pool.clone());
    store.on_change(|transaction, change: &RecordChanged<GetOrder>| {
        let state = change.state.clone();
        Box::pin(async move {
            let sql = "INSERT INTO reports (state) VALUES ($1)";
            transaction.execute(sql, &[&state]).await?;
            match state.as_str() {
                "refused" => Err("the application refused it".into()),
                _ => Ok(()),
            }
        })
    })
}

async fn reports(pool: &Pool) -> Vec<String> {
    let sql = "SELECT state FROM reports ORDER BY number";
    let rows = pool.get().await.query(sql, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

fn record() -> At {
    At::new(Kind::Record, "12/shop/Staging", "7")
}

fn change(state: &str) -> RecordChanged<GetOrder> {
    RecordChanged::new(7, None, state.to_owned(), None, Order::default())
}

#[needs(postgres)]
#[tokio::test]
async fn a_change_is_committed_with_the_rows_of_the_application_or_not_at_all() {
    let server = PostgresServer::get();
    let pool = open(server, "serializable").await;
    let on_change = on_change(&pool);
    let mut row = Row::new(record(), 1, Timestamp::UNIX_EPOCH);
    for (revision, state, expected) in [
        (0, "refused", None),
        (0, "paid", Some(true)),
        (0, "late", Some(false)),
        (1, "delivered", Some(true)),
    ] {
        row.revision = revision;
        let committed = on_change.commit(&row, Arc::new(change(state))).await;
        assert_eq!(committed.ok(), expected, "{state}");
    }
    assert_eq!(reports(&pool).await, ["paid", "delivered"]);
}

/// Each transaction waits for a lock of the other one, and PostgreSQL ends that of the change.
#[needs(postgres)]
#[tokio::test]
async fn a_change_that_another_transaction_has_overtaken_is_not_reported_and_no_error() {
    let pool = open(PostgresServer::get(), "read committed").await;
    let on_change = on_change(&pool);
    let mut row = Row::new(record(), 1, Timestamp::UNIX_EPOCH);
    let commit = async |row: &Row, state| on_change.commit(row, Arc::new(change(state))).await;
    assert!(commit(&row, "paid").await.unwrap());
    row.revision = 1;
    // The client of the change has a lock before its transaction, and is the one that finds the deadlock.
    let locked = "SELECT pg_advisory_lock(1); SET deadlock_timeout = '10ms'";
    pool.get().await.batch_execute(locked).await.unwrap();
    let other = connect(&pool.database).await;
    let waiting = other.batch_execute(
        "BEGIN; SET LOCAL deadlock_timeout = '1h'; SELECT FROM api_store.rows FOR UPDATE;
        SELECT pg_advisory_lock(1); ROLLBACK",
    );
    let overtaken = async {
        let waits = "SELECT FROM pg_locks JOIN pg_database ON database = pg_database.oid
            WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted";
        while pool.get().await.query(waits, &[]).await.unwrap().is_empty() {}
        let committed = commit(&row, "delivered").await;
        assert_eq!(committed.map_err(|error| error.to_string()), Ok(false));
        let unlock = "SELECT pg_advisory_unlock(1)";
        pool.get().await.batch_execute(unlock).await.unwrap();
    };
    let (waited, ()) = tokio::join!(waiting, overtaken);
    waited.unwrap();
    assert!(commit(&row, "delivered").await.unwrap());
    assert_eq!(reports(&pool).await, ["paid", "delivered"]);
}

/// Two processes record at the same time: the first one has lost its lease, but has looked before the
/// second one took the record.
#[needs(postgres)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_fence_holds_in_every_isolation_level() {
    let server = PostgresServer::get();
    for isolation in ["read committed", "repeatable read", "serializable"] {
        let pool = open(server, isolation).await;
        let orders = Records::new("12/shop/Staging", on_change(&pool));
        orders.read_soon(&7).await.unwrap();
        for _ in 0..20 {
            let old = orders.take(Duration::ZERO).await.unwrap().unwrap();
            let (late, new) = tokio::join!(
                orders.record(&old, change("old"), Duration::ZERO),
                orders.take(Duration::from_secs(60)),
            );
            // Whichever is first: what is read later is recorded last.
            let (late, new) = (late.unwrap(), new.unwrap());
            let new = match new {
                Some(new) => new,
                None => orders.take(Duration::from_secs(60)).await.unwrap().unwrap(),
            };
            let recorded = orders.record(&new, change("new"), Duration::ZERO).await;
            assert!(matches!(
                recorded.unwrap(),
                Recorded::Changed | Recorded::Unchanged
            ));
            let again = orders.record(&old, change("old"), Duration::ZERO).await;
            assert_eq!(
                again.unwrap(),
                Recorded::Superseded,
                "{isolation}, {late:?}"
            );
            let reports = reports(&pool).await;
            assert_eq!(reports.last().unwrap(), "new", "{isolation}, {late:?}");
            orders.read_soon(&7).await.unwrap();
        }
    }
}
