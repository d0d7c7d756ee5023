//! The tables of the database, and the commits to them.

use redb::{
    Database, ReadTransaction, ReadableTable as _, ReadableTableMetadata as _, TableDefinition,
    TableError, WriteTransaction,
};

use super::backend::Backend;
use super::content::{Meta, MetaRow, Reason, Row, Scope};

/// The version of the file format. The one before had no table of recent rows.
pub(super) const FORMAT: u32 = 3;

/// The oldest version that is read.
pub(super) const MIN_FORMAT: u32 = 2;

/// Kind, venue and id of a changed record, and its JSON.
type Records = TableDefinition<'static, (&'static str, Option<i64>, i64), &'static [u8]>;

const RECORDS: Records = TableDefinition::new("records");

/// The rows of the latest commits, which replace those of [`RECORDS`]. A commit writes a path of
/// the tree to its root: that of a small table is short, however many records the file has.
const RECENT: Records = TableDefinition::new("recent");

/// The number of rows at which the next commit moves them to [`RECORDS`]: enough to share the paths of that tree.
const MAX_RECENT: u64 = 64;

/// The one row of [`Meta`].
pub(super) const META: TableDefinition<'_, (), &[u8]> = TableDefinition::new("meta");

/// The memory of the database's cache. The records are in memory anyway.
const CACHE_SIZE: usize = 8 * 1024 * 1024;

/// Opens a database, or creates it in an empty file.
pub(super) fn open_database(backend: Backend) -> Result<Database, Reason> {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE_SIZE);
    // The format of the database's newer versions.
    builder.create_with_file_format_v3(true);
    builder.create_with_backend(backend).map_err(reason)
}

/// Commits rows. After an error, none is in the file.
pub(super) fn write(
    database: &Database,
    meta: Meta,
    scope: Scope,
    rows: &[Row],
) -> Result<(), Reason> {
    let mut transaction = database.begin_write().map_err(reason)?;
    // The last write is that of the header, in place: if another one fails, nothing is committed.
    transaction.set_two_phase_commit(true);
    match scope {
        Scope::Changed => {
            move_recent(&transaction)?;
            insert(&transaction, RECENT, rows)?;
        }
        Scope::All => {
            transaction.delete_table(RECENT).map_err(reason)?;
            transaction.delete_table(RECORDS).map_err(reason)?;
            insert(&transaction, RECORDS, rows)?;
        }
    }
    write_meta(&transaction, meta)?;
    transaction.commit().map_err(reason)
}

fn insert(transaction: &WriteTransaction, table: Records, rows: &[Row]) -> Result<(), Reason> {
    let mut table = transaction.open_table(table).map_err(reason)?;
    for row in rows {
        let key = (row.kind, row.venue, row.id);
        table.insert(key, row.json.as_slice()).map_err(reason)?;
    }
    Ok(())
}

/// Moves the recent rows of the commits before, if they are many. The database cannot delete a
/// table with changes of the same transaction.
fn move_recent(transaction: &WriteTransaction) -> Result<(), Reason> {
    let recent = transaction.open_table(RECENT).map_err(reason)?;
    if recent.len().map_err(reason)? < MAX_RECENT {
        return Ok(());
    }
    let mut records = transaction.open_table(RECORDS).map_err(reason)?;
    for row in recent.iter().map_err(reason)? {
        let (key, json) = row.map_err(reason)?;
        records.insert(key.value(), json.value()).map_err(reason)?;
    }
    drop(recent);
    transaction.delete_table(RECENT).map_err(reason)?;
    Ok(())
}

fn write_meta(transaction: &WriteTransaction, meta: Meta) -> Result<(), Reason> {
    let row = MetaRow {
        format: FORMAT,
        meta: Some(meta),
    };
    let row = serde_json::to_vec(&row).map_err(|error| error.to_string())?;
    let mut table = transaction.open_table(META).map_err(reason)?;
    table.insert((), row.as_slice()).map_err(reason)?;
    Ok(())
}

pub(super) fn read_meta(database: &Database) -> Result<MetaRow, Reason> {
    let transaction = database.begin_read().map_err(reason)?;
    let table = transaction.open_table(META).map_err(reason)?;
    let row = table.get(()).map_err(reason)?.ok_or("missing metadata")?;
    serde_json::from_slice(row.value()).map_err(|error| format!("invalid metadata: {error}"))
}

/// Reads all rows: kind, venue, id and JSON. A row replaces an earlier one with its id.
pub(super) fn read_rows(
    database: &Database,
    mut read: impl FnMut(&str, Option<i64>, i64, &[u8]) -> serde_json::Result<()>,
) -> Result<(), Reason> {
    let transaction = database.begin_read().map_err(reason)?;
    read_table(&transaction, RECORDS, &mut read)?;
    read_table(&transaction, RECENT, &mut read)
}

fn read_table(
    transaction: &ReadTransaction,
    table: Records,
    read: &mut impl FnMut(&str, Option<i64>, i64, &[u8]) -> serde_json::Result<()>,
) -> Result<(), Reason> {
    let table = match transaction.open_table(table) {
        // A table exists from its first row on.
        Err(TableError::TableDoesNotExist(_)) => return Ok(()),
        table => table.map_err(reason)?,
    };
    for row in table.iter().map_err(reason)? {
        let (key, json) = row.map_err(reason)?;
        let (kind, venue, id) = key.value();
        read(kind, venue, id, json.value())
            .map_err(|reason| format!("invalid {kind} {id}: {reason}"))?;
    }
    Ok(())
}

/// The reason of an error of the database, without its wording of files and transactions.
pub(super) fn reason(error: impl Into<redb::Error>) -> Reason {
    match error.into() {
        redb::Error::Io(error) => error.to_string(),
        redb::Error::Corrupted(_) => "damaged".to_owned(),
        redb::Error::TableDoesNotExist(_) => "not a data file of a sandbox".to_owned(),
        error => error.to_string(),
    }
}
