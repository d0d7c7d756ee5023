//! The trait of databases.

use api_wire::Timestamp;

use super::query::{Query, Read};
use super::row::{At, Kind, Put, Row, Waits};
use crate::error::JournalError;
use crate::future::JournalFuture;

/// A database with a table of rows, one of their names and one of their history.
///
/// It must ensure that
///
/// * a method that returns `Ok` for a change has committed it durably,
/// * each method is atomic, also among processes,
/// * all times are those of one clock.
///
/// A dropped future may or may not have made its change. `testing::rows` (feature `testing`) checks an
/// implementation.
pub trait Store {
    /// Reads rows, and the moment.
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read>;

    /// Inserts a row of revision 0, or replaces the row that is at its place and has its revision, and
    /// returns the time. The revision is one more then. `None`: another revision is stored, another
    /// transaction was faster, or the database is closed: read again.
    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>>;

    /// How many writes wait for something now, at most 10,000, and from when on the first one does.
    fn count(&self, waits: Waits) -> JournalFuture<'_, (u64, Option<Timestamp>)>;

    /// The lines of the history of a row, by revision.
    fn history<'a>(&'a self, at: &'a At) -> JournalFuture<'a, Vec<String>>;

    /// Deletes the row that is at a place and has a revision, its names and its history. `false`: there
    /// is none.
    fn delete<'a>(&'a self, at: &'a At, revision: i64) -> JournalFuture<'a, bool>;

    /// Deletes rows of a kind that wait for nothing, and whose day is this one or an earlier one: those
    /// of the earliest days, as many as the limit. Returns how many.
    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64>;
}

/// How often a row is changed that other processes change at the same time.
pub(crate) const MAX_CHANGES: usize = 16;

/// Changes the row at a place until no other process was faster. The rule gets the row, or a new one of revision 0, and
/// returns what is put. `false`: the rule puts nothing.
///
/// # Errors
///
/// Those of the rule, or if the database fails.
pub async fn change_row<E: From<JournalError>>(
    rows: &(impl Store + ?Sized),
    at: At,
    rule: impl Fn(Row) -> Result<Option<Put>, E>,
) -> Result<bool, E> {
    for _ in 0..MAX_CHANGES {
        let read = rows.read(&Query::One(at.clone())).await?;
        let Some(put) = rule(read.into_row(&at))? else {
            return Ok(false);
        };
        if rows.put(&put).await?.is_some() {
            return Ok(true);
        }
    }
    Err(contended().into())
}

pub(crate) fn contended() -> JournalError {
    JournalError::new("other processes change the row all the time")
}

/// A store that threads share.
pub type SharedStore = dyn Store + Send + Sync;
