//! A journal in memory that breaks one rule.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use api_journal::{
    Begun, Claim, Entry, EntryId, Intent, Journal, JournalError, LeaseChange, Scope, State,
    Timestamp,
};
use tokio::task::yield_now;
use tokio::time::Instant;

use crate::fault::Fault;

pub(crate) type Entries = Arc<Mutex<BTreeMap<EntryId, Entry>>>;

/// A handle of a journal that breaks one rule, or none.
pub(crate) struct FaultyJournal {
    entries: Entries,
    fault: Option<Fault>,
    started: Instant,
}

impl FaultyJournal {
    pub(crate) fn new(entries: Entries, fault: Option<Fault>, started: Instant) -> Self {
        Self {
            entries,
            fault,
            started,
        }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<EntryId, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn time(&self) -> Timestamp {
        Timestamp::UNIX_EPOCH + self.started.elapsed()
    }

    fn lease_until(&self, now: Timestamp, lease: Duration) -> Timestamp {
        let lease = match self.fault {
            Some(Fault::LeaseInWholeSeconds) => Duration::from_secs(lease.as_secs()),
            Some(Fault::LeaseOverflows) if lease == Duration::MAX => Duration::ZERO,
            Some(Fault::LeaseOfZeroLasts) if lease.is_zero() => Duration::from_millis(1),
            _ => lease,
        };
        now.checked_add(lease).unwrap_or(Timestamp::MAX)
    }

    /// What a database keeps of an entry.
    fn kept(&self, mut entry: Entry) -> Entry {
        entry.key = match self.fault {
            Some(Fault::TextsAreTrimmed) => entry.key.trim().to_owned(),
            Some(Fault::TextsAreTruncated) => entry.key.chars().take(255).collect(),
            Some(Fault::TextsEndAtNul) => entry.key.split('\0').take(1).collect(),
            Some(Fault::KeysIgnoreCase) => entry.key.to_lowercase(),
            _ => entry.key,
        };
        entry.sealed_request = entry.sealed_request.and_then(|request| match self.fault {
            Some(Fault::EmptyRequestIsMissing) if request.is_empty() => None,
            Some(Fault::BytesAreText) => {
                Some(String::from_utf8_lossy(&request).into_owned().into())
            }
            _ => Some(request),
        });
        entry
    }

    fn claims(&self, claim: &Claim<'_>, entry: &Entry, now: Timestamp) -> bool {
        let mut entry = entry.clone();
        let mut scope = claim.scope.clone();
        match self.fault {
            Some(Fault::ClaimIgnoresTheVenue) => entry.scope.venue.clone_from(&scope.venue),
            Some(Fault::ClaimIgnoresCase) => {
                for scope in [&mut scope, &mut entry.scope] {
                    scope.venue = scope.venue.to_lowercase();
                }
            }
            Some(Fault::ClaimIgnoresTheOperation) => {
                claim
                    .operations
                    .iter()
                    .for_each(|name| entry.operation = (*name).to_owned());
            }
            Some(Fault::ClaimOfNoOperationIsAll) if claim.operations.is_empty() => {
                return entry.scope == scope && entry.is_claimable(now);
            }
            _ => {}
        }
        let mut claim = claim.clone();
        claim.scope = &scope;
        let has_state = match self.has(Fault::ClaimIncludesEntriesInFlightOnly) {
            true => entry.state == State::InFlight,
            false => true,
        };
        let has_expired = match (self.fault, entry.lease_until) {
            (Some(Fault::ClaimIgnoresLeases), Some(_)) => true,
            (Some(Fault::ClaimIncludesEntriesWithoutALease), None) => true,
            _ => entry.is_claimable(now),
        };
        has_state && has_expired && claim.includes(&entry)
    }
}

impl Journal for FaultyJournal {
    async fn begin(&self, intent: &Intent, lease: Duration) -> Result<Begun, JournalError> {
        let now = match self.has(Fault::ClockOfTheCaller) {
            true => self.time() - Duration::from_secs(10),
            false => self.time(),
        };
        let entry = Entry::from_intent(intent.clone(), now, self.lease_until(now, lease));
        let mut kept = self.kept(entry.clone());
        if self.has(Fault::BeginLosesTheRequest) {
            kept.sealed_request = None;
        }
        let existing = self.lock().get(&intent.id).cloned();
        if let Some(existing) = existing {
            return Ok(match self.fault {
                Some(Fault::BeginReplaces) => {
                    self.lock().insert(kept.id.clone(), kept);
                    Begun::Existing(existing)
                }
                Some(Fault::BeginReturnsTheIntent) => Begun::Existing(entry),
                _ => Begun::Existing(existing),
            });
        }
        if self.has(Fault::BeginRaces) {
            yield_now().await;
        }
        if self.has(Fault::BeginStaysHalf) {
            let mut half = kept.clone();
            half.details = Default::default();
            self.lock().insert(half.id.clone(), half);
            yield_now().await;
        }
        self.lock().insert(kept.id.clone(), kept);
        Ok(Begun::New(entry))
    }

    async fn update(&self, entry: &Entry, lease: LeaseChange) -> Result<bool, JournalError> {
        let stored = self.lock().get(&entry.id).cloned();
        let Some(mut stored) = stored else {
            if self.has(Fault::UpdateInserts) {
                self.lock().insert(entry.id.clone(), entry.clone());
            }
            return Ok(false);
        };
        if stored.revision != entry.revision && !self.has(Fault::UpdateIgnoresTheRevision) {
            return Ok(false);
        }
        if self.has(Fault::UpdateRaces) {
            yield_now().await;
        }
        let before = stored.clone();
        let kept = self.kept(entry.clone());
        let now = self.time();
        stored.digest = kept.digest;
        stored.state = kept.state;
        stored.details = kept.details;
        stored.sealed_request = kept.sealed_request;
        stored.owner = kept.owner;
        stored.epoch = kept.epoch;
        stored.revision += 1;
        stored.updated_at = now;
        match lease {
            LeaseChange::Keep => {}
            LeaseChange::Renew(lease) => stored.lease_until = Some(self.lease_until(now, lease)),
            LeaseChange::End => stored.lease_until = None,
        }
        match self.fault {
            Some(Fault::UpdateKeepsTheDetails) => stored.details = before.details,
            Some(Fault::UpdateKeepsTheRequest) => stored.sealed_request = before.sealed_request,
            Some(Fault::UpdateKeepsTheOwner) => stored.owner = before.owner,
            Some(Fault::UpdateKeepsTheEpoch) => stored.epoch = before.epoch,
            Some(Fault::UpdateReplacesTheKey) => stored.key = kept.key,
            Some(Fault::UpdateKeepsTheDigest) => stored.digest = before.digest,
            Some(Fault::UpdateKeepsTheRevision) => stored.revision = before.revision,
            Some(Fault::UpdateKeepsTheLease) if lease == LeaseChange::End => {
                stored.lease_until = before.lease_until;
            }
            Some(Fault::UpdateRenewsTheLease) if lease == LeaseChange::Keep => {
                stored.lease_until = Some(now);
            }
            _ => {}
        }
        self.lock().insert(stored.id.clone(), stored);
        Ok(true)
    }

    async fn claim(&self, claim: &Claim<'_>) -> Result<Vec<Entry>, JournalError> {
        let now = self.time();
        let entries = self.lock().values().cloned().collect::<Vec<_>>();
        let mut claimed: Vec<Entry> = entries
            .into_iter()
            .filter(|entry| self.claims(claim, entry, now))
            .collect();
        if self.has(Fault::ClaimRaces) {
            yield_now().await;
        }
        claimed.sort_by_key(|entry| entry.lease_until);
        if self.has(Fault::ClaimStartsWithTheLatest) {
            claimed.reverse();
        }
        if !self.has(Fault::ClaimIgnoresTheLimit) {
            claimed.truncate(claim.limit as usize);
        }
        let before = claimed.clone();
        for entry in &mut claimed {
            entry.owner = claim.owner.to_owned();
            entry.epoch += i64::from(!self.has(Fault::ClaimKeepsTheEpoch));
            entry.revision += i64::from(!self.has(Fault::ClaimKeepsTheRevision));
            entry.updated_at = now;
            if !self.has(Fault::ClaimKeepsTheLease) {
                entry.lease_until = Some(self.lease_until(now, claim.lease));
            }
            self.lock().insert(entry.id.clone(), entry.clone());
        }
        Ok(match self.has(Fault::ClaimReturnsTheEntriesBefore) {
            true => before,
            false => claimed,
        })
    }

    async fn entry(&self, id: &EntryId) -> Result<Option<Entry>, JournalError> {
        let entry = self.lock().get(id).cloned();
        match entry {
            None if self.has(Fault::MissingEntryFails) => Err(JournalError::new("no row")),
            entry => Ok(entry),
        }
    }

    async fn unresolved(
        &self,
        scope: Option<&Scope>,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        let now = self.time();
        let mut entries: Vec<Entry> = self.lock().values().cloned().collect();
        entries.retain(|entry| {
            let has_scope = self.has(Fault::UnresolvedIgnoresTheScope)
                || scope.is_none_or(|scope| entry.scope == *scope);
            let is_unresolved = match self.fault {
                Some(Fault::UnresolvedOmitsExpiredEntries) => entry.state == State::Unknown,
                Some(Fault::UnresolvedListsLeases) => !entry.state.is_settled(),
                _ => entry.is_unresolved(now),
            };
            has_scope && is_unresolved
        });
        entries.sort_by_key(|entry| entry.created_at);
        if self.has(Fault::UnresolvedStartsWithTheLatest) {
            entries.reverse();
        }
        entries.truncate(limit as usize);
        Ok(entries)
    }

    async fn prune(&self, older_than: Duration) -> Result<u64, JournalError> {
        let now = self.time();
        let mut entries = self.lock();
        let before = entries.len();
        entries.retain(|_, entry| {
            let is_settled = entry.state.is_settled()
                || self.has(Fault::PruneDeletesUnknownEntries) && entry.state == State::Unknown;
            let age = Duration::try_from(now.duration_since(entry.updated_at)).unwrap_or_default();
            let is_old = age >= older_than || self.has(Fault::PruneIgnoresTheAge);
            !(is_settled && is_old) || self.has(Fault::PruneDeletesNothing)
        });
        Ok((before - entries.len()) as u64)
    }

    async fn now(&self) -> Result<Timestamp, JournalError> {
        Ok(self.time())
    }
}
