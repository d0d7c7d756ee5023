//! Rows of the journal.

use std::time::{Duration, SystemTime};

use api_journal::{
    Details, End, Entry, HistoryLine, Intent, Note, RequestDigest, Scope, Timestamp, Unreadable,
};
use tokio_postgres::Row;

use crate::error::StoreError;

/// Reads an entry.
pub(crate) fn entry(row: &Row) -> Result<Entry, StoreError> {
    let text = |column| row.try_get::<_, &str>(column);
    let digest = RequestDigest::from_stored(row.try_get("digest_version")?, row.try_get("digest")?);
    let digest = digest.map_err(StoreError::new)?;
    let scope = Scope::new(text("api")?, text("environment")?, text("venue")?);
    let (operation, key) = (text("operation")?, text("key")?);
    let intent = Intent::new(scope, operation, key, digest, row.try_get("nonce")?);
    let mut entry = Entry::from_intent(&intent, time(row, "created_at")?, Duration::ZERO);
    entry.id = text("id")?.parse().map_err(StoreError::new)?;
    entry.state = text("state")?.parse().map_err(StoreError::new)?;
    entry.generation = row.try_get("generation")?;
    entry.doubt = row.try_get("doubt")?;
    entry.needs_person = row.try_get("needs_person")?;
    entry.revision = row.try_get("revision")?;
    entry.lease_until = time_or_none(row, "lease_until")?;
    entry.due_at = time_or_none(row, "due_at")?;
    entry.format = row.try_get("format")?;
    entry.details = Details::from_json(text("details")?).map_err(StoreError::new)?;
    entry.updated_at = time(row, "updated_at")?;
    Ok(entry)
}

/// Reads an entry of a list, which is shown even if it cannot be read, with its place in the list.
/// `None`: the list has no entry.
#[allow(clippy::type_complexity, reason = "a row of a page")]
pub(crate) fn listed(
    row: &Row,
) -> Result<Option<(i64, String, Result<Entry, Unreadable>)>, StoreError> {
    let Some(id) = row.try_get::<_, Option<String>>("id")? else {
        return Ok(None);
    };
    let created_at = time(row, "created_at")?.millis();
    let entry = entry(row).map_err(|error| Unreadable::new(id.clone(), error));
    Ok(Some((created_at, id, entry)))
}

/// Reads a line of the history.
pub(crate) fn line(row: &Row) -> Result<HistoryLine, StoreError> {
    let ended: Option<&str> = row.try_get("ended")?;
    let state: &str = row.try_get("state")?;
    let mut note = Note::new(row.try_get("generation")?, row.try_get::<_, &str>("why")?);
    note.end = ended.and_then(End::from_json);
    note.by = row.try_get("said_by")?;
    let state = state.parse().map_err(StoreError::new)?;
    let revision = row.try_get("revision")?;
    Ok(HistoryLine::new(note, revision, state, time(row, "at")?))
}

pub(crate) fn time(row: &Row, column: &str) -> Result<Timestamp, StoreError> {
    Ok(row.try_get::<_, SystemTime>(column)?.into())
}

pub(crate) fn time_or_none(row: &Row, column: &str) -> Result<Option<Timestamp>, StoreError> {
    let time: Option<SystemTime> = row.try_get(column)?;
    Ok(time.map(Timestamp::from))
}
