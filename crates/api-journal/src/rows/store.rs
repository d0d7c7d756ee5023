//! The trait of databases.

use std::sync::Arc;

use super::query::{Query, Read};
use super::row::{At, Kind, Row};
use crate::store::journal::JournalFuture;

/// A database with one table of rows, and one of their names.
///
/// It must ensure that
///
/// * a method that returns `Ok` for a change has committed it durably,
/// * each method is atomic, also among processes,
/// * all times are those of one clock.
///
/// A dropped future may or may not have made its change. `store_conformance::rows` checks an
/// implementation.
pub trait Store {
    /// Reads rows, the time and the day.
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read>;

    /// Inserts a row of revision 0, or replaces the row that is at its place and has its revision. The
    /// revision is one more then. `false`: another revision is stored, or another transaction was
    /// faster: read again.
    fn put<'a>(&'a self, row: &'a Row) -> JournalFuture<'a, bool>;

    /// Deletes the row at a place and its names. `false`: there is none.
    fn delete<'a>(&'a self, at: &'a At) -> JournalFuture<'a, bool>;

    /// Deletes rows of a kind that wait for nothing, and whose day is this one or an earlier one: those
    /// of the earliest days, as many as the limit. Returns how many.
    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64>;
}

/// Rows that threads share.
pub type SharedStore = dyn Store + Send + Sync;

impl<R: Store + ?Sized> Store for Arc<R> {
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        R::read(self, query)
    }

    fn put<'a>(&'a self, row: &'a Row) -> JournalFuture<'a, bool> {
        R::put(self, row)
    }

    fn delete<'a>(&'a self, at: &'a At) -> JournalFuture<'a, bool> {
        R::delete(self, at)
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        R::prune(self, kind, day, limit)
    }
}
