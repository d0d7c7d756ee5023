//! The store is a journal, alone and in transactions of the application.

use std::time::Duration;

use api_journal::rows::Kind;
use api_journal::{
    Begun, Change, Entry, Filter, Intent, Journal, RequestDigest, Scope, Store as _, Worker,
};
use store_postgres::tokio_postgres::{self, Client, NoTls};
use store_postgres::{PostgresStore, migrations};
use test_support::needs;
use test_support::postgres::PostgresServer;

const LEASE: Duration = Duration::from_secs(60);

fn intent(key: &str) -> Intent {
    Intent::new(
        Scope::new("shop", "Staging", "12"),
        "create_order",
        key,
        RequestDigest::new("7", [], None, &[]),
        1,
    )
}

/// `None` without PostgreSQL.
fn new_database() -> String {
    PostgresServer::get().new_database()
}

pub(crate) async fn connect(database: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(database, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn open(database: &str) -> Store {
    let store = PostgresStore::new(connect(database).await);
    store.migrate().await.unwrap();
    store
}

type Store = PostgresStore<Client>;

async fn entry(store: &Store, key: &str) -> Option<Entry> {
    let journal = Journal::new(store.clone());
    journal.entry(&intent(key).id).await.unwrap()
}

/// The rights that the guide gives to a service: the tables are made by another role.
#[needs(postgres)]
#[tokio::test]
async fn a_role_without_the_right_to_make_tables_uses_those_of_another() {
    let database = new_database();
    open(&database).await;
    let client = connect(&database).await;
    let rights = "CREATE ROLE shop_service;
        GRANT USAGE ON SCHEMA api_store TO shop_service;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA api_store TO shop_service;
        SET ROLE shop_service";
    client.batch_execute(rights).await.unwrap();

    let store = PostgresStore::new(client);
    store.migrate().await.unwrap();
    let intent = intent("cart-1").prepared();
    assert!(matches!(
        Journal::new(store.clone())
            .begin(&intent, LEASE)
            .await
            .unwrap(),
        Begun::New(_)
    ));
    assert!(entry(&store, "cart-1").await.is_some());
}

#[needs(postgres)]
#[tokio::test]
async fn an_intent_is_committed_with_the_rows_of_the_application() {
    let database = new_database();
    let store = open(&database).await;
    let mut client = connect(&database).await;
    // A commit waits for the disk, even if the session does not.
    let setup = "CREATE TABLE orders (id text); SET synchronous_commit = off";
    client.batch_execute(setup).await.unwrap();

    let transaction = client.transaction().await.unwrap();
    transaction
        .execute("INSERT INTO orders VALUES ('order-1')", &[])
        .await
        .unwrap();
    let begun = store
        .begin_in(&transaction, &intent("order-1").prepared())
        .await
        .unwrap();
    assert!(matches!(begun, Begun::New(_)));
    transaction.rollback().await.unwrap();
    assert_eq!(entry(&store, "order-1").await, None);

    let transaction = client.transaction().await.unwrap();
    transaction
        .execute("INSERT INTO orders VALUES ('order-1')", &[])
        .await
        .unwrap();
    let Begun::New(new) = store
        .begin_in(&transaction, &intent("order-1").prepared())
        .await
        .unwrap()
    else {
        panic!("expected a new entry");
    };
    let row = transaction
        .query_one("SHOW synchronous_commit", &[])
        .await
        .unwrap();
    assert_eq!(row.get::<_, &str>(0), "on");
    transaction.commit().await.unwrap();
    assert_eq!(entry(&store, "order-1").await, Some(new));
}

/// Returns when a statement in this database waits for a lock.
async fn a_lock_is_waited_for(database: &str) {
    let client = connect(database).await;
    let waiting = "SELECT 1 FROM pg_stat_activity \
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while client.query(waiting, &[]).await.unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[needs(postgres)]
#[tokio::test]
async fn an_intent_waits_for_the_transaction_that_has_its_key() {
    let database = new_database();
    let store = open(&database).await;
    let mut client = connect(&database).await;
    let transaction = client.transaction().await.unwrap();
    let Begun::New(new) = store
        .begin_in(&transaction, &intent("order-1").prepared())
        .await
        .unwrap()
    else {
        panic!("expected a new entry");
    };
    let commit = async {
        a_lock_is_waited_for(&database).await;
        transaction.commit().await.unwrap();
    };
    let intent = intent("order-1");
    let journal = Journal::new(store);
    let (begun, ()) = tokio::join!(journal.begin(&intent, LEASE), commit);
    let Begun::Existing { entry, .. } = begun.unwrap() else {
        panic!("expected an entry");
    };
    assert_eq!(entry, new);
}

#[needs(postgres)]
#[tokio::test]
async fn a_call_is_one_round_trip_without_prepared_statements() {
    let database = new_database();
    let store = open(&database).await;
    let client = Journal::new(store.clone());
    let (begins, updates) = (intent("order-1"), intent("order-2"));
    let Begun::New(entry) = client.begin(&updates, LEASE).await.unwrap() else {
        panic!("expected a new entry");
    };
    let renewal = Change::renewal(entry, LEASE * 2);
    // The driver sends the whole of a call when it is polled first: what a dropped call did not send
    // then is not executed.
    for polls in [1, 2] {
        let mut begin = std::pin::pin!(client.begin(&begins, LEASE));
        let mut update = std::pin::pin!(client.change(&renewal));
        for _ in 0..polls {
            let poll = std::future::poll_fn(|context| {
                let _ = (begin.as_mut().poll(context), update.as_mut().poll(context));
                std::task::Poll::Ready(())
            });
            poll.await;
        }
    }
    // A statement of the same connection runs after those before it.
    assert!(self::entry(&store, "order-1").await.is_some());
    let updated = self::entry(&store, "order-2").await.unwrap();
    assert_eq!(updated.revision, 2);
}

#[needs(postgres)]
#[tokio::test]
async fn a_schema_can_have_another_name() {
    let database = new_database();
    let default = open(&database).await;
    let store = PostgresStore::new(connect(&database).await)
        .with_schema("shop_journal")
        .unwrap();
    store.migrate().await.unwrap();
    let _ = Journal::new(store.clone())
        .begin(&intent("order-1"), LEASE)
        .await
        .unwrap();
    assert!(entry(&store, "order-1").await.is_some());
    assert_eq!(entry(&default, "order-1").await, None);
    for name in ["", "Shop", "a b", "1a", "a;b", &"a".repeat(64)] {
        let store = PostgresStore::new(connect(&database).await).with_schema(name);
        let error = store.unwrap_err().to_string();
        assert_eq!(error, format!("postgres: invalid schema name: {name}"));
    }
}

#[needs(postgres)]
#[tokio::test]
async fn processes_that_start_at_once_migrate_once() {
    let database = new_database();
    let opens: Vec<_> = (0..8)
        .map(|_| {
            let database = database.clone();
            tokio::spawn(async move { open(&database).await })
        })
        .collect();
    for open in opens {
        open.await.unwrap();
    }
}

async fn record(client: &Client, version: i64, name: &str, min_reader: i64) {
    let row: [&(dyn tokio_postgres::types::ToSql + Sync); 3] = [&version, &name, &min_reader];
    let recorded = client.execute(migrations::RECORD_MIGRATION, &row).await;
    recorded.unwrap();
}

#[needs(postgres)]
#[tokio::test]
async fn a_migration_runs_once_in_a_database_that_has_an_earlier_one() {
    let database = new_database();
    let client = connect(&database).await;
    let create = client.batch_execute(migrations::CREATE_MIGRATIONS);
    create.await.unwrap();
    record(&client, 0, "earlier", 0).await;
    for _ in 0..2 {
        let store = open(&database).await;
        let sql = "SELECT string_agg(version || ' ' || name, ',' ORDER BY version) \
             FROM api_store.migrations";
        let applied = client.query_one(sql, &[]).await.unwrap();
        assert_eq!(applied.get::<_, &str>(0), "0 earlier,1 rows");
        assert_eq!(entry(&store, "order-1").await, None);
    }
}

#[needs(postgres)]
#[tokio::test]
async fn a_process_waits_for_a_team_that_migrates_by_itself() {
    let database = new_database();
    let mut client = connect(&database).await;
    let transaction = client.transaction().await.unwrap();
    let create = transaction.batch_execute(migrations::CREATE_MIGRATIONS);
    create.await.unwrap();
    let of_process = database.clone();
    let opened = tokio::spawn(async move { open(&of_process).await });
    a_lock_is_waited_for(&database).await;
    assert!(!opened.is_finished());
    transaction.commit().await.unwrap();
    opened.await.unwrap();
}

#[needs(postgres)]
#[tokio::test]
async fn a_schema_of_a_later_version_is_used_if_that_version_allows_it() {
    let database = new_database();
    let client = connect(&database).await;
    // As a team that migrates by itself does.
    let create = client.batch_execute(migrations::CREATE_MIGRATIONS);
    create.await.unwrap();
    for migration in migrations::MIGRATIONS {
        client.batch_execute(migration.sql).await.unwrap();
        let (version, min_reader) = (migration.version, migration.min_reader);
        record(&client, version, migration.name, min_reader).await;
    }
    let store = open(&database).await;
    let last = migrations::MIGRATIONS.len() as i64;
    // While the next release is rolled out.
    record(&client, 98, "next", last).await;
    store.migrate().await.unwrap();
    record(&client, 99, "later", last + 1).await;
    assert_eq!(
        store.migrate().await.unwrap_err().to_string(),
        format!(
            "postgres: expected migrations up to {last}, found 99 `later`: a later version of this \
             program migrated the database, and programs up to {last} cannot use it"
        )
    );
}

#[needs(postgres)]
#[tokio::test]
async fn a_missing_schema_and_a_lost_connection_are_errors() {
    let database = new_database();
    let store = PostgresStore::new(connect(&database).await);
    let error = Journal::new(store.clone())
        .begin(&intent("order-1"), LEASE)
        .await
        .unwrap_err();
    let expected = "journal: postgres: ERROR: relation \"api_store.rows\" does not exist (42P01): \
         `migrate` creates the tables";
    assert_eq!(error.to_string(), expected);

    let (client, connection) = tokio_postgres::connect(&database, NoTls).await.unwrap();
    drop(connection);
    let error = PostgresStore::new(client)
        .prune(Kind::Write, 1, 1)
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "journal: postgres: connection closed");
}

#[needs(postgres)]
#[tokio::test]
async fn a_checkpoint_is_committed_with_the_records_it_covers() {
    let database = new_database();
    let store = open(&database).await;
    let mut client = connect(&database).await;
    let checkpoint = |day: u32| -> api_runtime::Checkpoint {
        format!("2026-01-{day:02}T09:30:00Z").parse().unwrap()
    };
    assert_eq!(store.checkpoint("orders").await.unwrap(), None);
    store
        .save_checkpoint("orders", &checkpoint(1))
        .await
        .unwrap();
    for (day, commit, expected) in [(2, false, 1), (3, true, 3)] {
        let transaction = client.transaction().await.unwrap();
        store
            .save_checkpoint_in(&transaction, "orders", &checkpoint(day))
            .await
            .unwrap();
        match commit {
            true => transaction.commit().await.unwrap(),
            false => transaction.rollback().await.unwrap(),
        }
        let saved = store.checkpoint("orders").await.unwrap();
        assert_eq!(saved, Some(checkpoint(expected)));
    }
    assert_eq!(store.checkpoint("customers").await.unwrap(), None);
}

/// During an upgrade, an instance reads rows of the next version.
#[needs(postgres)]
#[tokio::test]
async fn rows_that_cannot_be_read_are_listed_and_stop_nothing() {
    let database = new_database();
    let store = open(&database).await;
    for key in ["1", "2", "3"] {
        Journal::new(store.clone())
            .begin(&intent(key), Duration::ZERO)
            .await
            .unwrap();
    }
    let sql = "UPDATE api_store.rows SET body = 'later' WHERE body LIKE '%\"key\":\"1\"%'; \
         UPDATE api_store.rows SET body = jsonb_set(body::jsonb, '{state}', '\"half_done\"')::text \
         WHERE body LIKE '%\"key\":\"2\"%'";
    connect(&database).await.batch_execute(sql).await.unwrap();
    let listed = Journal::new(store.clone())
        .list(&Filter::for_people(), None, 10)
        .await
        .unwrap();
    let mut found: Vec<_> = listed
        .entries
        .into_iter()
        .map(|entry| entry.map(|entry| entry.key).map_err(|row| row.id))
        .collect();
    found.sort();
    let id = intent("1").id.to_string();
    assert_eq!(found, [Ok("2".to_owned()), Ok("3".to_owned()), Err(id)]);
    let gauges = Worker::new(store).round().await.unwrap();
    assert_eq!((gauges.for_people, gauges.failures), (3, vec![]));
}

/// A session with less waits for the disk of the server, and one with more waits for as much.
#[needs(postgres)]
#[tokio::test]
async fn a_commit_waits_for_the_disk_and_for_what_else_the_session_waits_for() {
    let database = new_database();
    let store = open(&database).await;
    let mut client = connect(&database).await;
    for (session, expected) in [
        ("off", "on"),
        ("local", "on"),
        ("remote_apply", "remote_apply"),
    ] {
        let set = format!("SET synchronous_commit = {session}");
        client.batch_execute(&set).await.unwrap();
        let transaction = client.transaction().await.unwrap();
        let intent = intent("order-1").prepared();
        let begun = store.begin_in(&transaction, &intent).await.unwrap();
        assert!(matches!(begun, Begun::New(_)));
        let show = "SHOW synchronous_commit";
        let row = transaction.query_one(show, &[]).await.unwrap();
        assert_eq!(row.get::<_, &str>(0), expected);
        transaction.rollback().await.unwrap();
        // It is the setting of the transaction.
        let row = client.query_one(show, &[]).await.unwrap();
        assert_eq!(row.get::<_, &str>(0), session);
    }
}
