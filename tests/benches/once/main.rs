//! How many writes a second go through `once`, with 1, 8 and 64 keys at a time, to a server that answers at once; and beside it
//! what the database itself does: the same two changes of each write, as one write has put them, each in a transaction: in
//! PostgreSQL on the same connections, in SQLite on another one to the same file.
//!
//! ```sh
//! cargo bench -p benches --bench once
//! ```
//!
//! The medians of nine rounds, in turn; the last figure is the median of their quotients. Both databases wait for the disk.
//! SQLite's bare transactions run on the thread of the caller, and then, as in a service, on Tokio's threads for blocking work.
//! PostgreSQL is measured if it is installed, with one pipelined client and with 16. Its bare statements are prepared, and then,
//! as in a service behind a pooler of transactions, not.

mod bare;

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use api_journal::{BoxFuture, Store};
use api_runtime::testing::{ScriptedTransport, Step};
use store_postgres::tokio_postgres::{self, NoTls};
use store_postgres::{Connections, PostgresStore};
use store_sqlite::SqliteStore;
use test_support::postgres::PostgresServer;
use test_support::shop::{AddOrder, Client, NewOrder, config};
use tokio::task::JoinSet;
use tokio_postgres::Client as Postgres;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

const ROUNDS: usize = 9;
const ROUND: Duration = Duration::from_millis(700);

/// Clients that take turns.
#[derive(Clone)]
struct Pool(Arc<(Vec<Postgres>, AtomicUsize)>);

impl Pool {
    async fn connect(database: &str, size: usize) -> Result<Self> {
        let mut clients = Vec::new();
        for _ in 0..size {
            let (client, connection) = tokio_postgres::connect(database, NoTls).await?;
            tokio::spawn(connection);
            clients.push(client);
        }
        Ok(Self(Arc::new((clients, AtomicUsize::new(0)))))
    }

    fn next(&self) -> usize {
        self.0.1.fetch_add(1, Ordering::Relaxed) % self.0.0.len()
    }
}

impl Connections for Pool {
    type Connection<'c> = &'c Postgres;

    async fn connection(&self) -> Result<&Postgres> {
        Ok(&self.0.0[self.next()])
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let directory = tempfile::tempdir()?;
    let store = SqliteStore::open(directory.path().join("api.db")).await?;
    let puts = bare::Puts::recorded().await?;
    let bare = bare::Sqlite::new(&store, puts.clone())?;
    let (here, there) = (bare.clone(), bare);
    measure("SQLite", store.clone(), move |key| here.write(key)).await?;
    measure("SQLite, threads for blocking work", store, move |key| {
        there.write_elsewhere(key)
    })
    .await?;

    let Some(server) = PostgresServer::durable() else {
        println!("PostgreSQL is not installed");
        return Ok(());
    };
    for size in [1, 16] {
        let pool = Pool::connect(&server.new_database(), size).await?;
        let store = || PostgresStore::new(pool.clone());
        store().migrate().await?;
        let bare = bare::Postgres::new(pool.clone(), puts.clone());
        let prepared = bare.clone().prepared().await?;
        for (how, bare) in [("prepared", prepared), ("not prepared", bare)] {
            let name = format!("PostgreSQL, clients: {size}, bare ones {how}");
            measure(&name, store(), move |key| bare.clone().write(key)).await?;
        }
    }
    Ok(())
}

/// A write under a key.
fn once(
    store: impl Store + Send + Sync + 'static,
) -> Result<impl Fn(String) -> BoxFuture<'static, Result<()>> + Clone + Send + 'static> {
    let transport = ScriptedTransport::new([Step::response(200, "{\"id\":5}")]).repeat_last();
    let client = Client::builder(config()).transport(transport).account("12");
    let client = client.journal(store).build()?;
    Ok(move |key: String| -> BoxFuture<'static, Result<()>> {
        let client = client.clone();
        Box::pin(async move {
            let order = NewOrder::new("WEB-1");
            client.once(key).send(AddOrder { order }).await?;
            Ok(())
        })
    })
}

async fn measure<W>(
    database: &str,
    store: impl Store + Send + Sync + 'static,
    bare: impl Fn(String) -> W + Clone + Send + 'static,
) -> Result<()>
where
    W: Future<Output = Result<()>> + Send,
{
    let once = once(store)?;
    println!("{database}");
    for keys in [1, 8, 64] {
        let (mut of_once, mut of_bare, mut quotients) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            let name = format!("{database}-{keys}-{round}");
            let once = rate(keys, name.clone(), once.clone()).await?;
            let bare = rate(keys, format!("bare-{name}"), bare.clone()).await?;
            quotients.push(once.writes / bare.writes);
            of_once.push(once);
            of_bare.push(bare);
        }
        quotients.sort_by(f64::total_cmp);
        let (once, bare, quotient) = (median(of_once), median(of_bare), quotients[ROUNDS / 2]);
        println!(
            "  {keys:2} keys at a time: {:6.0} writes/s ({:.1} ms, 99 % in {:.1} ms), {:6.0} bare: {:.2}",
            once.writes, once.p50, once.p99, bare.writes, quotient
        );
    }
    Ok(())
}

/// Writes a second, and how many milliseconds one takes.
#[derive(Clone, Copy)]
struct Rate {
    writes: f64,
    p50: f64,
    p99: f64,
}

fn median(mut rates: Vec<Rate>) -> Rate {
    rates.sort_by(|one, other| one.writes.total_cmp(&other.writes));
    rates[rates.len() / 2]
}

/// Writes by that many tasks, under keys that begin so.
async fn rate<W>(
    tasks: usize,
    keys: String,
    write: impl Fn(String) -> W + Clone + Send + 'static,
) -> Result<Rate>
where
    W: Future<Output = Result<()>> + Send,
{
    let mut running = JoinSet::new();
    let started = Instant::now();
    for task in 0..tasks {
        let (write, keys) = (write.clone(), format!("{keys}-{task}"));
        running.spawn(async move {
            let mut times = Vec::new();
            while started.elapsed() < ROUND {
                let written = Instant::now();
                write(format!("{keys}-{}", times.len())).await?;
                times.push(written.elapsed().as_secs_f64() * 1_000.0);
            }
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(times)
        });
    }
    let mut times = Vec::new();
    while let Some(ended) = running.join_next().await {
        times.extend(ended??);
    }
    let seconds = started.elapsed().as_secs_f64();
    times.sort_by(f64::total_cmp);
    #[allow(clippy::cast_precision_loss, reason = "a few thousand")]
    Ok(Rate {
        writes: times.len() as f64 / seconds,
        p50: times[times.len() / 2],
        p99: times[times.len() * 99 / 100],
    })
}
