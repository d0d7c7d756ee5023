//! Rows in a file: what every database of rows does, and that each statement reads one range of an index.

use std::time::Duration;

use api_journal::rows::{At, Kind, Put, Query, Row, Waits};
use api_journal::{Store as _, Timestamp};
use store_sqlite::rusqlite::{Connection, params_from_iter};
use store_sqlite::{SqliteStore, statements};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_keep_every_promise() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    api_journal::testing::rows(async || SqliteStore::open(path.clone()).await.unwrap()).await;
}

#[tokio::test]
async fn nothing_of_a_deleted_row_stays_in_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let store = SqliteStore::open(path.clone()).await.unwrap();
    let at = At::new(Kind::Record, "12/shop/Staging", "7");
    let moment = store.read(&Query::One(at.clone())).await.unwrap().moment;
    let mut row = Row::new(at.clone(), moment.today, moment.now);
    row.body = "needle ".repeat(1_000);
    store.put(&Put::new(row)).await.unwrap();
    let file = || {
        // Into the file.
        let all = "PRAGMA wal_checkpoint(TRUNCATE)";
        let connection = store.connect().unwrap();
        connection.query_row(all, [], |_| Ok(())).unwrap();
        std::fs::read(&path).unwrap()
    };
    let has_needle = |bytes: &[u8]| bytes.windows(6).any(|bytes| bytes == b"needle");
    assert!(has_needle(&file()));
    assert!(store.delete(&at, 1).await.unwrap());
    assert!(!has_needle(&file()));
}

/// Every store takes the limit from `api_journal`.
#[tokio::test]
async fn at_most_ten_thousand_writes_are_counted() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let store = SqliteStore::open(path).await.unwrap();
    let fill = "WITH RECURSIVE numbers (n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10001)
        INSERT INTO api_store_rows
        (kind, scope, id, revision, waits_for, waits_from, day, body, created_at, updated_at)
        SELECT 'write', '12/a/b', n, 1, 'person', n, 1, '{}', n, n FROM numbers";
    store.connect().unwrap().execute_batch(fill).unwrap();
    let (count, first) = store.count(Waits::Person).await.unwrap();
    assert_eq!((count, first), (10_000, Some(Timestamp::from_millis(1))));
}

/// 50,000 records of 200 receivers and as many writes of 200 accounts, of which half wait.
const FILL: &str = "WITH RECURSIVE numbers (n) AS
    (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
    INSERT INTO api_store_rows
    (kind, scope, id, revision, waits_for, waits_from, day, body, created_at, updated_at)
    SELECT CASE WHEN n % 400 < 200 THEN 'record' ELSE 'write' END, 'venue-' || (n % 200) || '/a/b', n, 1,
    CASE n % 8 WHEN 0 THEN 'read' WHEN 1 THEN 'reread' WHEN 2 THEN 'person' WHEN 3 THEN 'look_up' END,
    CASE WHEN n % 8 < 4 THEN n END, n % 300, '{}', n, n FROM numbers;
    INSERT INTO api_store_names (number, name, account)
    SELECT number, 'cart-' || number, substr(scope, 1, instr(scope, '/') - 1) FROM api_store_rows;";

fn plan(connection: &Connection, sql: &str) -> Vec<String> {
    let explain = format!("EXPLAIN QUERY PLAN {sql}");
    let mut explain = connection.prepare(&explain).unwrap();
    let values = params_from_iter(vec![1_i64; explain.parameter_count()]);
    let rows = explain.query_map(values, |row| row.get(3)).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

#[tokio::test]
async fn each_statement_reads_one_range_of_an_index() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let store = SqliteStore::open(path).await.unwrap();
    let connection = store.connect().unwrap();
    connection.busy_timeout(Duration::ZERO).unwrap();
    connection.execute_batch(FILL).unwrap();
    let at = "SEARCH api_store_rows USING INDEX sqlite_autoindex_api_store_rows_1 \
              (kind=? AND id=? AND scope=?)";
    let id =
        "SEARCH api_store_rows USING INDEX sqlite_autoindex_api_store_rows_1 (kind=? AND id=?)";
    let due = "SEARCH api_store_rows USING INDEX api_store_rows_writes \
               (waits_for=? AND (waits_from,scope,id)>(?,?,?) AND waits_from<?)";
    let ahead = "SEARCH api_store_rows USING INDEX api_store_rows_writes \
                 (waits_for=? AND waits_from>?)";
    let count = "SEARCH api_store_rows USING COVERING INDEX api_store_rows_writes \
                 (waits_for=? AND waits_from<?)";
    let made = "SEARCH api_store_rows USING INDEX api_store_rows_made \
                (kind=? AND (scope,created_at,id)>(?,?,?) AND scope<?)";
    let queued = "SEARCH api_store_rows USING INDEX api_store_rows_records \
                   (scope=? AND waits_for=?)";
    let settled = "SEARCH api_store_rows USING INDEX api_store_rows_settled \
                   (kind=? AND day<?)";
    let of = at.replace("USING INDEX", "USING COVERING INDEX");
    let rows = statements();
    // Without and with statistics.
    for _ in 0..2 {
        for (sql, expected) in [
            (&rows.one, vec![at]),
            (
                &rows.named,
                vec![
                    "SEARCH n USING COVERING INDEX api_store_names_all (name=?)",
                    "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)",
                ],
            ),
            (&rows.id, vec![id]),
            (&rows.queued, vec![queued]),
            (&rows.waiting, vec![due]),
            (&rows.ahead, vec![ahead]),
            (&rows.made, vec![made]),
            (
                &rows.matching,
                vec![
                    "SEARCH n USING COVERING INDEX api_store_names_all \
                     ((name,number)>(?,?) AND name<?)",
                    "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)",
                ],
            ),
            (
                &rows.matching_of,
                vec![
                    "SEARCH n USING COVERING INDEX api_store_names_accounts \
                     (account=? AND (name,number)>(?,?) AND name<?)",
                    "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)",
                ],
            ),
            (&rows.count, vec![count]),
            (
                &rows.history,
                vec!["SEARCH api_store_history USING PRIMARY KEY (number=?)", &of],
            ),
            (&rows.put, vec![at]),
            (&rows.delete, vec![at]),
            (&rows.prune, vec![settled]),
        ] {
            let plan = plan(&connection, sql);
            for step in expected {
                assert!(plan.iter().any(|found| found == step), "{sql}: {plan:#?}");
            }
            let scans =
                |step: &&String| step.starts_with("SCAN api_store") || step.contains("B-TREE");
            assert_eq!(plan.iter().find(scans), None, "{sql}: {plan:#?}");
        }
        connection.execute_batch("ANALYZE").unwrap();
    }
}
