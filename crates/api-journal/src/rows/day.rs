//! Days, which no clock that is wrong can make pass faster.

use std::time::Duration;

use super::query::{Query, Read};
use super::row::{At, Kind, Put, Row};
use super::store::Store;
use crate::error::JournalError;
use crate::time_limit::in_time;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How many rows are deleted at once, and how often in a row.
const PRUNED: u32 = 1000;
const MAX_PRUNES: usize = 100;

/// Counts the day, and deletes what waits for nothing and has not changed for so many days.
///
/// # Errors
///
/// If the database fails, or does not answer in time. What is left is deleted the next time.
pub async fn prune_days(
    rows: &(impl Store + ?Sized),
    kinds: &[Kind],
    days: i64,
) -> Result<(), JournalError> {
    let today = in_time(count_day(rows)).await?;
    for kind in kinds {
        for _ in 0..MAX_PRUNES {
            let pruned = in_time(rows.prune(*kind, today - days, PRUNED)).await?;
            if pruned < u64::from(PRUNED) {
                break;
            }
        }
    }
    Ok(())
}

/// Counts a day if 24 hours have passed since the one before, and returns the day.
///
/// A clock that jumps ahead counts one day, however far it jumps, and none until its time has come
/// again. A clock that is behind counts none. Processes with different clocks count no faster together.
///
/// # Errors
///
/// If the database fails.
pub async fn count_day(rows: &(impl Store + ?Sized)) -> Result<i64, JournalError> {
    let read = rows.read(&Query::One(At::day())).await?;
    let today = read.moment.today;
    let Some(mark) = next_day(read) else {
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
/// counted, and nothing pruned, until 24 hours after that. By the mark of the day, as it was read.
pub(crate) fn day_ahead(read: &Read) -> Duration {
    let now = read.moment.now;
    let counted = read.rows.first().map_or(now, |mark| mark.updated_at);
    counted.saturating_duration_since(now)
}

/// The mark of the day to store. `None`: the day is not over.
fn next_day(read: Read) -> Option<Row> {
    let (now, today) = (read.moment.now, read.moment.today);
    let Some(mut mark) = read.into_first() else {
        return Some(Row::new(At::day(), today, now));
    };
    let is_over = mark.updated_at + DAY <= now;
    mark.day += 1;
    mark.updated_at = now;
    is_over.then_some(mark)
}
