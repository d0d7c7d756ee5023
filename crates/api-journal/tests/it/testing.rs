//! Rows in memory keep every promise, and what breaks one is noticed.

use api_journal::rows::{MemoryStore, Put, Query, SharedStore, Store};
use api_journal::{JournalFuture, Timestamp};
use test_support::store::{Differs, Other};

/// Puts every row, whatever the revision of the stored one is.
#[derive(Clone)]
struct Overwriting(MemoryStore);

impl Differs for Overwriting {
    fn other(&self) -> &SharedStore {
        &self.0
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
}

#[tokio::test]
async fn rows_in_memory_keep_every_promise() {
    let rows = MemoryStore::with_capacity(1_000);
    api_journal::testing::rows(async || rows.clone()).await;
}

#[tokio::test]
#[should_panic(expected = "a put of another revision changes nothing: step 1")]
async fn rows_that_overwrite_what_another_process_changed_are_noticed() {
    let rows = Other(Overwriting(MemoryStore::with_capacity(1_000)));
    api_journal::testing::rows(async || rows.clone()).await;
}
