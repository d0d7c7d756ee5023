//! How long each statement of rows takes at a million rows, of which 57,143 are due at one receiver.
//!
//! ```sh
//! cargo bench -p tests --bench rows
//! ```
//!
//! Each is run once, in a database that has just been filled. PostgreSQL is measured if it is installed.

use std::future::Future;
use std::time::Instant;

use api_journal::JournalError;
use api_journal::rows::{At, Kind, Query, Row, Store, Waits};
use store_postgres::PostgresStore;
use store_postgres::tokio_postgres::{self, NoTls};
use store_sqlite::SqliteStore;
use test_support::postgres::PostgresServer;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The columns that both databases are filled with, from `n`.
const COLUMNS: &str =
    "SELECT 'record', CASE WHEN n <= 57143 THEN 'busy' ELSE 'venue-' || (n % 200) END,
    'order-' || n, 1, CASE WHEN n <= 57143 THEN 'read' END, CASE WHEN n <= 57143 THEN n END,
    n % 300 + 1, '{\"reference\":\"cart-7\",\"heard\":1}', n";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let directory = tempfile::tempdir()?;
    let store = SqliteStore::open(directory.path().join("api.db")).await?;
    let fill = format!(
        "WITH RECURSIVE numbers (n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000000) INSERT INTO api_store_rows
        (kind, scope, id, revision, waits_for, waits_from, day, body, updated_at) {COLUMNS} FROM numbers;
        INSERT INTO api_store_names (name, number) SELECT 'cart-' || number, number FROM api_store_rows;"
    );
    store.connect()?.execute_batch(&fill)?;
    measure("SQLite", &store).await?;

    let Some(server) = PostgresServer::get() else {
        return Ok(());
    };
    let database = server.new_database();
    let connect = async || -> Result<_> {
        let (client, connection) = tokio_postgres::connect(&database, NoTls).await?;
        tokio::spawn(connection);
        Ok(client)
    };
    let store = PostgresStore::new(connect().await?);
    store.migrate().await?;
    let fill = format!(
        "INSERT INTO api_store.rows
        (kind, scope, id, revision, waits_for, waits_from, day, body, updated_at) {COLUMNS}
        FROM generate_series(1, 1000000) n;
        INSERT INTO api_store.names (name, number) SELECT 'cart-' || number, number FROM api_store.rows;
        ANALYZE api_store.rows; ANALYZE api_store.names;"
    );
    connect().await?.batch_execute(&fill).await?;
    measure("PostgreSQL", &store).await
}

async fn measure(database: &str, rows: &impl Store) -> Result<()> {
    println!("{database}");
    let at = At::new(Kind::Record, "venue-8", "order-999808");
    let named = Query::Named {
        kind: Kind::Record,
        scope: "venue-8".to_owned(),
        name: "cart-999808".to_owned(),
    };
    let waiting = |limit| Query::Waiting {
        scope: "busy".to_owned(),
        waits: Waits::Read,
        limit,
    };
    let one = timed("one row", rows.read(&Query::One(at.clone()))).await?;
    let moment = one.moment;
    timed("by its name", rows.read(&named)).await?;
    timed("the first 16 of 57,143 due", rows.read(&waiting(16))).await?;
    timed("a list of 1,000", rows.read(&waiting(1_000))).await?;
    let mut new = Row::new(
        At::new(Kind::Record, "busy", "new"),
        moment.today,
        moment.now,
    );
    new.names = Some(vec!["cart-new".to_owned(), "48213".to_owned()]);
    timed("insert", rows.put(&new)).await?;
    let mut row = one.into_first().ok_or("missing row")?;
    row.waits = Some((Waits::Read, moment.now));
    timed("change", rows.put(&row)).await?;
    timed("prune nothing", rows.prune(Kind::Record, 0, 1_000)).await?;
    timed("prune 1,000", rows.prune(Kind::Record, 300, 1_000)).await?;
    Ok(())
}

async fn timed<T>(
    name: &str,
    statement: impl Future<Output = std::result::Result<T, JournalError>>,
) -> Result<T> {
    let started = Instant::now();
    let value = statement.await?;
    println!(
        "  {name:30}{:8.1} ms",
        started.elapsed().as_secs_f64() * 1_000.0
    );
    Ok(value)
}
