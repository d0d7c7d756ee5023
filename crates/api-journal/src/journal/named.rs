//! Writes and records by their names.

use crate::entry::Entry;
use crate::entry::body::NAMELESS;
use crate::error::JournalError;
use crate::rows::{Kind, MAX_NAMED, Query, Row, Store, name};

/// The writes of a scope whose key, a name or an id of whose record is this text, at most 100.
///
/// # Errors
///
/// If the database fails.
pub async fn writes_named(
    store: &(impl Store + ?Sized),
    scope: &str,
    text: &str,
) -> Result<Vec<Entry>, JournalError> {
    let rows = store.read(&named(Kind::Write, scope, text)).await?.rows;
    Ok(entries(&rows))
}

/// The creates of a scope that may have a record whose id is not known. `None`: there are 100 or more.
///
/// # Errors
///
/// If the database fails.
pub async fn writes_without_id(
    store: &(impl Store + ?Sized),
    scope: &str,
) -> Result<Option<Vec<Entry>>, JournalError> {
    let rows = store.read(&named(Kind::Write, scope, NAMELESS)).await?.rows;
    if rows.len() >= MAX_NAMED {
        return Ok(None);
    }
    let mut writes = entries(&rows);
    writes.retain(Entry::is_nameless);
    Ok(Some(writes))
}

/// The id of the record of a scope with this reference, once a callback has named it and the record was
/// read. Of several records, the one whose row was changed last.
///
/// # Errors
///
/// If the database fails.
pub async fn record_named(
    store: &(impl Store + ?Sized),
    scope: &str,
    reference: &str,
) -> Result<Option<String>, JournalError> {
    let rows = store
        .read(&named(Kind::Record, scope, reference))
        .await?
        .rows;
    let last = rows.into_iter().max_by_key(|row| row.updated_at);
    Ok(last.map(|row| row.at.id))
}

/// What a later version wrote may have other names.
fn entries(rows: &[Row]) -> Vec<Entry> {
    let entries = rows.iter().map(Entry::from_row);
    entries.filter_map(Result::ok).collect()
}

fn named(kind: Kind, scope: &str, text: &str) -> Query {
    let (scope, name) = (scope.to_owned(), name(text));
    Query::Named { kind, scope, name }
}
