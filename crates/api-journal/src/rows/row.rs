//! One row.

use std::fmt;
use std::str::FromStr;

use api_wire::Timestamp;

use super::moment::Moment;
use crate::error::JournalError;

/// What a row is about. Each kind has rules of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A write, and what became of it.
    Write,
    /// A record that a callback has named.
    Record,
    /// The checkpoint of a sync.
    Checkpoint,
    /// A mark of the whole database, such as its day.
    Mark,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Write, Self::Record, Self::Checkpoint, Self::Mark];

    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Record => "record",
            Self::Checkpoint => "checkpoint",
            Self::Mark => "mark",
        }
    }
}

impl FromStr for Kind {
    type Err = JournalError;

    fn from_str(word: &str) -> Result<Self, JournalError> {
        let mut all = Self::ALL.into_iter();
        let kind = all.find(|kind| kind.as_str() == word);
        kind.ok_or_else(|| JournalError::invalid("kind", word))
    }
}

/// What a row waits for. A row that waits for nothing is pruned in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Waits {
    /// The record is to be read.
    Read,
    /// The record is to be read again, after a failure.
    Reread,
    /// Only a person, or another callback, goes on.
    Person,
    /// The record of the write is to be looked up.
    LookUp,
    /// The write is prepared, and to be sent.
    Send,
}

impl Waits {
    const ALL: [Self; 5] = [
        Self::Read,
        Self::Reread,
        Self::Person,
        Self::LookUp,
        Self::Send,
    ];

    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Reread => "reread",
            Self::Person => "person",
            Self::LookUp => "look_up",
            Self::Send => "send",
        }
    }
}

impl FromStr for Waits {
    type Err = JournalError;

    fn from_str(word: &str) -> Result<Self, JournalError> {
        let mut all = Self::ALL.into_iter();
        let waits = all.find(|waits| waits.as_str() == word);
        waits.ok_or_else(|| JournalError::invalid("state of waiting", word))
    }
}

/// Where a row is: no two rows are at one place. Texts are compared as they are, byte by byte.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    /// What it is about.
    pub kind: Kind,
    /// Whose it is: `account/api/environment`. A mark and a checkpoint belong to nobody: an empty text.
    pub scope: String,
    /// The id within the scope.
    pub id: String,
}

impl At {
    /// A place.
    pub fn new(kind: Kind, scope: impl Into<String>, id: impl Into<String>) -> Self {
        Self {
            kind,
            scope: scope.into(),
            id: id.into(),
        }
    }

    /// The mark of the day, which is [counted](super::count_day).
    pub fn day() -> Self {
        Self::new(Kind::Mark, "", "day")
    }

    /// The mark of a restore: while it waits for a person, the database is [closed](super::Moment::is_closed).
    pub fn restored() -> Self {
        Self::new(Kind::Mark, "", "restored")
    }

    /// The account: the scope to its first `/`.
    pub fn account(&self) -> &str {
        account(&self.scope)
    }
}

pub(crate) fn account(scope: &str) -> &str {
    scope.split('/').next().unwrap_or(scope)
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.kind.as_str(), self.scope, self.id)
    }
}

/// A row: a database compares its place, its revision, what it waits for and its day. Only rules read
/// the body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// Where it is.
    pub at: At,
    /// The number of changes; 0: not stored yet.
    pub revision: i64,
    /// What it waits for, and from when on. The rule that changes the row computes it.
    pub waits: Option<(Waits, Timestamp)>,
    /// The day of the last change, by the days that the database has [counted](super::count_day).
    pub day: i64,
    /// What the rules keep: JSON.
    pub body: String,
    /// What the row is found by. A read does not return them: `None`, and then a change keeps them.
    pub names: Option<Vec<String>>,
    /// The name by which [`Query::Matching`](super::Query::Matching) has found it, and the number of the row.
    pub found_by: Option<(String, i64)>,
    /// The time of the insertion, by the clock of the database.
    pub created_at: Timestamp,
    /// The time of the last change that counts, by the clock of the database.
    pub updated_at: Timestamp,
}

impl Row {
    /// A row that is not stored yet, and waits for nothing.
    pub fn new(at: At, day: i64, now: Timestamp) -> Self {
        Self {
            at,
            revision: 0,
            waits: None,
            day,
            body: "{}".to_owned(),
            names: None,
            found_by: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// The row, to be changed at this moment.
    #[must_use]
    pub fn changed_at(mut self, moment: Moment) -> Self {
        (self.day, self.updated_at) = (moment.today, moment.now);
        self
    }
}

/// A longer name is found by its beginning: an index takes no text of any length.
const MAX_NAME: usize = 200;

/// The first 200 characters of a text, as a name of a row: without NUL, which PostgreSQL does not take.
pub fn name(text: &str) -> String {
    let characters = text.chars().filter(|character| *character != '\0');
    characters.take(MAX_NAME).collect()
}

/// A row to insert or to replace.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Put {
    /// The row. Of revision 0, it is inserted, and `updated_at` is also the time of the insertion.
    pub row: Row,
    /// A line for the history of the row.
    pub line: Option<String>,
    /// Whether the earlier lines of its history are deleted.
    pub forgets: bool,
    /// Whether a write is sent after it: refused while the database is [closed](super::Moment::is_closed).
    pub begins_send: bool,
}

impl Put {
    /// A row without a history.
    pub fn new(row: Row) -> Self {
        Self {
            row,
            line: None,
            forgets: false,
            begins_send: false,
        }
    }
}
