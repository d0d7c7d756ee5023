//! Errors of files name the file, and change nothing.

use std::fs;
use std::path::Path;

use api_runtime::Checkpoint;
use store_sqlite::{SqliteStore, migrations, rusqlite};

async fn error(path: &Path) -> String {
    let error = SqliteStore::open(path).await.unwrap_err();
    let text = error.to_string();
    let prefix = format!("{}: ", path.display());
    text.strip_prefix(&prefix)
        .unwrap_or_else(|| panic!("{text}"))
        .to_owned()
}

fn has_table(connection: &rusqlite::Connection, name: &str) -> bool {
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name = ?1";
    let count: i64 = connection
        .query_row(tables, [name], |row| row.get(0))
        .unwrap();
    count > 0
}

#[tokio::test]
async fn missing_directories_and_other_files_are_errors() {
    let directory = tempfile::tempdir().unwrap();
    let missing = error(&directory.path().join("missing/api.db")).await;
    assert!(
        missing.contains("unable to open database file"),
        "{missing}"
    );
    let is_directory = error(directory.path()).await;
    assert!(
        is_directory.contains("unable to open database file"),
        "{is_directory}"
    );

    let text = directory.path().join("notes.txt");
    fs::write(
        &text,
        "not a database, but long enough to have a header ".repeat(99),
    )
    .unwrap();
    assert_eq!(error(&text).await, "file is not a database");
    assert!(
        fs::read_to_string(&text)
            .unwrap()
            .starts_with("not a database")
    );

    let memory = error(Path::new(":memory:")).await;
    assert_eq!(
        memory,
        "expected a file with `journal_mode=wal`, found `memory`"
    );
}

#[tokio::test]
async fn a_file_that_may_only_be_read_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    drop(SqliteStore::open(&path).await.unwrap());
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    // No permission stops root.
    if fs::OpenOptions::new().write(true).open(&path).is_err() {
        let expected = "expected a writable file, found a read-only one";
        assert_eq!(error(&path).await, expected);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_was_deleted_or_replaced_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let store = SqliteStore::open(&path).await.unwrap();
    store.checkpoint("customers").await.unwrap();

    fs::rename(&path, directory.path().join("other.db")).unwrap();
    let expected = format!("{}: the open file was deleted or replaced", path.display());
    let deleted = store.checkpoint("customers").await.unwrap_err();
    assert_eq!(deleted.to_string(), expected);

    let mut connection = rusqlite::Connection::open(directory.path().join("other.db")).unwrap();
    let transaction = connection.transaction().unwrap();
    let checkpoint = Checkpoint::from_watermark("2026-01-31T09:30:00Z".parse().unwrap());
    let saved = store.save_checkpoint_in(&transaction, "customers", &checkpoint);
    assert_eq!(saved.unwrap_err().to_string(), expected);

    drop(SqliteStore::open(&path).await.unwrap());
    let replaced = store.checkpoint("customers").await.unwrap_err();
    assert_eq!(replaced.to_string(), expected);
}

#[tokio::test]
async fn a_file_of_a_later_version_is_used_if_that_version_allows_it() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    drop(SqliteStore::open(&path).await.unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    let record = |version: i64, name: &str, min_reader: i64| {
        let row = (version, name, min_reader);
        connection
            .execute(migrations::RECORD_MIGRATION, row)
            .unwrap();
    };
    let last = migrations::MIGRATIONS.len() as i64;
    // While the next release is rolled out.
    record(98, "next", last);
    SqliteStore::open(&path).await.unwrap();
    record(99, "later", last + 1);
    assert_eq!(
        error(&path).await,
        format!(
            "expected migrations up to {last}, found 99 `later`: a later version of this program \
             migrated the database, and programs up to {last} cannot use it"
        )
    );
    connection
        .execute(
            "UPDATE api_store_migrations SET version = 1, name = 'x' WHERE version = 99",
            (),
        )
        .unwrap_err();
    connection
        .execute("DELETE FROM api_store_migrations", ())
        .unwrap();
    record(1, "another", 1);
    assert_eq!(
        error(&path).await,
        "expected migration 1 `rows`, found `another`"
    );
    let versions: i64 = connection
        .query_row("SELECT count(*) FROM api_store_migrations", (), |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!(versions, 1);
}

#[tokio::test]
async fn a_schema_that_the_application_migrated_is_accepted() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch(migrations::CREATE_MIGRATIONS)
        .unwrap();
    for migration in migrations::MIGRATIONS {
        connection.execute_batch(migration.sql).unwrap();
        let row = (migration.version, migration.name, migration.min_reader);
        connection
            .execute(migrations::RECORD_MIGRATION, row)
            .unwrap();
    }
    // And a table of its own for migrations.
    connection
        .execute_batch("CREATE TABLE _sqlx_migrations (version INTEGER)")
        .unwrap();
    SqliteStore::open(&path).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_open_a_new_file_at_once_migrate_it_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let opens: Vec<_> = (0..8)
        .map(|_| tokio::spawn(SqliteStore::open(path.clone())))
        .collect();
    for open in opens {
        open.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn a_migration_runs_once_in_a_file_that_has_an_earlier_one() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch(migrations::CREATE_MIGRATIONS)
        .unwrap();
    connection
        .execute(migrations::RECORD_MIGRATION, (0, "earlier", 0))
        .unwrap();
    for _ in 0..2 {
        SqliteStore::open(&path).await.unwrap();
        let sql = "SELECT group_concat(version || ' ' || name) FROM api_store_migrations";
        let applied: String = connection.query_row(sql, (), |row| row.get(0)).unwrap();
        assert_eq!(applied, "0 earlier,1 rows");
        assert!(has_table(&connection, "api_store_rows"));
    }
}

#[tokio::test]
async fn a_migration_that_fails_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let connection = rusqlite::Connection::open(&path).unwrap();
    // The last migration creates it, too.
    connection
        .execute_batch("CREATE TABLE api_store_names (id INTEGER)")
        .unwrap();
    let exists = error(&path).await;
    assert!(exists.contains("already exists"), "{exists}");
    for table in ["api_store_migrations", "api_store_rows"] {
        assert!(!has_table(&connection, table), "{table}");
    }
    connection
        .execute_batch("DROP TABLE api_store_names")
        .unwrap();
    SqliteStore::open(&path).await.unwrap();
}
