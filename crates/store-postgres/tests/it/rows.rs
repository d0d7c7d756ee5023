//! Rows in PostgreSQL: what every database of rows does, and that each statement reads one range of an
//! index.

use store_postgres::tokio_postgres::Client;
use store_postgres::tokio_postgres::types::{ToSql, Type};
use store_postgres::{PostgresStore, statements};
use test_support::needs;
use test_support::postgres::PostgresServer;

use crate::journal::connect;

async fn open(database: &str) -> PostgresStore<Client> {
    let store = PostgresStore::new(connect(database).await);
    store.migrate().await.unwrap();
    store
}

#[needs(postgres)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_keep_every_promise_in_every_isolation_level() {
    let server = PostgresServer::get();
    for isolation in ["read committed", "serializable"] {
        let database = server.new_database();
        isolate(&database, isolation).await;
        api_journal::testing::rows(async || open(&database).await).await;
    }
}

/// Sets the level of all connections from now on.
pub(crate) async fn isolate(database: &str, isolation: &str) {
    let setting = format!(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = \
         ''{isolation}''', current_database()); END $$"
    );
    connect(database)
        .await
        .batch_execute(&setting)
        .await
        .unwrap();
}

/// 50,000 records of 200 receivers and as many writes of 200 accounts, of which half wait.
const FILL: &str = "INSERT INTO api_store.rows
    (kind, scope, id, revision, waits_for, waits_from, day, body, created_at, updated_at)
    SELECT CASE WHEN n % 400 < 200 THEN 'record' ELSE 'write' END, 'venue-' || (n % 200) || '/a/b', n::text, 1,
    CASE n % 8 WHEN 0 THEN 'read' WHEN 1 THEN 'reread' WHEN 2 THEN 'person' WHEN 3 THEN 'look_up' END,
    CASE WHEN n % 8 < 4 THEN n END, n % 300, '{}', n, n FROM generate_series(1, 100000) n;
    INSERT INTO api_store.names (number, name, account)
    SELECT number, 'cart-' || number, split_part(scope, '/', 1) FROM api_store.rows;
    INSERT INTO api_store.history (number, revision, line) SELECT number, 1, '{}' FROM api_store.rows;
    VACUUM ANALYZE;";

/// How many pages of 8 KiB a statement reads at most that returns 51 rows, or changes one: about one for
/// each row, and a few for the way to the first one. An index that is read to its end has 300 and more.
const MAX_PAGES: u32 = 150;

/// The plan of a statement that is run, and how many pages it has read.
async fn plan(
    client: &mut Client,
    sql: &str,
    values: &[(&(dyn ToSql + Sync), Type)],
) -> (Vec<String>, u32) {
    let explain = format!("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) {sql}");
    let transaction = client.transaction().await.unwrap();
    let lines = transaction.query_typed(&explain, values).await.unwrap();
    transaction.rollback().await.unwrap();
    let lines: Vec<String> = lines.iter().map(|line| line.get(0)).collect();
    // The first line of buffers is that of the whole plan.
    let buffers = lines.iter().find(|line| line.contains("Buffers: shared"));
    let words = buffers.into_iter().flat_map(|line| line.split_whitespace());
    let read = words.filter_map(|word| word.strip_prefix("hit=").or(word.strip_prefix("read=")));
    let pages = read.map(|pages| pages.parse::<u32>().unwrap()).sum();
    (lines, pages)
}

#[needs(postgres)]
#[tokio::test]
async fn each_statement_reads_one_range_of_an_index() {
    let server = PostgresServer::get();
    let database = server.new_database();
    open(&database).await;
    let mut client = connect(&database).await;
    for statement in FILL.split(';') {
        client.batch_execute(statement).await.unwrap();
    }
    let rows = statements("api_store");
    let text = |text: &'static &'static str| (text as &(dyn ToSql + Sync), Type::TEXT);
    let number = |number: &'static i64| (number as &(dyn ToSql + Sync), Type::INT8);
    let at = [text(&"record"), text(&"venue-7"), text(&"7")];
    let mut put = at.to_vec();
    put.extend([
        text(&"read"),
        number(&7),
        number(&7),
        text(&"{}"),
        number(&7),
        number(&1),
    ]);
    put.extend([
        (&false as _, Type::BOOL),
        (&None::<Vec<String>> as _, Type::TEXT_ARRAY),
        text(&"{}"),
        (&true as _, Type::BOOL),
    ]);
    let place =
        "Index Cond: ((kind = 'record'::text) AND (id = '7'::text) AND (scope = 'venue-7'::text))";
    for (sql, values, expected) in [
        (&rows.one, at.to_vec(), vec![place]),
        (
            &rows.named,
            vec![text(&"record"), text(&"venue-7"), text(&"cart-7")],
            vec![
                "Index Cond: (name = 'cart-7'::text)",
                "Index Cond: (number = n.number)",
            ],
        ),
        (
            &rows.id,
            vec![text(&"write"), text(&"7")],
            vec!["Index Cond: ((kind = 'write'::text) AND (id = '7'::text))"],
        ),
        (
            &rows.queued,
            vec![text(&"venue-8"), text(&"read"), number(&16)],
            vec!["Index Cond: ((scope = 'venue-8'::text) AND (waits_for = 'read'::text))"],
        ),
        (
            &rows.waiting,
            vec![
                text(&"person"),
                text(&""),
                text(&"z"),
                number(&0),
                text(&""),
                text(&""),
                number(&51),
            ],
            vec![
                "(waits_for = 'person'::text) AND (waits_from <= ",
                "(ROW(waits_from, scope, id) > ROW(",
            ],
        ),
        (
            &rows.ahead,
            vec![text(&"person"), number(&100)],
            vec!["(waits_for = 'person'::text) AND (waits_from > ("],
        ),
        (
            &rows.made,
            vec![
                text(&"venue-80"),
                text(&"venue-8/"),
                number(&0),
                text(&""),
                number(&51),
            ],
            vec!["(ROW(scope, created_at, id) > ROW("],
        ),
        (
            &rows.matching,
            vec![
                text(&"cart-7"),
                number(&0),
                text(&"cart-70"),
                text(&""),
                text(&"z"),
                number(&51),
            ],
            vec![
                "(ROW(name, number) > ROW(",
                "Index Cond: (number = n.number)",
            ],
        ),
        // Of an account, by the beginning of a name that all have.
        (
            &rows.matching_of,
            vec![
                text(&"cart-"),
                number(&0),
                text(&"cart-z"),
                text(&"venue-7/"),
                text(&"venue-70"),
                number(&10),
                text(&"venue-7"),
            ],
            vec![
                "Index Cond: ((account = 'venue-7'::text) AND (ROW(name, number) > ROW(",
                "Index Cond: (number = n.number)",
            ],
        ),
        (
            &rows.count,
            vec![text(&"person")],
            vec!["(waits_for = 'person'::text) AND (waits_from <= "],
        ),
        (
            &rows.history,
            at.to_vec(),
            vec![place, "Index Cond: (number = "],
        ),
        (
            &rows.put,
            put,
            // The plans of the function's statements are not in it, but their pages are counted.
            vec![],
        ),
        (
            &rows.delete,
            [&at[..], &[number(&1)]].concat(),
            vec![place, "Index Cond: (number = deleted_1.number)"],
        ),
        (
            &rows.prune,
            vec![text(&"record"), number(&150), number(&10)],
            vec!["Index Cond: ((kind = 'record'::text) AND (day <= '150'::bigint))"],
        ),
    ] {
        let (plan, pages) = plan(&mut client, sql, &values).await;
        for condition in expected {
            let has = plan
                .iter()
                .any(|line| line.contains("Index Cond: ") && line.contains(condition));
            assert!(has, "{condition}: {plan:#?}");
        }
        let scans = |line: &&String| line.contains("Seq Scan") || line.contains("Sort Key: rows");
        assert_eq!(plan.iter().find(scans), None, "{sql}: {plan:#?}");
        assert!(pages <= MAX_PAGES, "{pages} pages: {sql}: {plan:#?}");
    }
}
