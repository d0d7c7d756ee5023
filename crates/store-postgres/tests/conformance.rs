//! A callback store of an application, with the functions of callbacks, passes the suites that all
//! stores pass.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use api_callbacks::{CallbackQueue, CallbackStore, KnownRecord, RecordChanged, StoreError};
use store_conformance::{CallbackDatabase, QueueDatabase, ReadRecord};
use store_postgres::tokio_postgres::{self, Client, NoTls};
use store_postgres::{PostgresCallbacks, PostgresStore};
use test_support::postgres::PostgresServer;

async fn connect(database: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(database, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// The callback store of an application.
struct Records {
    callbacks: PostgresCallbacks<ReadRecord, Arc<Client>>,
    client: Arc<Client>,
    database: String,
    name: String,
    fails: Arc<AtomicBool>,
}

impl CallbackStore<ReadRecord> for Records {
    async fn find(
        &self,
        id: &String,
        reference: Option<&str>,
    ) -> Result<Option<KnownRecord>, StoreError> {
        self.callbacks.find(id, reference).await
    }

    async fn record_change(&self, change: RecordChanged<ReadRecord>) -> Result<bool, StoreError> {
        let mut client = connect(&self.database).await;
        let transaction = client.transaction().await?;
        let is_new = self
            .callbacks
            .record_change_in(&transaction, &change)
            .await?;
        if is_new {
            let state = change.state.to_string();
            let sql = "INSERT INTO reports (name, id, state) VALUES ($1, $2, $3)";
            transaction
                .execute(sql, &[&self.name, &change.id, &state])
                .await?;
            if self.fails.load(Ordering::Relaxed) {
                return Err("the report failed".into());
            }
        }
        transaction.commit().await?;
        Ok(is_new)
    }

    fn queue(&self) -> Option<&impl CallbackQueue<ReadRecord>> {
        Some(&self.callbacks)
    }
}

struct Database {
    connection_string: String,
    fails: Arc<AtomicBool>,
}

impl Database {
    async fn new(server: &PostgresServer) -> Self {
        let connection_string = server.new_database();
        let client = connect(&connection_string).await;
        let table = "CREATE TABLE reports \
             (number bigint GENERATED ALWAYS AS IDENTITY, name text, id text, state text)";
        client.batch_execute(table).await.unwrap();
        PostgresStore::new(client).migrate().await.unwrap();
        let fails = Arc::default();
        Self {
            connection_string,
            fails,
        }
    }
}

impl CallbackDatabase for Database {
    type Store = Records;

    async fn open(&self, name: &str) -> Records {
        let client = Arc::new(connect(&self.connection_string).await);
        Records {
            callbacks: PostgresStore::new(Arc::clone(&client)).callbacks(name),
            client,
            database: self.connection_string.clone(),
            name: name.to_owned(),
            fails: Arc::clone(&self.fails),
        }
    }

    async fn expect(&self, store: &Records, reference: &str) -> Result<(), StoreError> {
        store.callbacks.expect_in(&*store.client, reference).await
    }

    async fn confirm(&self, store: &Records, reference: &str, id: &str) -> Result<(), StoreError> {
        let (client, id) = (&*store.client, id.to_owned());
        store.callbacks.confirm_in(client, reference, &id).await
    }

    async fn forget(&self, store: &Records, id: &str) -> Result<(), StoreError> {
        let (client, id) = (&*store.client, id.to_owned());
        store.callbacks.forget_in(client, &id).await
    }

    async fn forget_reference(&self, store: &Records, reference: &str) -> Result<(), StoreError> {
        let client = &*store.client;
        store.callbacks.forget_reference_in(client, reference).await
    }
}

impl QueueDatabase for Database {
    fn fail_reports(&self, fail: bool) {
        self.fails.store(fail, Ordering::Relaxed);
    }

    async fn reports(&self, name: &str) -> Vec<(String, String)> {
        let client = connect(&self.connection_string).await;
        let sql = "SELECT id, state FROM reports WHERE name = $1 ORDER BY number";
        let rows = client.query(sql, &[&name]).await.unwrap();
        rows.iter().map(|row| (row.get(0), row.get(1))).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_callback_functions_pass_the_conformance_suites() {
    let name = "the_callback_functions_pass_the_conformance_suites";
    let Some(server) = PostgresServer::get(name) else {
        return;
    };
    let database = Database::new(server).await;
    store_conformance::callbacks(&database).await;
    store_conformance::callback_queue(&database).await;
}
