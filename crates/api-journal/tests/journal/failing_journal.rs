//! A journal whose methods fail, before or after they took effect, and a seal.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_journal::{
    Begun, Claim, Entry, EntryId, Intent, Journal, JournalError, LeaseChange, MemoryJournal, Scope,
    Seal, Timestamp,
};
use tokio::time::sleep;

/// What becomes of a call of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    None,
    /// It fails, and has no effect.
    Before,
    /// It has an effect, and fails.
    After,
    /// It takes a while.
    Slow(Duration),
}

#[derive(Clone, Default)]
pub(crate) struct FailingJournal {
    pub(crate) inner: Arc<MemoryJournal>,
    failures: Arc<Mutex<VecDeque<Failure>>>,
    is_sealing: bool,
}

impl FailingJournal {
    pub(crate) fn new(failures: impl IntoIterator<Item = Failure>) -> Self {
        let journal = Self::default();
        journal.plan(failures);
        journal
    }

    /// A journal that keeps requests.
    pub(crate) fn sealing(mut self) -> Self {
        self.is_sealing = true;
        self
    }

    pub(crate) fn plan(&self, failures: impl IntoIterator<Item = Failure>) {
        *self.failures.lock().unwrap() = failures.into_iter().collect();
    }

    async fn with_failure<T>(
        &self,
        call: impl Future<Output = Result<T, JournalError>>,
    ) -> Result<T, JournalError> {
        let next = self.failures.lock().unwrap().pop_front();
        match next.unwrap_or(Failure::None) {
            Failure::None => {
                sleep(Duration::from_millis(1)).await;
                let result = call.await;
                sleep(Duration::from_millis(1)).await;
                result
            }
            Failure::Before => Err(JournalError::new("the database is down")),
            Failure::After => {
                call.await?;
                Err(JournalError::new("the connection to the database was lost"))
            }
            Failure::Slow(duration) => {
                let result = call.await;
                sleep(duration).await;
                result
            }
        }
    }
}

impl Journal for FailingJournal {
    async fn begin(&self, intent: &Intent, lease: Duration) -> Result<Begun, JournalError> {
        self.with_failure(self.inner.begin(intent, lease)).await
    }

    async fn update(&self, entry: &Entry, lease: LeaseChange) -> Result<bool, JournalError> {
        self.with_failure(self.inner.update(entry, lease)).await
    }

    async fn claim(&self, claim: &Claim<'_>) -> Result<Vec<Entry>, JournalError> {
        self.with_failure(self.inner.claim(claim)).await
    }

    async fn entry(&self, id: &EntryId) -> Result<Option<Entry>, JournalError> {
        self.with_failure(self.inner.entry(id)).await
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
        self.is_sealing.then_some(&Mask)
    }
}

/// Not a cipher: it shows that a journal keeps no plain request.
pub(crate) struct Mask;

impl Seal for Mask {
    fn seal(&self, id: &EntryId, request: &[u8]) -> Result<Vec<u8>, JournalError> {
        Ok(mask(id, request))
    }

    fn open(&self, id: &EntryId, sealed: &[u8]) -> Result<Vec<u8>, JournalError> {
        Ok(mask(id, sealed))
    }
}

fn mask(id: &EntryId, bytes: &[u8]) -> Vec<u8> {
    let key = id.as_str().bytes().cycle();
    bytes
        .iter()
        .zip(key)
        .map(|(byte, key)| byte ^ key ^ 0x80)
        .collect()
}
