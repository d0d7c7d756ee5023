//! What people do with a journal.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use api_wire::Timestamp;
use serde_json::Value;

use crate::entry::Entry;
use crate::entry::entry_id::EntryId;
use crate::entry::history::{HistoryLine, Note};
use crate::entry::intent::Intent;
use crate::entry::scope::Scope;
use crate::entry::state::State;
use crate::journal::Journal;
use crate::journal::change::Change;
use crate::journal::list::{Cursor, Filter, Listed, Unreadable};
use crate::resolution::{Resolution, ResolveError};
use crate::rows::store::{MAX_CHANGES, contended};
use crate::rows::{At, Put, Waits, change_row};
use crate::rules;
use crate::time_limit::in_time;

/// How long after its last send a write that is not listed counts as not sent.
const LEAST_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// How long after a restore a request that was sent before it counts as executed or lost.
const RESTORE_WAIT: Duration = Duration::from_secs(60 * 60);

/// In how many entries of a scope an operation is looked for.
const FIRST: u32 = 1000;

/// The entries of a page.
const PAGE: u32 = 100;

/// The functions of a journal for people. Each change writes the name, the time and the reason to the
/// history. A database that does not answer is an error after ten seconds.
///
/// ```
/// use api_journal::{Filter, MemoryStore, Operator, Resolution};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let journal = MemoryStore::new();
/// let operator = Operator::new(journal, "eve")?;
/// let page = operator.list(&Filter::for_people().account("12"), None, 100).await?;
/// for entry in page.entries {
///     match entry {
///         Ok(entry) => println!("{}: {:?}", entry.key, entry.details.names),
///         Err(unreadable) => println!("{unreadable}"),
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Operator {
    journal: Journal,
    by: String,
    accounts: Accounts,
    least_age: Duration,
}

/// Whose entries a person sees and changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accounts {
    /// Everybody's.
    All,
    /// Those of these accounts. Such a person cannot close or open the journal, which is that of all.
    Only(Vec<String>),
}

impl Accounts {
    fn has(&self, account: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(accounts) => accounts.iter().any(|other| other == account),
        }
    }
}

/// An entry and its history.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shown {
    /// The entry as it is now.
    pub entry: Entry,
    /// Its history, the first change first.
    pub history: Vec<HistoryLine>,
    /// The time by the clock of the store.
    pub now: Timestamp,
}

impl Shown {
    /// The entry as people see it, in JSON, with its `history`.
    pub fn to_json(&self) -> Value {
        let mut shown = self.entry.to_json(self.now);
        let history = self.history.iter().map(HistoryLine::to_json);
        shown["history"] = history.collect();
        shown
    }
}

impl Operator {
    /// A person with this name, whom the service has authenticated.
    ///
    /// # Errors
    ///
    /// If the name is blank.
    pub fn new(journal: impl Into<Journal>, by: impl Into<String>) -> Result<Self, ResolveError> {
        let (journal, by) = (journal.into(), by.into());
        check("by", &by)?;
        Ok(Self {
            journal,
            by,
            accounts: Accounts::All,
            least_age: LEAST_AGE,
        })
    }

    /// Sets whose entries the person sees and changes: everybody's by default. Entries of other accounts
    /// are not found.
    pub fn accounts(mut self, accounts: Accounts) -> Self {
        self.accounts = accounts;
        self
    }

    /// Sets how long after its last send a person can say that a write did not take effect, without being
    /// sure: 24 hours by default. The documents say of no provider how late a write may be listed.
    pub fn least_age(mut self, least_age: Duration) -> Self {
        self.least_age = least_age;
        self
    }

    /// A page of entries: the first one, or with [`next`](Listed::next) of a page the one after it. A person
    /// with one account sees those of this account. [`list_all`](Self::list_all) reads all pages.
    ///
    /// # Errors
    ///
    /// If the filter is not one of an account of the person's, or the journal fails.
    pub async fn list(
        &self,
        filter: &Filter,
        after: Option<&Cursor>,
        limit: u32,
    ) -> Result<Listed, ResolveError> {
        let mut filter = filter.clone();
        if let Accounts::Only(accounts) = &self.accounts {
            let scope = filter.scope.as_ref().map(|scope| &scope.account);
            match (scope.or(filter.account.as_ref()), accounts.as_slice()) {
                (Some(account), _) if self.accounts.has(account) => {}
                (None, [account]) => filter.account = Some(account.clone()),
                _ => return Err(ResolveError::OtherAccount),
            }
        }
        Ok(in_time(self.journal.list(&filter, after, limit)).await?)
    }

    /// An entry and its history.
    ///
    /// # Errors
    ///
    /// If there is no such entry, or the journal fails.
    pub async fn show(&self, id: &EntryId) -> Result<Shown, ResolveError> {
        let (entry, now) = self.entry(id).await?;
        let history = in_time(self.journal.history(id)).await?;
        Ok(Shown {
            entry,
            history,
            now,
        })
    }

    /// Sets the outcome of a write that is unknown, or corrects the outcome that a person has set.
    ///
    /// # Errors
    ///
    /// If the request may be on its way, if the person denies an effect that a response or a look-up has
    /// shown, or one of a request that was sent [a short time ago](Self::least_age), or if `why` or the id of the record is blank.
    pub async fn resolve(
        &self,
        id: &EntryId,
        word: Resolution,
        why: &str,
    ) -> Result<Entry, ResolveError> {
        check("why", why)?;
        if let Resolution::TookEffect {
            record_id: Some(record_id),
        } = &word
        {
            check("record_id", record_id)?;
        }
        self.change(id, |entry, now| {
            rules::resolve(entry, &word, &self.by, why, now, self.least_age)
        })
        .await
    }

    /// Records a write that took effect and is not done in the journal, such as after the restore of a
    /// backup. From then on, a call with the key sends nothing, and returns
    /// [`Earlier`](crate::rules::Told::Earlier) with the id of the record. A new entry has no digest: any
    /// request with the key counts as the same request. A record that was a mistake is
    /// [withdrawn](Self::withdraw).
    ///
    /// # Errors
    ///
    /// If the request may be on its way, if a response or a look-up has shown the effect, if a text is blank, or
    /// if the key is none. If no other entry has the scope and the operation, as far as the first thousand entries of the
    /// scope show, and `is_new` is not said: a misspelled word would protect no key.
    pub async fn record(
        &self,
        scope: Scope,
        operation: &str,
        key: &str,
        record_id: Option<&str>,
        why: &str,
        is_new: bool,
    ) -> Result<Entry, ResolveError> {
        // As the client writes them.
        let Scope {
            api,
            environment,
            account,
        } = &scope;
        let scope = Scope::new(api.trim(), environment.trim(), account.trim());
        let (operation, key) = (operation.trim(), Intent::valid_key(key));
        let key = key.map_err(ResolveError::Key)?;
        if !self.accounts.has(&scope.account) {
            return Err(ResolveError::OtherAccount);
        }
        check("api", &scope.api)?;
        check("environment", &scope.environment)?;
        check("account", &scope.account)?;
        if scope.account.contains('/') || scope.api.contains('/') {
            return Err(ResolveError::Slash);
        }
        check("operation", operation)?;
        check("record_id", record_id.unwrap_or("none"))?;
        check("why", why)?;
        if !is_new {
            let filter = Filter::all().scope(scope.clone());
            let listed = self.list(&filter, None, FIRST).await?;
            let mut entries = listed.entries.iter().flatten();
            if !entries.any(|entry| entry.operation == operation) {
                return Err(ResolveError::NewScope);
            }
        }
        let intent = Intent::recorded(scope, operation, key, record_id);
        in_time(self.journal.begin(&intent, Duration::ZERO)).await?;
        let record_id = record_id.map(str::to_owned);
        let word = Resolution::TookEffect { record_id };
        self.resolve(&intent.id, word, why).await
    }

    /// Takes back what a person has [recorded](Self::record) or [said](Self::resolve), by mistake. If no call has
    /// sent the write, its key can be sent from then on. Else the outcome is unknown, as it was or may have been: a
    /// person resolves the entry again, or a call looks the record up.
    ///
    /// # Errors
    ///
    /// If no person has had the last word, or if `why` is blank.
    pub async fn withdraw(&self, id: &EntryId, why: &str) -> Result<Entry, ResolveError> {
        check("why", why)?;
        self.change(id, |entry, _| rules::withdrawn(entry, &self.by, why))
            .await
    }

    /// Deletes the key, the names, the ids and the history of an entry. The row stays until it is pruned,
    /// so that a write that took effect is not sent again under the key.
    ///
    /// # Errors
    ///
    /// If the outcome is unknown, or the entry is for people.
    pub async fn erase(&self, id: &EntryId, why: &str) -> Result<Entry, ResolveError> {
        check("why", why)?;
        self.change(id, |entry, _| rules::erased(entry, &self.by, why))
            .await
    }

    /// All entries of a filter, and the time by the clock of the store: such as those that
    /// [`erase_all`](Self::erase_all) would erase, so that a person looks at them first.
    ///
    /// # Errors
    ///
    /// As [`list`](Self::list).
    pub async fn list_all(
        &self,
        filter: &Filter,
    ) -> Result<(Vec<Result<Entry, Unreadable>>, Timestamp), ResolveError> {
        let (mut entries, mut after) = (Vec::new(), None);
        let mut ids = BTreeSet::new();
        loop {
            let listed = self.list(filter, after.as_ref(), PAGE).await?;
            // One that has several names with the text is on several pages.
            entries.extend(listed.entries.into_iter().filter(|entry| match entry {
                Ok(entry) => ids.insert(entry.id.to_string()),
                Err(row) => ids.insert(row.id.clone()),
            }));
            after = listed.next;
            if after.is_none() {
                return Ok((entries, listed.now));
            }
        }
    }

    /// [Erases](Self::erase) each entry of a filter, which has an account or a scope, and a text, such as
    /// the entries of a person's cart. Returns the result for each entry.
    ///
    /// # Errors
    ///
    /// If the filter has no account or no text, if `why` is blank, or if the journal fails. Then call it
    /// again.
    pub async fn erase_all(
        &self,
        filter: &Filter,
        why: &str,
    ) -> Result<Vec<(String, Result<Entry, ResolveError>)>, ResolveError> {
        let scope = filter.scope.as_ref().map(|scope| &scope.account);
        let account = filter.account.as_ref().or(scope);
        check("account", account.map_or("", String::as_str))?;
        check("text", filter.text.as_deref().unwrap_or_default())?;
        check("why", why)?;
        let mut erased = Vec::new();
        for entry in self.list_all(filter).await?.0 {
            erased.push(match entry {
                Ok(entry) => (entry.id.to_string(), self.erase(&entry.id, why).await),
                Err(row) => (row.id, Err(ResolveError::LaterVersion)),
            });
        }
        Ok(erased)
    }

    /// Marks the database as restored from a backup, so that later writes are missing. From then on, no
    /// call sends a write, until [`reconciled`](Self::reconciled).
    ///
    /// # Errors
    ///
    /// If the person has only some accounts, or the journal fails.
    pub async fn restored(&self, why: &str) -> Result<(), ResolveError> {
        self.close(None, why).await
    }

    /// Ends the state after [`restored`](Self::restored): every write that took effect is done in the
    /// journal. Those that are not, also if they are rejected or unknown there, are [recorded](Self::record)
    /// before.
    ///
    /// # Errors
    ///
    /// If the journal was not restored, or less than an hour ago and the person is not sure: a request that
    /// was sent before may be executed later than the list was made. The documents say of no provider how
    /// late.
    pub async fn reconciled(&self, why: &str, is_sure: bool) -> Result<(), ResolveError> {
        let wait = match is_sure {
            true => Duration::ZERO,
            false => RESTORE_WAIT,
        };
        self.close(Some(wait), why).await
    }

    /// Sets the mark of a restore, or ends it after this time.
    async fn close(&self, ends_after: Option<Duration>, why: &str) -> Result<(), ResolveError> {
        if self.accounts != Accounts::All {
            return Err(ResolveError::OtherAccount);
        }
        check("why", why)?;
        let closed = change_row(self.journal.store(), At::restored(), |mut mark| {
            let now = mark.updated_at;
            let state = match (ends_after, mark.waits) {
                (None, _) => State::Unknown,
                (Some(_), None) => return Err(ResolveError::NotRestored),
                (Some(wait), Some((_, from))) if now < from + wait => {
                    return Err(ResolveError::JustRestored(from + wait));
                }
                (Some(_), Some(_)) => State::Done,
            };
            mark.waits = ends_after.is_none().then_some((Waits::Person, now));
            let mut note = Note::new(0, why);
            note.by.clone_from(&self.by);
            let line = HistoryLine::new(note, mark.revision + 1, state, now);
            let mut put = Put::new(mark);
            put.line = Some(line.to_text());
            Ok(Some(put))
        });
        in_time(closed).await.map(drop)
    }

    /// The entry, if it is one of the person's accounts, and the time.
    async fn entry(&self, id: &EntryId) -> Result<(Entry, Timestamp), ResolveError> {
        let (entry, now) = in_time(self.journal.entry_at(id)).await?;
        let entry = entry.filter(|entry| self.accounts.has(&entry.scope.account));
        Ok((entry.ok_or(ResolveError::NotFound)?, now))
    }

    async fn change(
        &self,
        id: &EntryId,
        change: impl Fn(&Entry, Timestamp) -> Result<Change, ResolveError>,
    ) -> Result<Entry, ResolveError> {
        for _ in 0..MAX_CHANGES {
            let (entry, now) = self.entry(id).await?;
            let change = change(&entry, now)?;
            if let Some(entry) = in_time(self.journal.change(&change)).await? {
                return Ok(entry);
            }
        }
        Err(contended().into())
    }
}

impl fmt::Debug for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Operator");
        debug.field("by", &self.by).finish_non_exhaustive()
    }
}

fn check(name: &'static str, text: &str) -> Result<(), ResolveError> {
    match text.trim().is_empty() {
        true => Err(ResolveError::Blank(name)),
        false => Ok(()),
    }
}
