//! How long each statement takes at a million writes of 200 accounts, of which 28,571 wait for a person and as many for a look-up,
//! and 200,000 records, of which 57,143 are due at one receiver.
//!
//! ```sh
//! cargo bench -p benches --bench rows
//! ```
//!
//! Each is run once, in a database that has just been filled. PostgreSQL is measured if it is installed.

use std::future::Future;
use std::time::Instant;

use api_journal::rows::{At, Kind, Put, Query, Range, Row, Waits};
use api_journal::{JournalError, Store};
use store_postgres::PostgresStore;
use store_postgres::tokio_postgres::{self, NoTls};
use store_sqlite::SqliteStore;
use test_support::postgres::PostgresServer;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The columns that both databases are filled with, from `n`.
const COLUMNS: &str = "SELECT CASE WHEN n <= 200000 THEN 'record' ELSE 'write' END,
    CASE WHEN n <= 57143 THEN 'busy' ELSE 'venue-' || (n % 200) || '/pos-v3/Production' END, 'order-' || n, 1,
    CASE WHEN n <= 57143 THEN 'read' WHEN n > 200000 AND n % 35 = 0 THEN 'person'
    WHEN n > 200000 AND n % 35 = 1 THEN 'look_up' END,
    CASE WHEN n <= 57143 OR (n > 200000 AND n % 35 < 2) THEN n END,
    n % 300 + 1, '{\"reference\":\"cart-7\",\"heard\":1}', n, n";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let directory = tempfile::tempdir()?;
    let store = SqliteStore::open(directory.path().join("api.db")).await?;
    let fill = format!(
        "WITH RECURSIVE numbers (n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200000) INSERT INTO api_store_rows
        (kind, scope, id, revision, waits_for, waits_from, day, body, created_at, updated_at) {COLUMNS} FROM numbers;
        INSERT INTO api_store_names (number, name, account)
        SELECT number, 'cart-' || number, substr(scope, 1, instr(scope || '/', '/') - 1) FROM api_store_rows;"
    );
    store.connect()?.execute_batch(&fill)?;
    measure("SQLite", &store).await?;

    let Some(server) = PostgresServer::find() else {
        println!("PostgreSQL is not installed");
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
        (kind, scope, id, revision, waits_for, waits_from, day, body, created_at, updated_at) {COLUMNS}
        FROM generate_series(1, 1200000) n;
        INSERT INTO api_store.names (number, name, account)
        SELECT number, 'cart-' || number, split_part(scope, '/', 1) FROM api_store.rows;"
    );
    let client = connect().await?;
    client.batch_execute(&fill).await?;
    // As autovacuum does after so many rows.
    client
        .batch_execute("VACUUM ANALYZE api_store.rows")
        .await?;
    client
        .batch_execute("VACUUM ANALYZE api_store.names")
        .await?;
    measure("PostgreSQL", &store).await
}

async fn measure(database: &str, rows: &impl Store) -> Result<()> {
    println!("{database}");
    let scope = "venue-8/pos-v3/Production";
    let at = At::new(Kind::Write, scope, "order-999808");
    let named = Query::Named {
        kind: Kind::Write,
        scope: scope.to_owned(),
        name: "cart-999808".to_owned(),
    };
    let (all, account) = (Range::All, Range::Account("venue-8".to_owned()));
    let queued = |limit| Query::Queued {
        scope: "busy".to_owned(),
        waits: Waits::Read,
        limit,
    };
    let waiting = |waits, range: &Range| Query::Waiting {
        waits,
        range: range.clone(),
        after: None,
        limit: 51,
    };
    let made = |range: &Range| Query::Made {
        range: range.clone(),
        after: None,
        limit: 51,
    };
    let matching = |prefix: &str, range: &Range| Query::Matching {
        prefix: prefix.to_owned(),
        range: range.clone(),
        after: None,
        limit: 51,
    };
    let one = timed("one row", rows.read(&Query::One(at.clone()))).await?;
    let moment = one.moment;
    let id = Query::Id {
        kind: Kind::Write,
        id: at.id.clone(),
    };
    timed("by its id", rows.read(&id)).await?;
    timed("by its name", rows.read(&named)).await?;
    timed("the first 16 of 57,143 records due", rows.read(&queued(16))).await?;
    timed(
        "a page for people",
        rows.read(&waiting(Waits::Person, &all)),
    )
    .await?;
    timed(
        "of one account",
        rows.read(&waiting(Waits::Person, &account)),
    )
    .await?;
    let nobody = Range::Account("venue-x".to_owned());
    timed(
        "of one that has none",
        rows.read(&waiting(Waits::Person, &nobody)),
    )
    .await?;
    timed(
        "a page of what is due",
        rows.read(&waiting(Waits::LookUp, &all)),
    )
    .await?;
    timed("a page of all writes", rows.read(&made(&all))).await?;
    timed("of one account", rows.read(&made(&account))).await?;
    timed(
        "by the beginning of a name",
        rows.read(&matching("cart-99980", &all)),
    )
    .await?;
    timed(
        "of one account",
        rows.read(&matching("cart-99980", &account)),
    )
    .await?;
    timed(
        "by one that all have",
        rows.read(&matching("cart-", &account)),
    )
    .await?;
    timed(
        "of one that has none",
        rows.read(&matching("cart-", &nobody)),
    )
    .await?;
    let ahead = Query::Ahead {
        waits: Waits::Person,
        limit: 100,
    };
    timed("what waits too far ahead", rows.read(&ahead)).await?;
    timed("count for people", rows.count(Waits::Person)).await?;
    timed("history", rows.history(&at)).await?;
    let mut new = Put::new(Row::new(
        At::new(Kind::Write, scope, "new"),
        moment.today,
        moment.now,
    ));
    new.row.names = Some(vec!["cart-new".to_owned(), "48213".to_owned()]);
    new.line = Some("{}".to_owned());
    timed("insert", rows.put(&new)).await?;
    let mut row = one.into_first().ok_or("missing row")?;
    row.waits = Some((Waits::Person, moment.now));
    timed("change", rows.put(&Put::new(row))).await?;
    timed("prune nothing", rows.prune(Kind::Write, 0, 1_000)).await?;
    timed("prune 1,000", rows.prune(Kind::Write, 300, 1_000)).await?;
    Ok(())
}

async fn timed<T>(
    name: &str,
    statement: impl Future<Output = std::result::Result<T, JournalError>>,
) -> Result<T> {
    let started = Instant::now();
    let value = statement.await?;
    println!(
        "  {name:36}{:8.1} ms",
        started.elapsed().as_secs_f64() * 1_000.0
    );
    Ok(value)
}
