//! References of records that are being created, and the ids that belong to them: in a transaction of the
//! caller or in their own.

use std::error::Error as StdError;
use std::fmt::Display;
use std::str::FromStr;

use api_runtime::journal::rows::{At, Kind, Put, Query, Row, Store};

use crate::records::body::time;
use crate::records::error::BoxError;
use crate::records::heard::{Heard, Time};

/// How often a row is changed that other processes change at the same time.
const MAX_CHANGES: usize = 16;

/// The revision of an expected reference: its row never changes.
pub(crate) const EXPECTED: i64 = 1;

/// Expects a record with this reference, unless it is known.
///
/// # Errors
///
/// If the database fails.
pub async fn expect(
    rows: &(impl Store + ?Sized),
    receiver: &str,
    reference: &str,
) -> Result<(), BoxError> {
    let known = Query::Named {
        kind: Kind::Record,
        scope: receiver.to_owned(),
        name: reference.to_owned(),
    };
    let read = rows.read(&known).await?;
    if read.rows.is_empty() {
        let at = At::new(Kind::Expected, receiver, reference);
        // Otherwise it is expected already.
        let expected = Row::new(at, read.moment.today, read.moment.now);
        rows.put(&Put::new(expected)).await?;
    }
    Ok(())
}

/// Confirms that the record with this reference has this id.
///
/// # Errors
///
/// If the database fails.
pub async fn confirm(
    rows: &(impl Store + ?Sized),
    receiver: &str,
    reference: &str,
    id: &str,
) -> Result<(), BoxError> {
    let at = At::new(Kind::Record, receiver, id);
    // Whatever the texts of a state and of a hint mean, they stay.
    let confirmed = change(rows, &at, |known: Option<Heard<String, String>>, now| {
        let mut known = known.unwrap_or_else(|| Heard::new(None));
        known.confirm(reference.to_owned(), now);
        Some((known, ()))
    });
    confirmed.await?;
    let expected = At::new(Kind::Expected, receiver, reference);
    rows.delete(&expected, EXPECTED).await?;
    Ok(())
}

/// Changes a record by a rule, until no other process was faster. `None` of the rule: nothing is written.
pub(crate) async fn change<S, H, T>(
    rows: &(impl Store + ?Sized),
    at: &At,
    rule: impl Fn(Option<Heard<S, H>>, Time) -> Option<(Heard<S, H>, T)>,
) -> Result<Option<T>, BoxError>
where
    S: PartialEq + Display + FromStr<Err: StdError + Send + Sync + 'static>,
    H: Clone + PartialEq + Display + FromStr<Err: StdError + Send + Sync + 'static>,
{
    for _ in 0..MAX_CHANGES {
        let read = rows.read(&Query::One(at.clone())).await?;
        let moment = read.moment;
        let stored = read.into_first();
        let known = stored.as_ref().map(Heard::read).transpose()?;
        let Some((changed, value)) = rule(known, time(moment.now)) else {
            return Ok(None);
        };
        let row = changed.write(at, stored, moment)?;
        if rows.put(&Put::new(row)).await?.is_some() {
            return Ok(Some(value));
        }
    }
    Err(contended())
}

/// Other processes were faster each time.
pub(crate) fn contended() -> BoxError {
    "other processes change the record all the time".into()
}
