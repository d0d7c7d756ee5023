//! A journal that stops before or after its changes.

use std::time::Duration;

use api_journal::{
    Begun, Claim, Entry, EntryId, Intent, Journal, JournalError, LeaseChange, Scope, Seal, State,
    Timestamp,
};

use crate::stop::Point;

/// Another journal, which stops at a point.
pub(crate) struct StoppingJournal<J> {
    pub(crate) inner: J,
    pub(crate) point: Option<Point>,
}

impl<J> StoppingJournal<J> {
    fn stop_at(&self, point: Point) {
        if self.point == Some(point) {
            point.stop();
        }
    }
}

impl<J: Journal> Journal for StoppingJournal<J> {
    async fn begin(&self, intent: &Intent, lease: Duration) -> Result<Begun, JournalError> {
        self.stop_at(Point::BeforeInsert);
        let begun = self.inner.begin(intent, lease).await?;
        println!("\ninserted {}", intent.key);
        self.stop_at(Point::AfterInsert);
        Ok(begun)
    }

    async fn update(&self, entry: &Entry, lease: LeaseChange) -> Result<bool, JournalError> {
        // The first one is no renewal: that is made later.
        let (before, after) = match entry.state {
            // A call looks up what an earlier one sent.
            State::InFlight if !entry.details.open_sends.contains(&entry.epoch) => {
                let is_updated = self.inner.update(entry, lease).await?;
                self.stop_at(Point::AfterClaim);
                return Ok(is_updated);
            }
            State::InFlight => (Point::BeforeInFlight, Point::AfterInFlight),
            _ => (Point::BeforeOutcome, Point::AfterOutcome),
        };
        self.stop_at(before);
        let is_updated = self.inner.update(entry, lease).await?;
        // On a busy machine, a renewal may have been faster: then it is updated again.
        if is_updated {
            self.stop_at(after);
        }
        Ok(is_updated)
    }

    async fn claim(&self, claim: &Claim<'_>) -> Result<Vec<Entry>, JournalError> {
        let claimed = self.inner.claim(claim).await?;
        if !claimed.is_empty() {
            self.stop_at(Point::AfterClaim);
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
        self.inner.seal()
    }

    fn lease(&self) -> Duration {
        self.inner.lease()
    }
}
