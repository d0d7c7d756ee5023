//! Rows of the table of entries.

use std::error::Error as StdError;

use api_journal::{Details, Entry, EntryId, Intent, RequestDigest, Scope, State};
use rusqlite::types::Type;
use rusqlite::{Error, Row};

use crate::clock::time;

/// Reads an entry, whose columns are in the order of the [statements](crate::statements).
pub(crate) fn entry(row: &Row<'_>) -> Result<Entry, Error> {
    let text = |column| row.get_ref(column).and_then(|value| Ok(value.as_str()?));
    let id: EntryId = text(0)?.parse().map_err(|error| invalid(0, error))?;
    let digest = row.get_ref(6)?.as_blob()?;
    let digest = RequestDigest::from_bytes(digest).map_err(|error| invalid(6, error))?;
    let state: State = text(7)?.parse().map_err(|error| invalid(7, error))?;
    let scope = Scope::new(text(1)?, text(2)?, text(3)?);
    let intent = Intent::new(scope, text(4)?, text(5)?, digest, state, text(10)?);
    let created_at = time(14, row.get(14)?)?;
    let mut entry = Entry::from_intent(intent, created_at, created_at);
    entry.id = id;
    entry.details = Details::from_json(text(8)?).map_err(|error| invalid(8, error))?;
    entry.sealed_request = row.get(9)?;
    entry.epoch = row.get(11)?;
    entry.revision = row.get(12)?;
    let lease_until: Option<i64> = row.get(13)?;
    entry.lease_until = lease_until.map(|millis| time(13, millis)).transpose()?;
    entry.updated_at = time(15, row.get(15)?)?;
    Ok(entry)
}

fn invalid(column: usize, error: impl StdError + Send + Sync + 'static) -> Error {
    Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}
