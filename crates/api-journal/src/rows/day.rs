//! Days, which no clock that is wrong can make pass faster.

use std::time::Duration;

use super::query::{Query, Read};
use super::row::{At, Kind, Put, Row};
use super::store::Store;
use crate::error::JournalError;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Counts a day if 24 hours have passed since the one before, and returns the day.
///
/// A clock that jumps ahead counts one day, however far it jumps, and none until its time has come
/// again. A clock that is behind counts none. Processes with different clocks count no faster together.
///
/// # Errors
///
/// If the database fails.
pub async fn count_day(rows: &(impl Store + ?Sized)) -> Result<i64, JournalError> {
    let at = At::new(Kind::Mark, "", "day");
    let read = rows.read(&Query::One(at.clone())).await?;
    let today = read.moment.today;
    let Some(mark) = next_day(at, read) else {
        return Ok(today);
    };
    let day = mark.day;
    Ok(match rows.put(&Put::new(mark)).await? {
        Some(_) => day,
        // Another process has counted it.
        None => today,
    })
}

/// How far the day before was counted ahead of the clock of the database, by one that was wrong: no day is
/// counted, and nothing pruned, until 24 hours after that.
///
/// # Errors
///
/// If the database fails.
pub async fn day_ahead(rows: &(impl Store + ?Sized)) -> Result<Duration, JournalError> {
    let read = rows
        .read(&Query::One(At::new(Kind::Mark, "", "day")))
        .await?;
    let now = read.moment.now;
    let counted = read.into_first().map_or(now, |mark| mark.updated_at);
    Ok(counted.saturating_duration_since(now))
}

/// The mark of the day to store. `None`: the day is not over.
fn next_day(at: At, read: Read) -> Option<Row> {
    let (now, today) = (read.moment.now, read.moment.today);
    let Some(mut mark) = read.into_first() else {
        return Some(Row::new(at, today, now));
    };
    let is_over = mark.updated_at + DAY <= now;
    mark.day += 1;
    mark.updated_at = now;
    is_over.then_some(mark)
}
