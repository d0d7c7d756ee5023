//! The journal in memory keeps every promise, and one that breaks a promise is noticed.

use std::time::Duration;

use api_journal::{
    Begun, Change, Cursor, Entry, EntryId, Filter, HistoryLine, Intent, Journal, JournalFuture,
    Listed, MemoryJournal,
};

/// Makes every change, whatever the revision of the stored entry is.
#[derive(Clone)]
struct Overwriting(MemoryJournal);

impl Journal for Overwriting {
    fn begin<'a>(&'a self, intent: &'a Intent, lease: Duration) -> JournalFuture<'a, Begun> {
        self.0.begin(intent, lease)
    }

    fn change<'a>(&'a self, change: &'a Change) -> JournalFuture<'a, Option<Entry>> {
        Box::pin(async move {
            let filter = Filter::entry(change.entry.id);
            let stored = self.list(&filter, None, 1).await?.into_entry()?;
            let mut change = change.clone();
            change.entry.revision = stored.map_or(0, |entry| entry.revision);
            self.0.change(&change).await
        })
    }

    fn list<'a>(
        &'a self,
        filter: &'a Filter,
        after: Option<&'a Cursor>,
        limit: u32,
    ) -> JournalFuture<'a, Listed> {
        self.0.list(filter, after, limit)
    }

    fn history<'a>(&'a self, id: &'a EntryId) -> JournalFuture<'a, Vec<HistoryLine>> {
        self.0.history(id)
    }

    fn prune(&self, days: i64, limit: u32) -> JournalFuture<'_, u64> {
        self.0.prune(days, limit)
    }
}

#[tokio::test(start_paused = true)]
async fn the_journal_in_memory_keeps_every_promise() {
    let journal = MemoryJournal::new();
    store_conformance::journal(async || journal.clone()).await;
}

#[tokio::test(start_paused = true)]
#[should_panic(expected = "a change of another revision is refused: step 3: ")]
async fn a_journal_that_overwrites_what_another_process_changed_is_noticed() {
    let journal = Overwriting(MemoryJournal::new());
    store_conformance::journal(async || journal.clone()).await;
}
