//! What is read.

use std::time::Duration;

use api_wire::Timestamp;

use super::moment::Moment;
use super::row::{At, Kind, Row, Waits, account};

/// A time that is further ahead was written by a clock that was wrong.
pub(crate) const AHEAD: Duration = Duration::from_secs(25 * 60 * 60);

/// The most rows of one id, or of one name.
pub(crate) const MAX_NAMED: usize = 100;

/// The most rows that are counted.
pub(crate) const MAX_COUNT: u32 = 10_000;

/// Which rows are read. Each is one range of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Query {
    /// The row at a place.
    One(At),
    /// The rows of a kind and an id in all scopes, at most 100. The id of a write says its scope.
    Id {
        /// The kind.
        kind: Kind,
        /// The id.
        id: String,
    },
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
    Queued {
        /// The scope.
        scope: String,
        /// What they wait for.
        waits: Waits,
        /// The most rows.
        limit: u32,
    },
    /// The writes that wait for something now: those first that wait from the earliest time on, then by
    /// scope and id.
    Waiting {
        /// What they wait for.
        waits: Waits,
        /// Whose they are.
        range: Range,
        /// The last row of the page before: from when it waits, its scope and its id.
        after: Option<(Timestamp, String, String)>,
        /// The most rows.
        limit: u32,
    },
    /// The writes that wait for something from a time on that is more than 25 hours ahead: a clock that
    /// was wrong has written it.
    Ahead {
        /// What they wait for.
        waits: Waits,
        /// The most rows.
        limit: u32,
    },
    /// All writes, by scope, then by the time of their insertion, then by id.
    Made {
        /// Whose they are.
        range: Range,
        /// The last row of the page before: its scope, its time and its id.
        after: Option<(String, Timestamp, String)>,
        /// The most rows.
        limit: u32,
    },
    /// The writes that have a name with this beginning, by the name. A write that has several is read
    /// several times. Each has [`Row::found_by`].
    Matching {
        /// What the name begins with.
        prefix: String,
        /// Whose they are.
        range: Range,
        /// The last row of the page before: [`Row::found_by`].
        after: Option<(String, i64)>,
        /// The most rows.
        limit: u32,
    },
}

/// Whose rows are read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Range {
    /// Everybody's.
    All,
    /// Those of an account.
    Account(String),
    /// Those of a scope.
    Scope(String),
}

impl Range {
    /// The account, unless it is everybody's.
    pub(super) fn account(&self) -> Option<&str> {
        match self {
            Self::All => None,
            Self::Account(account) => Some(account),
            Self::Scope(scope) => Some(account(scope)),
        }
    }

    /// The first text of a scope, and the first one after the range.
    pub fn bounds(&self) -> (String, String) {
        match self {
            Self::All => (String::new(), LAST.into()),
            // `0` follows `/`.
            Self::Account(account) => (format!("{account}/"), format!("{account}0")),
            Self::Scope(scope) => (scope.clone(), format!("{scope}\u{1}")),
        }
    }
}

/// No text begins with it: Unicode has no character there.
const LAST: char = '\u{10ffff}';

/// The first text after those that begin with a prefix.
pub(crate) fn after_prefix(prefix: &str) -> String {
    format!("{prefix}{LAST}")
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The time and the day of the store when they were read, and whether the journal is closed.
    pub moment: Moment,
    /// The rows, in the order of the query.
    pub rows: Vec<Row>,
}

impl Read {
    /// The first row.
    pub fn into_first(self) -> Option<Row> {
        self.rows.into_iter().next()
    }

    /// The row that was read at a place, or a new one, to be changed now.
    pub fn into_row(self, at: &At) -> Row {
        let moment = self.moment;
        let row = self.into_first();
        let row = row.unwrap_or_else(|| Row::new(at.clone(), moment.today, moment.now));
        row.changed_at(moment)
    }
}
