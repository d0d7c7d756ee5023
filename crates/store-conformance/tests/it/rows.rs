//! Rows in memory keep every promise, and what breaks one is noticed.

use api_journal::rows::{At, Kind, MemoryStore, Put, Query, Read, Store, Waits};
use api_journal::{JournalFuture, Timestamp};

/// Puts every row, whatever the revision of the stored one is.
#[derive(Clone)]
struct Overwriting(MemoryStore);

impl Store for Overwriting {
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        self.0.read(query)
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(async move {
            let at = put.row.at.clone();
            let stored = self.0.read(&Query::One(at)).await?.into_first();
            let mut put = put.clone();
            put.row.revision = stored.map_or(0, |stored| stored.revision);
            self.0.put(&put).await
        })
    }

    fn count(&self, waits: Waits) -> JournalFuture<'_, (u64, Option<Timestamp>)> {
        self.0.count(waits)
    }

    fn history<'a>(&'a self, at: &'a At) -> JournalFuture<'a, Vec<String>> {
        self.0.history(at)
    }

    fn delete<'a>(&'a self, at: &'a At, revision: i64) -> JournalFuture<'a, bool> {
        self.0.delete(at, revision)
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        self.0.prune(kind, day, limit)
    }
}

#[tokio::test]
async fn rows_in_memory_keep_every_promise() {
    let rows = MemoryStore::with_capacity(1_000);
    store_conformance::rows(async || rows.clone()).await;
}

#[tokio::test]
#[should_panic(expected = "a put of another revision changes nothing: step 1")]
async fn rows_that_overwrite_what_another_process_changed_are_noticed() {
    let rows = Overwriting(MemoryStore::with_capacity(1_000));
    store_conformance::rows(async || rows.clone()).await;
}
