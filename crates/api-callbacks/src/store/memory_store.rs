//! A store in memory.

use std::collections::{HashMap, HashSet};
use std::error::Error as StdError;
use std::fmt;
use std::sync::{Arc, Mutex};

use crate::lock::lock;
use crate::refetch::Refetch;
use crate::store::callback_store::{CallbackStore, KnownRecord};
use crate::store::error::StoreError;
use crate::store::events::{EventQueue, Events};
use crate::store::record_changed::RecordChanged;

/// A [`CallbackStore`] in memory, for tests and for services that can lose it at a restart.
///
/// Bounded: it holds at most as many records, and as many pending changes, as its capacity. Clones
/// share the store.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::MemoryStore;
/// use shop_client::GetOrder;
///
/// # fn main() -> Result<(), api_callbacks::StoreFull> {
/// let orders = MemoryStore::<GetOrder>::new(1);
/// orders.expect("WEB-1")?; // before the order is created
/// orders.confirm("WEB-1", 7)?; // the response of its creation has the id
/// assert_eq!(orders.expect("WEB-2").unwrap_err().to_string(), "the store is full");
///
/// orders.forget(&7); // it was delivered
/// assert_eq!(orders.expect("WEB-2"), Ok(()));
/// # Ok(())
/// # }
/// ```
pub struct MemoryStore<R: Refetch>(Arc<Inner<R>>);

struct Inner<R: Refetch> {
    records: Mutex<Records<R>>,
    events: Arc<EventQueue<R>>,
}

struct Records<R: Refetch> {
    capacity: usize,
    /// References of records without an id.
    expected: HashSet<String>,
    known: HashMap<R::Id, Known<R::State>>,
}

struct Known<S> {
    reference: Option<String>,
    state: Option<S>,
}

/// A [`MemoryStore`] has reached its capacity, of records or of pending changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoreFull;

impl fmt::Display for StoreFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the store is full")
    }
}

impl StdError for StoreFull {}

impl<R: Refetch> MemoryStore<R> {
    /// A store of at most `capacity` records.
    pub fn new(capacity: usize) -> Self {
        Self(Arc::new(Inner {
            records: Mutex::new(Records {
                capacity,
                expected: HashSet::new(),
                known: HashMap::new(),
            }),
            events: Arc::new(EventQueue::new(capacity)),
        }))
    }

    /// Expects a record with this reference.
    ///
    /// Call it before the record is created, because the callback may be received before the response
    /// of the creation. Until [`confirm`](Self::confirm) supplies the id, the reference must be exact,
    /// in its case, too: no other value identifies the record.
    ///
    /// # Errors
    ///
    /// The store is full.
    pub fn expect(&self, reference: impl Into<String>) -> Result<(), StoreFull> {
        let mut records = lock(&self.0.records);
        let reference = reference.into();
        let is_known = records
            .known
            .values()
            .any(|known| known.reference.as_ref() == Some(&reference));
        if is_known || records.expected.contains(&reference) {
            return Ok(());
        }
        records.check_capacity()?;
        records.expected.insert(reference);
        Ok(())
    }

    /// Confirms that the record with this reference was created, with this id.
    ///
    /// # Errors
    ///
    /// The store is full, which is impossible if the reference was expected.
    pub fn confirm(&self, reference: impl Into<String>, id: R::Id) -> Result<(), StoreFull> {
        let mut records = lock(&self.0.records);
        let reference = reference.into();
        records.expected.remove(&reference);
        if records.known.contains_key(&id) {
            // A callback was faster.
            return Ok(());
        }
        records.check_capacity()?;
        let known = Known {
            reference: Some(reference),
            state: None,
        };
        records.known.insert(id, known);
        Ok(())
    }

    /// The id of the record with this reference, once a callback or [`confirm`](Self::confirm) has
    /// supplied it.
    pub fn id(&self, reference: &str) -> Option<R::Id> {
        let records = lock(&self.0.records);
        let mut known = records.known.iter();
        let found = known.find(|(_, known)| known.reference.as_deref() == Some(reference));
        found.map(|(id, _)| id.clone())
    }

    /// Forgets a record: its callbacks are ignored from now on.
    pub fn forget(&self, id: &R::Id) {
        lock(&self.0.records).known.remove(id);
    }

    /// Expects a record with this reference no longer, because its creation failed.
    pub fn forget_reference(&self, reference: &str) {
        lock(&self.0.records).expected.remove(reference);
    }

    /// The changes, the oldest first. Several streams share them: each change goes to one of them.
    pub fn events(&self) -> Events<R> {
        Events::new(Arc::clone(&self.0.events))
    }
}

impl<R: Refetch> Records<R> {
    fn check_capacity(&self) -> Result<(), StoreFull> {
        match self.expected.len() + self.known.len() < self.capacity {
            true => Ok(()),
            false => Err(StoreFull),
        }
    }

    fn find(&self, id: &R::Id, reference: Option<&str>) -> Option<KnownRecord> {
        if let Some(known) = self.known.get(id) {
            let reference = known.reference.clone();
            return Some(KnownRecord { reference });
        }
        let reference = reference?;
        self.expected
            .contains(reference)
            .then(|| KnownRecord::with_reference(reference))
    }

    fn record_change(
        &mut self,
        change: RecordChanged<R>,
        events: &EventQueue<R>,
    ) -> Result<bool, StoreFull> {
        let (id, reference, state) = (
            change.id.clone(),
            change.reference.clone(),
            change.state.clone(),
        );
        let is_expected = reference
            .as_ref()
            .is_some_and(|reference| self.expected.contains(reference));
        let known = self.known.get(&id);
        if known.is_none() && !is_expected {
            // It was forgotten during the read.
            return Ok(false);
        }
        if known.is_some_and(|known| known.state.as_ref() == Some(&state)) {
            return Ok(false);
        }
        if !events.push(change) {
            return Err(StoreFull);
        }
        if let Some(reference) = &reference {
            self.expected.remove(reference);
        }
        let known = self.known.entry(id).or_insert(Known {
            reference,
            state: None,
        });
        known.state = Some(state);
        Ok(true)
    }
}

impl<R: Refetch> CallbackStore<R> for MemoryStore<R> {
    async fn find(
        &self,
        id: &R::Id,
        reference: Option<&str>,
    ) -> Result<Option<KnownRecord>, StoreError> {
        Ok(lock(&self.0.records).find(id, reference))
    }

    async fn record_change(&self, change: RecordChanged<R>) -> Result<bool, StoreError> {
        let is_new = lock(&self.0.records).record_change(change, &self.0.events)?;
        if is_new {
            self.0.events.notify();
        }
        Ok(is_new)
    }
}

impl<R: Refetch> Clone for MemoryStore<R> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<R: Refetch> fmt::Debug for MemoryStore<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = lock(&self.0.records);
        f.debug_struct("MemoryStore")
            .field("expected", &records.expected.len())
            .field("known", &records.known.len())
            .field("events", &self.0.events.len())
            .finish_non_exhaustive()
    }
}
