//! A journal that stops at a point, and keeps requests.

use std::time::Duration;

use api_journal::{
    Begun, Claim, Entry, EntryId, Intent, Journal, JournalError, LeaseChange, Scope, Seal, State,
    Timestamp,
};

use crate::point::{Point, reach};

pub(crate) const LEASE: Duration = Duration::from_millis(400);

pub(crate) struct StoppingJournal<J> {
    pub(crate) inner: J,
    pub(crate) stop: Option<Point>,
}

/// A seal of tests.
struct Inverted;

impl Seal for Inverted {
    fn seal(&self, _: &EntryId, request: &[u8]) -> Result<Vec<u8>, JournalError> {
        Ok(request.iter().map(|byte| !byte).collect())
    }

    fn open(&self, _: &EntryId, sealed: &[u8]) -> Result<Vec<u8>, JournalError> {
        Ok(sealed.iter().map(|byte| !byte).collect())
    }
}

impl<J: Journal> Journal for StoppingJournal<J> {
    async fn begin(&self, intent: &Intent, lease: Duration) -> Result<Begun, JournalError> {
        reach(Point::BeforeInsert, self.stop).await;
        let begun = self.inner.begin(intent, lease).await?;
        reach(Point::AfterInsert, self.stop).await;
        Ok(begun)
    }

    async fn update(&self, entry: &Entry, lease: LeaseChange) -> Result<bool, JournalError> {
        if entry.state == State::Done {
            reach(Point::BodyUnrecorded, self.stop).await;
        }
        self.inner.update(entry, lease).await
    }

    async fn claim(&self, claim: &Claim<'_>) -> Result<Vec<Entry>, JournalError> {
        let claimed = self.inner.claim(claim).await?;
        if !claimed.is_empty() {
            reach(Point::Recovery, self.stop).await;
        }
        Ok(claimed)
    }

    async fn entry(&self, id: &EntryId) -> Result<Option<Entry>, JournalError> {
        self.inner.entry(id).await
    }

    async fn unresolved(
        &self,
        scope: Option<&Scope>,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        self.inner.unresolved(scope, limit).await
    }

    async fn prune(&self, older_than: Duration) -> Result<u64, JournalError> {
        self.inner.prune(older_than).await
    }

    async fn now(&self) -> Result<Timestamp, JournalError> {
        self.inner.now().await
    }

    fn seal(&self) -> Option<&dyn Seal> {
        Some(&Inverted)
    }

    fn lease(&self) -> Duration {
        LEASE
    }
}
