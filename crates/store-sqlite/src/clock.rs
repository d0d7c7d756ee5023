//! Times of the store: milliseconds since 1970, by the clock of SQLite.

use std::time::Duration;

use api_journal::Timestamp;
use rusqlite::Error;
use rusqlite::types::Type;

/// SQL of the current time. It is the same in all of one statement.
macro_rules! now {
    () => {
        "CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER)"
    };
}
pub(crate) use now;

/// 1000 years: a longer duration is none that ends.
const MAX_MILLIS: i64 = 31_556_952_000_000;

/// A duration in milliseconds, rounded up: a lease is never shorter.
pub(crate) fn millis(duration: Duration) -> i64 {
    let millis = duration.as_nanos().div_ceil(1_000_000);
    i64::try_from(millis).map_or(MAX_MILLIS, |millis| millis.min(MAX_MILLIS))
}

/// The time of a column.
pub(crate) fn time(column: usize, millis: i64) -> Result<Timestamp, Error> {
    let time = Timestamp::from_millisecond(millis);
    time.map_err(|error| Error::FromSqlConversionFailure(column, Type::Integer, Box::new(error)))
}
