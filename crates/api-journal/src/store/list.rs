//! Lists of entries.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use api_wire::Timestamp;

use crate::entry::Entry;
use crate::entry::details::Details;
use crate::entry::entry_id::EntryId;
use crate::entry::scope::Scope;
use crate::error::JournalError;

/// Which entries are listed, by what becomes of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Which {
    /// All entries.
    #[default]
    All,
    /// Entries whose outcome is unknown, and whose send is over: [`Entry::is_open`].
    Open,
    /// Entries that need a person: [`Entry::is_for_people`].
    ForPeople,
    /// Entries whose record is to be looked up now: `due_at` is at or before `now`.
    Due,
    /// Entries that were prepared, and never sent.
    NeverSent,
}

impl FromStr for Which {
    type Err = JournalError;

    fn from_str(word: &str) -> Result<Self, JournalError> {
        Ok(match word {
            "all" => Self::All,
            "open" => Self::Open,
            "for_people" => Self::ForPeople,
            "due" => Self::Due,
            "never_sent" => Self::NeverSent,
            _ => return Err(JournalError::invalid("list", word)),
        })
    }
}

/// Which entries are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// Which entries, by what becomes of them.
    pub which: Which,
    /// Only the entry with this id.
    pub id: Option<EntryId>,
    /// Only entries of this API, environment and account.
    pub scope: Option<Scope>,
    /// Only entries of this account.
    pub account: Option<String>,
    /// Only entries that have this text as their key, or as a name or an id of their record.
    pub text: Option<String>,
    /// Only entries that were inserted at least this long ago.
    pub older_than: Duration,
}

impl Filter {
    /// All entries.
    pub fn all() -> Self {
        Self::default()
    }

    /// Entries whose outcome is unknown.
    pub fn open() -> Self {
        Self::of(Which::Open)
    }

    /// Entries that only people can resolve, or should look at.
    pub fn for_people() -> Self {
        Self::of(Which::ForPeople)
    }

    /// Entries that were prepared, and never sent.
    pub fn never_sent() -> Self {
        Self::of(Which::NeverSent)
    }

    /// Entries whose record is to be looked up now.
    pub fn due() -> Self {
        Self::of(Which::Due)
    }

    /// The entry with this id.
    pub fn entry(id: EntryId) -> Self {
        Self {
            id: Some(id),
            ..Self::default()
        }
    }

    fn of(which: Which) -> Self {
        Self {
            which,
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

    /// Only entries that have this text as their key, or as a name or an id of their record, such as a
    /// `RequestUid`.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }

    /// Only entries that were inserted at least this long ago.
    #[must_use]
    pub fn older_than(mut self, age: Duration) -> Self {
        self.older_than = age;
        self
    }

    /// Whether an entry is listed at this time.
    pub fn includes(&self, entry: &Entry, now: Timestamp) -> bool {
        let is_which = match self.which {
            Which::All => true,
            Which::Open => entry.is_open(now),
            Which::ForPeople => entry.is_for_people(now),
            Which::Due => entry.due_at.is_some_and(|due_at| due_at <= now),
            Which::NeverSent => entry.state == crate::State::NotSent && entry.generation == 0,
        };
        is_which
            && self.id.is_none_or(|id| entry.id == id)
            && self
                .scope
                .as_ref()
                .is_none_or(|scope| entry.scope == *scope)
            && self
                .account
                .as_ref()
                .is_none_or(|account| entry.scope.account == *account)
            && self.text.as_ref().is_none_or(|text| {
                entry.key == *text || entry.details.to_json().contains(&Details::value(text))
            })
            && entry.created_at + self.older_than <= now
    }
}

/// The place in a list after which the next page begins. Its text can be kept, such as in a link.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// The `created_at` of the last entry.
    pub created_at: Timestamp,
    /// The text of its id, which may be one that cannot be read.
    pub id: String,
}

impl Cursor {
    /// The place of an entry.
    pub fn of(entry: &Entry) -> Self {
        Self {
            created_at: entry.created_at,
            id: entry.id.to_string(),
        }
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.created_at.millis(), self.id)
    }
}

impl FromStr for Cursor {
    type Err = JournalError;

    fn from_str(text: &str) -> Result<Self, JournalError> {
        let invalid = || JournalError::invalid("cursor", text);
        let (millis, id) = text.split_once('_').ok_or_else(invalid)?;
        Ok(Self {
            created_at: Timestamp::from_millis(millis.parse().map_err(|_| invalid())?),
            id: id.to_owned(),
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
    /// Sets `list` (`for_people`, `open`, `due`, `never_sent` or `all`), `account`, `text`, `hours` (the
    /// least age), `after` (the cursor of the page before) or `limit` (at most 1,000).
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
            "list" => self.filter.which = value.parse()?,
            "account" => self.filter.account = Some(value.to_owned()),
            "text" => self.filter.text = Some(value.to_owned()),
            "hours" => self.filter.older_than = Duration::from_secs(u64::from(number()?) * 3600),
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

impl Unreadable {
    /// A row that cannot be read.
    pub fn new(id: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self {
            id: id.into(),
            reason: reason.to_string(),
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}: {}", self.id.escape_debug(), self.reason)
    }
}

/// A page of a list, the earliest `created_at` first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// The entries of the page.
    pub entries: Vec<Result<Entry, Unreadable>>,
    /// Where the next page begins. `None`: this one is the last.
    pub next: Option<Cursor>,
    /// How many entries the whole list has.
    pub count: u64,
    /// The time by the clock of the store.
    pub now: Timestamp,
}

impl Listed {
    /// A page.
    pub fn new(
        entries: Vec<Result<Entry, Unreadable>>,
        next: Option<Cursor>,
        count: u64,
        now: Timestamp,
    ) -> Self {
        Self {
            entries,
            next,
            count,
            now,
        }
    }

    /// A page of the rows that a store has read, with their `created_at` in milliseconds and their ids:
    /// one more than the limit, if there are more.
    pub fn page(
        mut rows: Vec<(i64, String, Result<Entry, Unreadable>)>,
        limit: u32,
        count: u64,
        now: Timestamp,
    ) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| has_more);
        let next = last.map(|(created_at, id, _)| Cursor {
            created_at: Timestamp::from_millis(*created_at),
            id: id.clone(),
        });
        let entries = rows.into_iter().map(|(_, _, entry)| entry).collect();
        Self::new(entries, next, count, now)
    }

    /// The only entry of a list by id.
    ///
    /// # Errors
    ///
    /// If its row cannot be read.
    pub fn into_entry(self) -> Result<Option<Entry>, JournalError> {
        let entry = self.entries.into_iter().next().transpose();
        entry.map_err(|unreadable| JournalError::new(unreadable.to_string()))
    }
}
