//! Records in PostgreSQL pass the suite that all records pass, whatever the isolation level of the
//! database is.

use std::error::Error;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_callbacks::RecordChanged;
use api_callbacks::rules::{Recorded, Records};
use store_conformance::{CallbackDatabase, ReadRecord, TestRecord, TestState};
use store_postgres::tokio_postgres::Client;
use store_postgres::{Connections, PostgresStore};
use test_support::postgres::PostgresServer;

use crate::journal::connect;

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

struct Database(Pool);

impl Database {
    async fn new(server: &PostgresServer, isolation: &str) -> Self {
        let database = server.new_database();
        let client = connect(&database).await;
        let setting = format!(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = \
             ''{isolation}''', current_database()); END $$;
             CREATE TABLE reports \
             (number bigint GENERATED ALWAYS AS IDENTITY, name text, id text, state text)"
        );
        client.batch_execute(&setting).await.unwrap();
        PostgresStore::new(client).migrate().await.unwrap();
        let idle = Arc::default();
        Self(Pool { database, idle })
    }
}

impl CallbackDatabase for Database {
    async fn open(&self, scope: &str) -> Records<ReadRecord> {
        let name = scope.to_owned();
        let store = PostgresStore::new(self.0.clone());
        let on_change = store.on_change(move |transaction, change: &RecordChanged<ReadRecord>| {
            let row = (name.clone(), change.id.clone(), change.state.to_string());
            Box::pin(async move {
                let sql = "INSERT INTO reports (name, id, state) VALUES ($1, $2, $3)";
                transaction.execute(sql, &[&row.0, &row.1, &row.2]).await?;
                match row.2.as_str() {
                    "refused" => Err("the application refused it".into()),
                    _ => Ok(()),
                }
            })
        });
        Records::new(scope, on_change)
    }

    async fn reports(&self, scope: &str) -> Vec<(String, String)> {
        let client = self.0.get().await;
        let sql = "SELECT id, state FROM reports WHERE name = $1 ORDER BY number";
        let rows = client.query(sql, &[&scope]).await.unwrap();
        rows.iter().map(|row| (row.get(0), row.get(1))).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_pass_the_conformance_suite() {
    let Some(server) = PostgresServer::get() else {
        return;
    };
    for isolation in ["read committed", "serializable"] {
        let database = Database::new(server, isolation).await;
        store_conformance::callbacks(&database).await;
    }
}

/// Two processes record at the same time: the first one has lost its lease, but has looked before the
/// second one took the record.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_fence_holds_in_every_isolation_level() {
    let Some(server) = PostgresServer::get() else {
        return;
    };
    for isolation in ["read committed", "repeatable read", "serializable"] {
        let database = Database::new(server, isolation).await;
        let orders = database.open("orders").await;
        let id = "7".to_owned();
        orders.read_soon(&id).await.unwrap();
        let change = |state| {
            let (state, record) = (TestState::new(state), TestRecord::default());
            RecordChanged::<ReadRecord>::new(id.clone(), None, state, None, record)
        };
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
            let reports = database.reports("orders").await;
            assert_eq!(reports.last().unwrap().1, "new", "{isolation}, {late:?}");
            orders.heard(&id, None, None).await.unwrap();
        }
    }
}
