//! What every check starts from.

use std::time::Duration;

use api_journal::{
    Begun, Claim, Details, Entry, EntryId, Intent, Journal, LeaseChange, RequestDigest, Scope,
    State,
};

use crate::check::{Checked, Reason};

/// A lease that does not expire during a check.
pub(crate) const LEASE: Duration = Duration::from_secs(3600);

/// The name of the operation of most entries.
pub(crate) const OPERATION: &str = "create_order";

/// The owner of the first leases.
pub(crate) const OWNER: &str = "process-1";

/// The owner of claims.
pub(crate) const CLAIMANT: &str = "process-2";

/// The database, and a scope that no other check and no other run has.
pub(crate) struct Context<'o, O> {
    open: &'o O,
    pub(crate) scope: Scope,
}

impl<'o, J: Journal, O: AsyncFn() -> J> Context<'o, O> {
    pub(crate) fn new(open: &'o O, check: &str) -> Self {
        let run = fastrand::u64(..);
        Self {
            open,
            scope: Scope::new("conformance", check, format!("{run:016x}")),
        }
    }

    /// Another handle of the database.
    pub(crate) async fn open(&self) -> J {
        (self.open)().await
    }

    /// That many handles.
    pub(crate) async fn open_many(&self, number: usize) -> Vec<J> {
        let mut journals = Vec::new();
        for _ in 0..number {
            journals.push(self.open().await);
        }
        journals
    }

    /// An intent with a digest, names and a sealed request.
    pub(crate) fn intent(&self, key: &str, state: State) -> Intent {
        intent(&self.scope, OPERATION, key, state)
    }

    /// Inserts an entry.
    pub(crate) async fn begin(&self, journal: &J, key: &str, lease: Duration) -> Checked<Entry> {
        begin(journal, &self.intent(key, State::InFlight), lease).await
    }

    /// Inserts an entry, and updates it to a state and a lease.
    pub(crate) async fn begin_as(
        &self,
        journal: &J,
        key: &str,
        state: State,
        lease: Option<Duration>,
    ) -> Checked<Entry> {
        let mut entry = self.begin(journal, key, LEASE).await?;
        entry.state = state;
        let lease = lease.map_or(LeaseChange::End, LeaseChange::Renew);
        update(journal, &entry, lease).await?;
        stored(journal, &entry.id).await
    }

    /// Claims entries of this scope, up to 100.
    pub(crate) async fn claim(&self, journal: &J) -> Checked<Vec<Entry>> {
        self.claim_up_to(journal, 100).await
    }

    /// Claims entries of this scope.
    pub(crate) async fn claim_up_to(&self, journal: &J, limit: u32) -> Checked<Vec<Entry>> {
        let claim = Claim::new(&self.scope, &[OPERATION], CLAIMANT, LEASE, limit);
        Ok(journal.claim(&claim).await?)
    }
}

pub(crate) fn intent(scope: &Scope, operation: &str, key: &str, state: State) -> Intent {
    let digest = RequestDigest::from_bytes(&std::array::from_fn::<u8, 32, _>(|byte| {
        u8::try_from(byte * 8).unwrap_or_default()
    }));
    let Ok(digest) = digest else {
        unreachable!("32 bytes")
    };
    let mut intent = Intent::new(scope.clone(), operation, key, digest, state, OWNER);
    intent.details.names = vec![("reference_no".to_owned(), format!("WEB-{key}"))];
    intent.sealed_request = Some(format!("sealed {key}").into_bytes());
    intent
}

pub(crate) async fn begin(
    journal: &impl Journal,
    intent: &Intent,
    lease: Duration,
) -> Checked<Entry> {
    match journal.begin(intent, lease).await? {
        Begun::New(entry) => Ok(entry),
        Begun::Existing(entry) => Err(Reason::new(format!(
            "begin of a new key: expected `New`, found `Existing({entry:?})`"
        ))),
    }
}

/// Updates an entry that nothing else changes.
pub(crate) async fn update(journal: &impl Journal, entry: &Entry, lease: LeaseChange) -> Checked {
    match journal.update(entry, lease).await? {
        true => Ok(()),
        false => Err(Reason::new("update: expected true, found false")),
    }
}

/// The entry with this id, which must exist.
pub(crate) async fn stored(journal: &impl Journal, id: &EntryId) -> Checked<Entry> {
    let entry = journal.entry(id).await?;
    entry.ok_or_else(|| Reason::new(format!("expected the entry {id}, found none")))
}

/// The keys of entries.
pub(crate) fn keys(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.key.as_str()).collect()
}

/// Details with all that a store might lose.
pub(crate) fn details(text: &str) -> Details {
    let mut details = Details::default();
    details.names = vec![("reference_no".to_owned(), text.to_owned())];
    details.open_sends = vec![1, 3];
    details.recoveries = 2;
    details
}
