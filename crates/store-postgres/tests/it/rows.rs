//! Rows in PostgreSQL: what every database of rows does, and that each statement reads one range of an
//! index.

use store_postgres::tokio_postgres::Client;
use store_postgres::tokio_postgres::types::{ToSql, Type};
use store_postgres::{PostgresStore, statements};
use test_support::postgres::PostgresServer;

use crate::callbacks::connect;

async fn open(database: &str) -> PostgresStore<Client> {
    let store = PostgresStore::new(connect(database).await);
    store.migrate().await.unwrap();
    store
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_pass_the_conformance_suite() {
    let Some(server) = PostgresServer::get() else {
        return;
    };
    let database = server.new_database();
    store_conformance::rows(async || open(&database).await).await;
}

/// 100,000 records of 200 receivers, of which half wait.
const FILL: &str = "INSERT INTO api_store.rows
    (kind, scope, id, revision, waits_for, waits_from, day, body, updated_at)
    SELECT 'record', 'venue-' || (n % 200), n::text, 1, CASE n % 4 WHEN 0 THEN 'read' WHEN 1 THEN 'reread' END,
    CASE WHEN n % 4 < 2 THEN n END, n % 300, '{}', n FROM generate_series(1, 100000) n;
    INSERT INTO api_store.names (name, number) SELECT 'cart-' || number, number FROM api_store.rows;
    ANALYZE;";

async fn plan(client: &Client, sql: &str, values: &[(&(dyn ToSql + Sync), Type)]) -> Vec<String> {
    let explain = format!("EXPLAIN {sql}");
    let lines = client.query_typed(&explain, values).await.unwrap();
    lines.iter().map(|line| line.get(0)).collect()
}

#[tokio::test]
async fn each_statement_reads_one_range_of_an_index() {
    let Some(server) = PostgresServer::get() else {
        return;
    };
    let database = server.new_database();
    open(&database).await;
    let client = connect(&database).await;
    client.batch_execute(FILL).await.unwrap();
    let rows = statements::rows("api_store");
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
    put.push((&None::<Vec<String>>, Type::TEXT_ARRAY));
    let place =
        "Index Cond: ((kind = 'record'::text) AND (scope = 'venue-7'::text) AND (id = '7'::text))";
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
            &rows.waiting,
            vec![text(&"venue-8"), text(&"read"), number(&16)],
            vec!["Index Cond: ((scope = 'venue-8'::text) AND (waits_for = 'read'::text))"],
        ),
        (
            &rows.update,
            put,
            vec![place, "Index Cond: (number = put_1.number)"],
        ),
        (
            &rows.delete,
            at.to_vec(),
            vec![place, "Index Cond: (number = deleted_1.number)"],
        ),
        (
            &rows.prune,
            vec![text(&"record"), number(&2), number(&1_000)],
            vec!["Index Cond: ((kind = 'record'::text) AND (day <= '2'::bigint))"],
        ),
    ] {
        let plan = plan(&client, sql, &values).await;
        for condition in expected {
            let has = plan.iter().any(|line| line.trim() == condition);
            assert!(has, "{condition}: {plan:#?}");
        }
        let scans = |line: &&String| line.contains("Seq Scan") || line.contains("Sort Key: rows");
        assert_eq!(plan.iter().find(scans), None, "{sql}: {plan:#?}");
    }
}
