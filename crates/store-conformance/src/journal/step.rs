//! The steps of a case, and what runs them.

use std::time::Duration;

use api_journal::{
    Begun, Change, Entry, EntryId, Filter, Intent, Journal, Note, RequestDigest, Scope, State,
};
use tokio::time::sleep;

use crate::check::{Checked, Reason, equal, has};

/// A lease that does not expire during a check.
pub(crate) const LEASE: Duration = Duration::from_secs(3600);

/// A step of a case. Entries are named by their keys; each case has an account of its own.
pub(crate) enum Step {
    /// Inserts an entry with this lease.
    Begin(&'static str, Duration),
    /// Inserts an entry that is prepared only.
    Prepare(&'static str),
    /// Begins a key that exists: it is returned as it is.
    BeginAgain(&'static str),
    /// Nothing is inserted after a restore.
    Refused(&'static str),
    /// Inserts what a person records, which no restore prevents.
    Recorded(&'static str),
    /// Changes the entry.
    Change(&'static str, fn(Entry) -> Change),
    /// Changes the entry as it was before its last change, which is refused.
    ChangeStale(&'static str, fn(Entry) -> Change),
    /// The stored entry has a property.
    Expect(&'static str, &'static str, fn(&Entry) -> bool),
    /// A list of the case's account has these keys, in pages of two.
    List(fn() -> Filter, &'static [&'static str]),
    /// A list by id has no entry.
    Missing(&'static str),
    /// The history has these reasons.
    History(&'static str, &'static [&'static str]),
    Sleep(Duration),
    /// Prunes with this age and limit, until nothing is pruned any more: that many at a time.
    Prune(i64, u32),
    /// The mark of a restore is set, or taken away.
    Restored(bool),
}

/// One run of a case.
pub(crate) struct Run<'o, O> {
    open: &'o O,
    scope: Scope,
}

impl<'o, J: Journal, O: AsyncFn() -> J> Run<'o, O> {
    pub(crate) fn new(open: &'o O, name: &str) -> Self {
        let account = format!("{:016x}", fastrand::u64(..));
        Self {
            open,
            scope: Scope::new("conformance", name, account),
        }
    }

    /// Two handles of the database take turns, as two processes do.
    pub(crate) async fn all(&self, steps: &[Step]) -> Checked {
        let journals = [self.open().await, self.open().await];
        for (index, (step, journal)) in steps.iter().zip(journals.iter().cycle()).enumerate() {
            let checked = self.step(journal, step).await;
            checked.map_err(|reason| {
                Reason::new(format!("step {}: {}", index + 1, reason.into_text()))
            })?;
        }
        Ok(())
    }

    async fn step(&self, journal: &J, step: &Step) -> Checked {
        match step {
            Step::Begin(key, lease) => {
                let intent = self.intent(key);
                self.step_begin(journal, &intent, *lease).await?;
            }
            Step::Prepare(key) => {
                let intent = self.intent(key).prepared();
                self.step_begin(journal, &intent, LEASE).await?;
            }
            Step::BeginAgain(key) => {
                let before = self.entry(journal, key).await?;
                let mut intent = self.intent(key);
                intent.nonce += 1;
                intent.names.clear();
                match journal.begin(&intent, Duration::ZERO).await? {
                    Begun::Existing { entry, now, .. } => {
                        has(now >= entry.created_at, "a later time", now)?;
                        equal("the returned entry", &entry, &before)?;
                    }
                    other => has(false, "the entry", other)?,
                }
                equal("the stored entry", self.entry(journal, key).await?, before)?;
            }
            Step::Refused(key) => {
                let begun = journal.begin(&self.intent(key), LEASE).await?;
                equal("begin", begun, Begun::Restored)?;
                self.step_missing(journal, key).await?;
            }
            Step::Recorded(key) => {
                let mut intent = self.intent(key);
                intent.state = State::Done;
                self.step_begin(journal, &intent, LEASE).await?;
            }
            Step::Change(key, change) => {
                let before = self.entry(journal, key).await?;
                let change = change(before.clone());
                let after = journal.change(&change).await?;
                let after = after.ok_or_else(|| Reason::new("expected the changed entry"))?;
                let is_later = after.updated_at >= before.updated_at;
                has(is_later, "a later time", after.updated_at)?;
                let expected = change.applied(after.updated_at);
                equal("the changed entry", &after, &expected)?;
                equal("the stored entry", self.entry(journal, key).await?, after)?;
            }
            Step::ChangeStale(key, change) => {
                let stored = self.entry(journal, key).await?;
                let mut stale = stored.clone();
                stale.revision -= 1;
                let changed = journal.change(&change(stale)).await?;
                equal("a change of an earlier revision", changed, None)?;
                equal("the stored entry", self.entry(journal, key).await?, stored)?;
            }
            Step::Expect(key, property, holds) => {
                let entry = self.entry(journal, key).await?;
                has(holds(&entry), property, entry)?;
            }
            Step::List(filter, expected) => self.step_list(journal, filter(), expected).await?,
            Step::Missing(key) => self.step_missing(journal, key).await?,
            Step::History(key, expected) => {
                let history = journal.history(&self.intent(key).id).await?;
                let reasons: Vec<&str> =
                    history.iter().map(|line| line.note.why.as_str()).collect();
                equal("the reasons", reasons, expected.to_vec())?;
                let revisions = history.iter().map(|line| line.revision);
                has(revisions.is_sorted(), "sorted revisions", &history)?;
            }
            Step::Sleep(duration) => sleep(*duration).await,
            Step::Prune(days, limit) => {
                let mut pruned = u64::from(*limit);
                while pruned == u64::from(*limit) {
                    pruned = journal.prune(*days, *limit).await?;
                    has(
                        pruned <= u64::from(*limit),
                        "no more than the limit",
                        pruned,
                    )?;
                }
            }
            Step::Restored(is_restored) => self.step_restored(journal, *is_restored).await?,
        }
        Ok(())
    }

    async fn step_list(&self, journal: &J, filter: Filter, expected: &[&str]) -> Checked {
        let filter = filter.scope(self.scope.clone());
        let (mut keys, mut after) = (Vec::new(), None);
        loop {
            let listed = journal.list(&filter, after.as_ref(), 2).await?;
            has(listed.entries.len() <= 2, "no more than the limit", &listed)?;
            equal("the count", listed.count, expected.len() as u64)?;
            for entry in listed.entries {
                let entry = entry.map_err(|unreadable| Reason::new(unreadable.to_string()))?;
                keys.push(entry.key);
            }
            after = listed.next;
            if after.is_none() {
                break;
            }
        }
        equal(
            "the keys",
            keys.iter().map(String::as_str).collect(),
            expected.to_vec(),
        )
    }

    async fn step_begin(&self, journal: &J, intent: &Intent, lease: Duration) -> Checked {
        match journal.begin(intent, lease).await? {
            Begun::New(entry) => {
                let expected = Entry::from_intent(intent, entry.created_at, lease);
                equal("the new entry", &entry, &expected)?;
                equal(
                    "the stored entry",
                    self.entry(journal, &intent.key).await?,
                    entry,
                )
            }
            other => has(false, "a new entry", other),
        }
    }

    async fn step_missing(&self, journal: &J, key: &str) -> Checked {
        let listed = journal
            .list(&Filter::entry(self.intent(key).id), None, 1)
            .await?;
        equal("a missing entry", listed.into_entry()?, None)
    }

    async fn step_restored(&self, journal: &J, is_restored: bool) -> Checked {
        let mut intent = self.intent("restored").prepared();
        intent.id = EntryId::RESTORED;
        journal.begin(&intent, LEASE).await?;
        let filter = Filter::entry(EntryId::RESTORED);
        let mark = journal.list(&filter, None, 1).await?.into_entry()?;
        let mut mark = mark.ok_or_else(|| Reason::new("expected the mark"))?;
        mark.state = match is_restored {
            true => State::Unknown,
            false => State::Done,
        };
        let change = Change::new(mark, Note::new(0, "restored"));
        let changed = journal.change(&change).await?;
        has(changed.is_some(), "the mark", changed)
    }

    pub(crate) async fn entry(&self, journal: &J, key: &str) -> Checked<Entry> {
        let filter = Filter::entry(self.intent(key).id);
        let entry = journal.list(&filter, None, 1).await?.into_entry()?;
        entry.ok_or_else(|| Reason::new(format!("expected an entry `{key}`")))
    }

    pub(crate) async fn open(&self) -> J {
        (self.open)().await
    }

    /// An intent with all that an intent can have.
    pub(crate) fn intent(&self, key: &str) -> Intent {
        // Each byte once: a store keeps bytes and no text.
        let bytes: [u8; 32] = std::array::from_fn(|index| u8::try_from(index * 8).unwrap_or(0));
        let Ok(digest) = RequestDigest::from_stored(1, &bytes) else {
            unreachable!("32 bytes")
        };
        let mut intent = Intent::new(self.scope.clone(), "orders.create", key, digest, i64::MIN);
        intent.names = vec![("reference_no".to_owned(), format!("WEB-{key}"))];
        intent.unique_key = Some(format!("WEB-{key}"));
        intent.can_look_up = true;
        intent
    }
}
