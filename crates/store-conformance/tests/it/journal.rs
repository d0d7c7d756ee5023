//! The journal in memory passes.

use api_journal::MemoryJournal;

#[tokio::test(start_paused = true)]
async fn the_journal_in_memory_passes() {
    let journal = MemoryJournal::new();
    store_conformance::journal(async || journal.clone()).await;
}
