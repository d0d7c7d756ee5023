//! Stores that differ from another one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use api_runtime::journal::rows::{At, Kind, Put, Query, Read, SharedStore, Waits};
use api_runtime::journal::{JournalFuture, MemoryStore, Store, Timestamp};

/// What a store does otherwise than another one.
pub trait Differs: Send + Sync {
    /// The other one.
    fn other(&self) -> &SharedStore;

    /// Makes a call of the other one.
    fn call<'a, T: Send + 'a>(&'a self, call: JournalFuture<'a, T>) -> JournalFuture<'a, T> {
        call
    }

    /// Reads.
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        self.call(self.other().read(query))
    }

    /// Puts.
    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        self.call(self.other().put(put))
    }
}

/// A store that differs from another one.
#[derive(Clone)]
pub struct Other<D>(pub D);

impl<D: Differs> Store for Other<D> {
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        self.0.read(query)
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        self.0.put(put)
    }

    fn count(&self, waits: Waits) -> JournalFuture<'_, (u64, Option<Timestamp>)> {
        self.0.call(self.0.other().count(waits))
    }

    fn history<'a>(&'a self, at: &'a At) -> JournalFuture<'a, Vec<String>> {
        self.0.call(self.0.other().history(at))
    }

    fn delete<'a>(&'a self, at: &'a At, revision: i64) -> JournalFuture<'a, bool> {
        self.0.call(self.0.other().delete(at, revision))
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        self.0.call(self.0.other().prune(kind, day, limit))
    }
}

/// Never answers.
#[derive(Default)]
pub struct Silent(MemoryStore);

impl Differs for Silent {
    fn other(&self) -> &SharedStore {
        &self.0
    }

    fn call<'a, T: Send + 'a>(&'a self, _: JournalFuture<'a, T>) -> JournalFuture<'a, T> {
        Box::pin(std::future::pending())
    }
}

/// Counts what is read of a store in memory.
#[derive(Clone, Default)]
pub struct Counted {
    /// The other one.
    pub store: MemoryStore,
    reads: Arc<AtomicU32>,
}

impl Counted {
    /// How often it was read.
    pub fn reads(&self) -> u32 {
        self.reads.load(Ordering::Relaxed)
    }
}

impl Differs for Counted {
    fn other(&self) -> &SharedStore {
        &self.store
    }

    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.store.read(query)
    }
}
