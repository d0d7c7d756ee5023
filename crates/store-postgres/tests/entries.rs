//! The store is a journal.

use store_postgres::PostgresStore;
use store_postgres::tokio_postgres::{self, Client, NoTls};
use test_support::postgres::PostgresServer;

async fn connect(database: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(database, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn open(database: &str) -> PostgresStore<Client> {
    let store = PostgresStore::new(connect(database).await);
    store.migrate().await.unwrap();
    store
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_store_passes_the_conformance_suite() {
    let Some(server) = PostgresServer::get("the_store_passes_the_conformance_suite") else {
        return;
    };
    let database = server.new_database();
    store_conformance::entries(async || open(&database).await).await;
}
