//! Journals that are shared, or configured.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use api_runtime::api_wire::jiff::Timestamp;

use crate::{
    Begun, Claim, Entry, EntryId, Intent, Journal, JournalError, LeaseChange, Scope, Seal,
};

/// The methods of another journal, but for the seal and the lease.
macro_rules! delegate {
    ($this:ident => $inner:expr) => {
        async fn begin(&$this, intent: &Intent, lease: Duration) -> Result<Begun, JournalError> {
            $inner.begin(intent, lease).await
        }

        async fn update(&$this, entry: &Entry, lease: LeaseChange) -> Result<bool, JournalError> {
            $inner.update(entry, lease).await
        }

        async fn claim(&$this, claim: &Claim<'_>) -> Result<Vec<Entry>, JournalError> {
            $inner.claim(claim).await
        }

        async fn entry(&$this, id: &EntryId) -> Result<Option<Entry>, JournalError> {
            $inner.entry(id).await
        }

        async fn unresolved(
            &$this,
            scope: Option<&Scope>,
            limit: u32,
        ) -> Result<Vec<Entry>, JournalError> {
            $inner.unresolved(scope, limit).await
        }

        async fn prune(&$this, older_than: Duration) -> Result<u64, JournalError> {
            $inner.prune(older_than).await
        }

        async fn now(&$this) -> Result<Timestamp, JournalError> {
            $inner.now().await
        }
    };
}

impl<J: Journal> Journal for &J {
    delegate!(self => (**self));

    fn seal(&self) -> Option<&dyn Seal> {
        (**self).seal()
    }

    fn lease(&self) -> Duration {
        (**self).lease()
    }
}

impl<J: Journal> Journal for Arc<J> {
    delegate!(self => (**self));

    fn seal(&self) -> Option<&dyn Seal> {
        (**self).seal()
    }

    fn lease(&self) -> Duration {
        (**self).lease()
    }
}

/// A journal with a seal, so that it keeps requests, or with another duration of leases.
///
/// ```
/// use std::time::Duration;
///
/// use api_journal::{ConfiguredJournal, EntryId, Journal, JournalError, MemoryJournal, Seal};
///
/// /// Encrypts with a key of the service.
/// struct ServiceKey;
///
/// impl Seal for ServiceKey {
///     fn seal(&self, id: &EntryId, request: &[u8]) -> Result<Vec<u8>, JournalError> {
///         // An authenticated cipher, with the id as associated data.
/// #       let _ = id;
/// #       Ok(request.iter().map(|byte| !byte).collect())
///     }
///
///     fn open(&self, id: &EntryId, sealed: &[u8]) -> Result<Vec<u8>, JournalError> {
/// #       let _ = id;
/// #       Ok(sealed.iter().map(|byte| !byte).collect())
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() {
/// let journal = ConfiguredJournal::new(MemoryJournal::new())
///     .with_seal(ServiceKey)
///     .with_lease(Duration::from_secs(20));
/// assert!(journal.seal().is_some());
/// # }
/// ```
pub struct ConfiguredJournal<J> {
    inner: J,
    seal: Option<Box<dyn Seal>>,
    lease: Duration,
}

impl<J: Journal> ConfiguredJournal<J> {
    /// The journal without a seal of its own, and with the lease of the inner one.
    pub fn new(inner: J) -> Self {
        let lease = inner.lease();
        Self {
            inner,
            seal: None,
            lease,
        }
    }

    /// Sets the seal of kept requests.
    pub fn with_seal(mut self, seal: impl Seal + 'static) -> Self {
        self.seal = Some(Box::new(seal));
        self
    }

    /// Sets the [duration of leases](Journal::lease), of a second to a day.
    ///
    /// A process that is suspended for longer than this loses its entries to recovery; after a
    /// crash, recovery waits for as long.
    pub fn with_lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// The inner journal, such as a store with methods of its own.
    pub fn inner(&self) -> &J {
        &self.inner
    }
}

impl<J: Journal> Journal for ConfiguredJournal<J> {
    delegate!(self => self.inner);

    fn seal(&self) -> Option<&dyn Seal> {
        self.seal.as_deref().or_else(|| self.inner.seal())
    }

    fn lease(&self) -> Duration {
        self.lease
    }
}

impl<J: fmt::Debug> fmt::Debug for ConfiguredJournal<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConfiguredJournal")
            .field("inner", &self.inner)
            .field("lease", &self.lease)
            .finish_non_exhaustive()
    }
}
