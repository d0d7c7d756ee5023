//! What is read.

use api_wire::Timestamp;

use super::row::{At, Kind, Row, Waits};

/// Which rows are read. Each is one range of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Query {
    /// The row at a place.
    One(At),
    /// The rows of a kind and a scope that have a name, at most 100.
    Named {
        /// The kind.
        kind: Kind,
        /// The scope.
        scope: String,
        /// The name, exactly.
        name: String,
    },
    /// The records of a scope that wait for something, now or later: those first that wait from the
    /// earliest time on, then by id.
    Waiting {
        /// The scope.
        scope: String,
        /// What they wait for.
        waits: Waits,
        /// The most rows.
        limit: u32,
    },
}

/// When a database was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The time by the clock of the database, in milliseconds.
    pub now: Timestamp,
    /// The day of the database, from 1, as it was [counted](super::count_day) last.
    pub today: i64,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// When.
    pub moment: Moment,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Read {
    /// The first row.
    pub fn into_first(self) -> Option<Row> {
        self.rows.into_iter().next()
    }
}
