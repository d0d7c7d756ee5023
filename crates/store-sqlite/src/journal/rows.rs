//! Rows of the journal.

use std::error::Error as StdError;
use std::str::FromStr;

use api_journal::{
    Details, End, Entry, HistoryLine, Intent, Note, RequestDigest, Scope, Timestamp, Unreadable,
};
use rusqlite::types::Type;
use rusqlite::{Error, Row, Statement, params};

/// Binds the columns of an entry.
pub(crate) fn write(statement: &mut Statement<'_>, entry: &Entry) -> Result<usize, Error> {
    statement.execute(params![
        entry.id.to_string(),
        entry.scope.api,
        entry.scope.environment,
        entry.scope.account,
        entry.operation,
        entry.key,
        entry.digest.as_bytes(),
        entry.digest.version(),
        entry.state.as_str(),
        entry.generation,
        entry.doubt,
        entry.needs_person,
        entry.nonce,
        entry.revision,
        entry.lease_until.map(Timestamp::millis),
        entry.due_at.map(Timestamp::millis),
        entry.format,
        entry.details.to_json(),
        entry.created_at.millis(),
        entry.updated_at.millis(),
    ])
}

/// Reads an entry.
pub(crate) fn entry(row: &Row<'_>) -> Result<Entry, Error> {
    let text = |column| row.get_ref(column).and_then(|value| Ok(value.as_str()?));
    let time = |column| row.get(column).map(Timestamp::from_millis);
    let time_or_none = |column| {
        let millis: Option<i64> = row.get(column)?;
        Ok::<_, Error>(millis.map(Timestamp::from_millis))
    };
    let scope = Scope::new(text(1)?, text(2)?, text(3)?);
    let digest = RequestDigest::from_stored(row.get(7)?, row.get_ref(6)?.as_blob()?);
    let digest = digest.map_err(|error| invalid(6, error))?;
    let intent = Intent::new(scope, text(4)?, text(5)?, digest, row.get(12)?);
    let mut entry = Entry::from_intent(&intent, time(18)?, Default::default());
    entry.id = parsed(0, text(0)?)?;
    entry.state = parsed(8, text(8)?)?;
    entry.generation = row.get(9)?;
    entry.doubt = row.get(10)?;
    entry.needs_person = row.get(11)?;
    entry.revision = row.get(13)?;
    entry.lease_until = time_or_none(14)?;
    entry.due_at = time_or_none(15)?;
    entry.format = row.get(16)?;
    entry.details = Details::from_json(text(17)?).map_err(|error| invalid(17, error))?;
    entry.updated_at = time(19)?;
    Ok(entry)
}

/// Reads an entry of a list, which is shown even if it cannot be read.
pub(crate) fn listed(row: &Row<'_>) -> Result<Result<Entry, Unreadable>, Error> {
    let id: String = row.get(0)?;
    Ok(entry(row).map_err(|error| Unreadable::new(id, error)))
}

/// Reads a line of the history.
pub(crate) fn line(row: &Row<'_>) -> Result<HistoryLine, Error> {
    let ended: Option<String> = row.get(4)?;
    let state: String = row.get(2)?;
    let mut note = Note::new(row.get(3)?, row.get::<_, String>(6)?);
    note.end = ended.as_deref().and_then(End::from_json);
    note.by = row.get(5)?;
    let at = Timestamp::from_millis(row.get(1)?);
    Ok(HistoryLine::new(note, row.get(0)?, parsed(2, &state)?, at))
}

fn parsed<T: FromStr<Err: StdError + Send + Sync + 'static>>(
    column: usize,
    text: &str,
) -> Result<T, Error> {
    text.parse().map_err(|error| invalid(column, error))
}

fn invalid(column: usize, error: impl StdError + Send + Sync + 'static) -> Error {
    Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}
