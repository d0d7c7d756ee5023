//! The journal in memory passes.

use std::sync::Arc;

use api_journal::MemoryJournal;

#[tokio::test(start_paused = true)]
async fn the_journal_in_memory_passes() {
    let journal = Arc::new(MemoryJournal::new());
    store_conformance::journal(async || Arc::clone(&journal)).await;
}
