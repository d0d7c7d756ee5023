//! A store in memory.

use std::collections::{HashMap, HashSet, VecDeque};
use std::error::Error as StdError;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use futures_core::Stream;

use super::{CallbackStore, KnownRecord, RecordChanged, StoreError, locked};
use crate::Refetch;

/// A [`CallbackStore`] in memory, for tests and for services that can do without what it forgets when they end.
///
/// It holds no more records, and no more changes that wait, than it is made for. A clone is the same store.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::MemoryStore;
/// use shop_client::GetOrder;
///
/// # fn main() -> Result<(), api_callbacks::StoreFull> {
/// let orders = MemoryStore::<GetOrder>::new(1);
/// orders.expect("WEB-1")?; // before the order is created
/// orders.confirm("WEB-1", 7)?; // its response has come: the order has this id
/// assert_eq!(orders.expect("WEB-2").unwrap_err().to_string(), "the store is full");
///
/// orders.forget(&7); // it was delivered long ago
/// assert_eq!(orders.expect("WEB-2"), Ok(()));
/// # Ok(())
/// # }
/// ```
pub struct MemoryStore<R: Refetch>(Arc<Mutex<Inner<R>>>);

struct Inner<R: Refetch> {
    most: usize,
    /// References whose records have no id yet.
    expected: HashSet<String>,
    known: HashMap<R::Id, Known<R::State>>,
    changes: VecDeque<RecordChanged<R>>,
    /// Who waits for changes, each once: whoever gives up waiting must not stay here.
    wakers: HashMap<u64, Waker>,
    /// How many streams of changes there were.
    streams: u64,
}

struct Known<S> {
    reference: Option<String>,
    state: Option<S>,
}

/// A [`MemoryStore`] holds as many records, or changes that wait, as it is made for.
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
    /// A store of at most so many records.
    pub fn new(most: usize) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            most,
            expected: HashSet::new(),
            known: HashMap::new(),
            changes: VecDeque::new(),
            wakers: HashMap::new(),
            streams: 0,
        })))
    }

    /// Expects a record with this reference. To be called before the record is created: its callback may come before
    /// the response of its creation does.
    ///
    /// # Errors
    ///
    /// There is no room.
    pub fn expect(&self, reference: impl Into<String>) -> Result<(), StoreFull> {
        let mut inner = locked(&self.0);
        let reference = reference.into();
        let is_known = inner
            .known
            .values()
            .any(|known| known.reference.as_ref() == Some(&reference));
        if is_known || inner.expected.contains(&reference) {
            return Ok(());
        }
        inner.room()?;
        inner.expected.insert(reference);
        Ok(())
    }

    /// The record with this reference was created and has this id.
    ///
    /// # Errors
    ///
    /// There is no room, which cannot be where the reference was expected.
    pub fn confirm(&self, reference: impl Into<String>, id: R::Id) -> Result<(), StoreFull> {
        let mut inner = locked(&self.0);
        let reference = reference.into();
        inner.expected.remove(&reference);
        if inner.known.contains_key(&id) {
            // A callback was quicker, and the record that was read back told the same.
            return Ok(());
        }
        inner.room()?;
        inner.known.insert(
            id,
            Known {
                reference: Some(reference),
                state: None,
            },
        );
        Ok(())
    }

    /// The id of the record with this reference, if a callback or [`confirm`](Self::confirm) has told it.
    pub fn id(&self, reference: &str) -> Option<R::Id> {
        let inner = locked(&self.0);
        let mut known = inner.known.iter();
        let found = known.find(|(_, known)| known.reference.as_deref() == Some(reference));
        found.map(|(id, _)| id.clone())
    }

    /// Takes no more callbacks for this record.
    pub fn forget(&self, id: &R::Id) {
        locked(&self.0).known.remove(id);
    }

    /// Expects no record with this reference any more: its creation has failed.
    pub fn forget_reference(&self, reference: &str) {
        locked(&self.0).expected.remove(reference);
    }

    /// The changes, the oldest first. Each goes to one of those who ask.
    pub fn events(&self) -> Events<R> {
        let mut inner = locked(&self.0);
        inner.streams += 1;
        Events {
            store: self.clone(),
            number: inner.streams,
        }
    }
}

impl<R: Refetch> Inner<R> {
    fn room(&self) -> Result<(), StoreFull> {
        match self.expected.len() + self.known.len() < self.most {
            true => Ok(()),
            false => Err(StoreFull),
        }
    }

    fn find(&self, id: &R::Id, reference: Option<&str>) -> Option<KnownRecord> {
        if let Some(known) = self.known.get(id) {
            return Some(KnownRecord {
                reference: known.reference.clone(),
            });
        }
        let reference = reference?;
        self.expected
            .contains(reference)
            .then(|| KnownRecord::with_reference(reference))
    }

    fn record_change(&mut self, change: RecordChanged<R>) -> Result<bool, StoreFull> {
        let expected = change
            .reference
            .as_ref()
            .is_some_and(|reference| self.expected.contains(reference));
        let kept = self.known.get(&change.id);
        if kept.is_none() && !expected {
            // It was forgotten while it was read.
            return Ok(false);
        }
        if kept.is_some_and(|known| known.state.as_ref() == Some(&change.state)) {
            return Ok(false);
        }
        if self.changes.len() >= self.most {
            return Err(StoreFull);
        }
        if let Some(reference) = &change.reference {
            self.expected.remove(reference);
        }
        let known = self.known.entry(change.id.clone()).or_insert(Known {
            reference: change.reference.clone(),
            state: None,
        });
        known.state = Some(change.state.clone());
        self.changes.push_back(change);
        Ok(true)
    }
}

impl<R: Refetch> CallbackStore<R> for MemoryStore<R> {
    async fn find(
        &self,
        id: &R::Id,
        reference: Option<&str>,
    ) -> Result<Option<KnownRecord>, StoreError> {
        Ok(locked(&self.0).find(id, reference))
    }

    async fn record_change(&self, change: RecordChanged<R>) -> Result<bool, StoreError> {
        let mut inner = locked(&self.0);
        let is_new = inner.record_change(change)?;
        let wakers = std::mem::take(&mut inner.wakers);
        drop(inner);
        wakers.into_values().for_each(Waker::wake);
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
        let inner = locked(&self.0);
        f.debug_struct("MemoryStore")
            .field("expected", &inner.expected.len())
            .field("known", &inner.known.len())
            .field("changes", &inner.changes.len())
            .finish_non_exhaustive()
    }
}

/// The changes of a [`MemoryStore`], as a [`Stream`]. It does not end.
pub struct Events<R: Refetch> {
    store: MemoryStore<R>,
    number: u64,
}

impl<R: Refetch> Events<R> {
    /// The next change, when there is one.
    pub async fn next(&mut self) -> RecordChanged<R> {
        poll_fn(|context| self.poll(context)).await
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<RecordChanged<R>> {
        let mut inner = locked(&self.store.0);
        if let Some(change) = inner.changes.pop_front() {
            return Poll::Ready(change);
        }
        let before = inner.wakers.insert(self.number, context.waker().clone());
        // A waker may be all that is left of a task, which is not to be dropped while this is locked.
        drop(inner);
        drop(before);
        Poll::Pending
    }
}

impl<R: Refetch> Drop for Events<R> {
    fn drop(&mut self) {
        let waker = locked(&self.store.0).wakers.remove(&self.number);
        drop(waker);
    }
}

impl<R: Refetch> Stream for Events<R> {
    type Item = RecordChanged<R>;

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<RecordChanged<R>>> {
        self.get_mut().poll(context).map(Some)
    }
}

impl<R: Refetch> fmt::Debug for Events<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Events").field(&self.store).finish()
    }
}
