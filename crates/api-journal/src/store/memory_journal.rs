//! A journal in memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use api_runtime::api_wire::jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use crate::{Begun, Claim, Entry, EntryId, Intent, Journal, JournalError, LeaseChange, Scope};

/// A journal in memory, for tests: it does not survive the process.
///
/// Its clock is Tokio's, so that tests with paused time can let leases expire.
#[derive(Debug)]
pub struct MemoryJournal {
    entries: Mutex<BTreeMap<EntryId, Entry>>,
    started: Instant,
    started_at: Timestamp,
}

impl MemoryJournal {
    /// An empty journal.
    pub fn new() -> Self {
        Self {
            entries: Mutex::default(),
            started: Instant::now(),
            started_at: Timestamp::now(),
        }
    }

    /// All entries.
    pub fn entries(&self) -> Vec<Entry> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<EntryId, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn time(&self) -> Timestamp {
        after(self.started_at, self.started.elapsed())
    }
}

impl Default for MemoryJournal {
    fn default() -> Self {
        Self::new()
    }
}

fn after(time: Timestamp, duration: Duration) -> Timestamp {
    let duration = SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX);
    time.saturating_add(duration).unwrap_or(Timestamp::MAX)
}

impl Journal for MemoryJournal {
    async fn begin(&self, intent: &Intent, lease: Duration) -> Result<Begun, JournalError> {
        let mut entries = self.lock();
        if let Some(entry) = entries.get(&intent.id) {
            return Ok(Begun::Existing(entry.clone()));
        }
        let now = self.time();
        let entry = Entry::from_intent(intent.clone(), now, after(now, lease));
        entries.insert(entry.id.clone(), entry.clone());
        Ok(Begun::New(entry))
    }

    async fn update(&self, entry: &Entry, lease: LeaseChange) -> Result<bool, JournalError> {
        let mut entries = self.lock();
        let stored = entries.get_mut(&entry.id);
        let Some(stored) = stored.filter(|stored| stored.revision == entry.revision) else {
            return Ok(false);
        };
        let now = self.time();
        stored.digest = entry.digest;
        stored.state = entry.state;
        stored.details = entry.details.clone();
        stored.sealed_request = entry.sealed_request.clone();
        stored.owner = entry.owner.clone();
        stored.epoch = entry.epoch;
        stored.revision += 1;
        stored.updated_at = now;
        match lease {
            LeaseChange::Keep => {}
            LeaseChange::Renew(lease) => stored.lease_until = Some(after(now, lease)),
            LeaseChange::End => stored.lease_until = None,
        }
        Ok(true)
    }

    async fn claim(&self, claim: &Claim<'_>) -> Result<Vec<Entry>, JournalError> {
        let mut entries = self.lock();
        let now = self.time();
        let mut claimed: Vec<_> = entries
            .values_mut()
            .filter(|entry| claim.includes(entry) && entry.is_claimable(now))
            .collect();
        claimed.sort_by_key(|entry| entry.lease_until);
        claimed.truncate(usize::try_from(claim.limit).unwrap_or(usize::MAX));
        for entry in &mut claimed {
            entry.owner = claim.owner.to_owned();
            entry.epoch += 1;
            entry.revision += 1;
            entry.updated_at = now;
            entry.lease_until = Some(after(now, claim.lease));
        }
        Ok(claimed.into_iter().map(|entry| entry.clone()).collect())
    }

    async fn entry(&self, id: &EntryId) -> Result<Option<Entry>, JournalError> {
        Ok(self.lock().get(id).cloned())
    }

    async fn unresolved(
        &self,
        scope: Option<&Scope>,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        let now = self.time();
        let mut entries = self.entries();
        entries.retain(|entry| {
            scope.is_none_or(|scope| entry.scope == *scope) && entry.is_unresolved(now)
        });
        entries.sort_by_key(|entry| entry.created_at);
        entries.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(entries)
    }

    async fn prune(&self, older_than: Duration) -> Result<u64, JournalError> {
        let now = self.time();
        let mut entries = self.lock();
        let before = entries.len();
        entries.retain(|_, entry| {
            !entry.state.is_settled() || after(entry.updated_at, older_than) > now
        });
        Ok((before - entries.len()) as u64)
    }

    async fn now(&self) -> Result<Timestamp, JournalError> {
        Ok(self.time())
    }
}
