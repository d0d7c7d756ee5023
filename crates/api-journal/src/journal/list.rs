//! Lists of entries.

use std::fmt;
use std::str::FromStr;

use api_wire::Timestamp;

use crate::entry::Entry;
use crate::entry::json::{from_hex, hex};
use crate::entry::scope::Scope;
use crate::error::JournalError;
use crate::rows::{Query, Range, Read, Row, Waits, name};

/// Which entries are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// Only entries that wait for this now.
    pub waits: Option<Waits>,
    /// Only entries of this API, environment and account.
    pub scope: Option<Scope>,
    /// Only entries of this account.
    pub account: Option<String>,
    /// Only entries whose key, or a name or an id of their record, begins with this text.
    pub text: Option<String>,
}

impl Filter {
    /// All entries.
    pub fn all() -> Self {
        Self::default()
    }

    /// Entries that only people can resolve, or should look at.
    pub fn for_people() -> Self {
        Self::of(Waits::Person)
    }

    /// Entries that were prepared, and never sent.
    pub fn never_sent() -> Self {
        Self::of(Waits::Send)
    }

    /// Entries whose record is to be looked up now.
    pub fn due() -> Self {
        Self::of(Waits::LookUp)
    }

    fn of(waits: Waits) -> Self {
        Self {
            waits: Some(waits),
            ..Self::default()
        }
    }

    /// Only entries of this scope.
    #[must_use]
    pub fn scope(mut self, scope: Scope) -> Self {
        self.scope = Some(scope);
        self
    }

    /// Only entries of this account.
    #[must_use]
    pub fn account(mut self, account: impl Into<String>) -> Self {
        self.account = Some(account.into());
        self
    }

    /// Only entries whose key, or a name or an id of their record, such as a `RequestUid`, begins with this
    /// text: `cart-7` finds all steps of a cart.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }

    /// Whether an entry is listed at this time.
    pub fn includes(&self, entry: &Entry, now: Timestamp) -> bool {
        let is_of = |account: &String| entry.scope.account == *account;
        // Also of a text that is longer than a name.
        let begins = |text: &String| entry.texts().any(|other| other.starts_with(text));
        self.waits.is_none_or(|waits| entry.waits_now(waits, now))
            && self
                .scope
                .as_ref()
                .is_none_or(|scope| entry.scope == *scope)
            && self.account.as_ref().is_none_or(is_of)
            && self.text.as_ref().is_none_or(begins)
    }

    /// The rows of a page, and one more.
    pub(crate) fn query(&self, after: Option<&Cursor>, limit: u32) -> Query {
        let range = match (&self.scope, &self.account) {
            (Some(scope), _) => Range::Scope(scope.to_text()),
            (None, Some(account)) => Range::Account(account.clone()),
            (None, None) => Range::All,
        };
        let limit = limit.saturating_add(1);
        let time = |after: &Cursor| Timestamp::from_millis(after.number);
        match (&self.text, self.waits) {
            (Some(text), _) => Query::Matching {
                prefix: name(text),
                range,
                after: after.map(|after| (after.text.clone(), after.number)),
                limit,
            },
            (None, Some(waits)) => Query::Waiting {
                waits,
                range,
                after: after.map(|after| (time(after), after.text.clone(), after.id.clone())),
                limit,
            },
            (None, None) => Query::Made {
                range,
                after: after.map(|after| (after.text.clone(), time(after), after.id.clone())),
                limit,
            },
        }
    }

    /// The place of a row in the list.
    fn place(&self, row: &Row) -> Cursor {
        let time = match (self.waits, row.waits) {
            (Some(_), Some((_, from))) => from,
            _ => row.created_at,
        };
        let (text, number) = match &row.found_by {
            Some((name, number)) => (name.clone(), *number),
            None => (row.at.scope.clone(), time.millis()),
        };
        let id = row.at.id.clone();
        Cursor { number, id, text }
    }
}

/// The place in a list after which the next page begins. Its text can be kept, such as in a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// A time in milliseconds, or the number of a row.
    number: i64,
    id: String,
    /// A scope or a name.
    text: String,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = hex(self.text.as_bytes());
        write!(f, "{}_{}_{text}", self.number, self.id)
    }
}

impl FromStr for Cursor {
    type Err = JournalError;

    fn from_str(text: &str) -> Result<Self, JournalError> {
        let invalid = || JournalError::invalid("cursor", text);
        let mut words = text.split('_');
        let mut word = || words.next().ok_or_else(invalid);
        let (number, id, digits) = (word()?, word()?, word()?);
        let bytes = from_hex(digits);
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        Ok(Self {
            number: number.parse().map_err(|_| invalid())?,
            id: id.to_owned(),
            text: text.ok_or_else(invalid)?,
        })
    }
}

/// One page of a list, as the router and the program of people ask for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageQuery {
    /// Which entries: those for people, unless the query says otherwise.
    pub filter: Filter,
    /// Where the page begins.
    pub after: Option<Cursor>,
    /// The most entries of the page.
    pub limit: u32,
}

impl Default for PageQuery {
    fn default() -> Self {
        Self {
            filter: Filter::for_people(),
            after: None,
            limit: 50,
        }
    }
}

impl PageQuery {
    /// Sets `list` (`for_people`, `due`, `never_sent` or `all`), `account`, `text` (the beginning of a key, a
    /// name or an id), `after` (the cursor of the page before) or `limit` (at most 1,000).
    ///
    /// # Errors
    ///
    /// If the name or the value is another one.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), JournalError> {
        let number = || {
            let number = value.parse::<u32>();
            number.map_err(|_| JournalError::invalid(name, value))
        };
        match name {
            "list" => {
                self.filter.waits = match value {
                    "all" => None,
                    "for_people" => Some(Waits::Person),
                    "due" => Some(Waits::LookUp),
                    "never_sent" => Some(Waits::Send),
                    _ => return Err(JournalError::invalid(name, value)),
                }
            }
            "account" => self.filter.account = Some(value.to_owned()),
            "text" => self.filter.text = Some(value.to_owned()),
            "after" => self.after = Some(value.parse()?),
            "limit" => self.limit = number()?.clamp(1, 1000),
            _ => return Err(JournalError::invalid("parameter", name)),
        }
        Ok(())
    }
}

/// A row that this version cannot read. It is listed, so that a person sees it, and nothing is sent for
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unreadable {
    /// The text of the id.
    pub id: String,
    /// What cannot be read.
    pub reason: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}: {}", self.id.escape_debug(), self.reason)
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// The entries of the page.
    pub entries: Vec<Result<Entry, Unreadable>>,
    /// Where the next page begins. `None`: this one is the last.
    pub next: Option<Cursor>,
    /// Whether the journal was [restored](crate::Operator::restored), and nobody has reconciled it since:
    /// nothing is sent.
    pub is_restored: bool,
    /// The time by the clock of the store.
    pub now: Timestamp,
}

impl Listed {
    /// What was read: one row more than the limit, if there are more.
    pub(crate) fn new(filter: &Filter, read: Read, limit: u32) -> Self {
        let Read { moment, mut rows } = read;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| has_more);
        let next = last.map(|row| filter.place(row));
        // One that has several names with the text is found by each.
        let mut ids: Vec<String> = Vec::new();
        rows.retain(|row| {
            let is_new = !ids.contains(&row.at.id);
            ids.push(row.at.id.clone());
            is_new
        });
        let read = |row: Row| match Entry::from_row(&row) {
            Ok(entry) if filter.text.is_some() && !filter.includes(&entry, moment.now) => None,
            Ok(entry) => Some(Ok(entry)),
            Err(error) => Some(Err(Unreadable {
                id: row.at.id,
                reason: error.to_string(),
            })),
        };
        Self {
            entries: rows.into_iter().filter_map(read).collect(),
            next,
            is_restored: moment.is_closed,
            now: moment.now,
        }
    }
}
