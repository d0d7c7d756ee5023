//! How many writes a second go through `once`, with 1, 8 and 64 keys at a time, to a server that answers at once; and beside it
//! the two changes of each write alone.
//!
//! ```sh
//! cargo bench -p tests --bench once
//! ```
//!
//! The best of three rounds. PostgreSQL is measured if it is installed, with one pipelined client and a server that does not wait
//! for its disk, so that every statement more shows; SQLite waits for the disk.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use api_journal::{Begun, Change, Intent, Journal, Note, RequestDigest, Scope, State, Store};
use api_runtime::testing::{ScriptedTransport, Step};
use store_postgres::PostgresStore;
use store_postgres::tokio_postgres::{self, NoTls};
use store_sqlite::SqliteStore;
use test_support::postgres::PostgresServer;
use test_support::shop::{AddOrder, Client, NewOrder, config};
use tokio::task::JoinSet;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

const ROUNDS: usize = 3;

#[tokio::main]
async fn main() -> Result<()> {
    let directory = tempfile::tempdir()?;
    let store = SqliteStore::open(directory.path().join("api.db")).await?;
    measure("SQLite", 1_000, store).await?;

    let Some(server) = PostgresServer::get() else {
        return Ok(());
    };
    let (client, connection) = tokio_postgres::connect(&server.new_database(), NoTls).await?;
    tokio::spawn(connection);
    let store = PostgresStore::new(Arc::new(client));
    store.migrate().await?;
    measure("PostgreSQL", 4_000, store).await
}

async fn measure(
    database: &str,
    writes: usize,
    store: impl Store + Clone + Send + Sync + 'static,
) -> Result<()> {
    let transport = ScriptedTransport::new([Step::response(200, "{\"id\":5}")]).repeat_last();
    let client = Client::builder(config()).transport(transport).account("12");
    let store = Journal::new(store);
    let client = client.journal(store.clone()).build()?;
    println!("{database}");
    for keys in [1, 8, 64] {
        let (mut once, mut bare) = (0.0_f64, 0.0_f64);
        for round in 0..ROUNDS {
            let (caller, writer) = (client.clone(), store.clone());
            let rate = rate(keys, writes, move |number| {
                let (client, key) = (caller.clone(), format!("{keys}-{round}-{number}"));
                async move {
                    let order = NewOrder::new("WEB-1");
                    client.once(key).send(AddOrder { order }).await?;
                    Ok(())
                }
            });
            once = once.max(rate.await?);
            let rate = self::rate(keys, writes, move |number| {
                let (store, key) = (writer.clone(), format!("bare-{keys}-{round}-{number}"));
                async move { change_twice(&store, &key).await }
            });
            bare = bare.max(rate.await?);
        }
        println!("  {keys:2} keys at a time: {once:7.0} writes/s, {bare:7.0} of the changes alone");
    }
    Ok(())
}

/// What `once` does with the database, without all that decides it.
async fn change_twice(store: &Journal, key: &str) -> Result<()> {
    let digest = RequestDigest::from_stored(1, &[7; 32])?;
    let mut intent = Intent::new(
        Scope::new("shop", "Staging", "bare"),
        "add_order",
        key,
        digest,
        1,
    );
    intent.names = vec![("reference_no".to_owned(), "WEB-1".to_owned())];
    let Begun::New(mut entry) = store.begin(&intent, Duration::from_secs(60)).await? else {
        return Err("the key is new".into());
    };
    entry.state = State::Done;
    let changed = store
        .change(&Change::new(entry, Note::new(1, "done")))
        .await?;
    changed
        .map(drop)
        .ok_or_else(|| "nobody else changes it".into())
}

/// Writes a second, by that many tasks.
async fn rate<W>(
    tasks: usize,
    writes: usize,
    write: impl Fn(usize) -> W + Clone + Send + 'static,
) -> Result<f64>
where
    W: Future<Output = Result<()>> + Send,
{
    let next = Arc::new(AtomicUsize::new(0));
    let mut running = JoinSet::new();
    let started = Instant::now();
    for _ in 0..tasks {
        let (next, write) = (Arc::clone(&next), write.clone());
        running.spawn(async move {
            loop {
                match next.fetch_add(1, Ordering::Relaxed) {
                    number if number < writes => write(number).await?,
                    _ => return Ok::<_, Box<dyn std::error::Error + Send + Sync>>(()),
                }
            }
        });
    }
    while let Some(ended) = running.join_next().await {
        ended??;
    }
    let seconds = started.elapsed().as_secs_f64();
    #[allow(clippy::cast_precision_loss, reason = "a few thousand")]
    Ok(writes as f64 / seconds)
}
