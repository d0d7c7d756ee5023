//! The database: a file of SQLite with the journal of writes and the tables of the service.

use std::error::Error;

use store_sqlite::SqliteStore;

use super::settings::Settings;

/// The tables of the service. Those of the store have names of their own.
const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS orders (
        reference TEXT PRIMARY KEY,
        id INTEGER,
        state TEXT NOT NULL DEFAULT 'requested'
    ) STRICT;
    CREATE TABLE IF NOT EXISTS customers (
        id INTEGER PRIMARY KEY,
        updated_at INTEGER NOT NULL,
        record TEXT NOT NULL
    ) STRICT;
";

pub(crate) async fn open(settings: &Settings) -> Result<SqliteStore, Box<dyn Error>> {
    let store = SqliteStore::open(&settings.database).await?;
    store.connect()?.execute_batch(TABLES)?;
    Ok(store)
}
