//! The journal in memory passes, and each check fails for a journal that breaks its rule.

use std::sync::Arc;

use api_journal_next::MemoryJournal;

#[tokio::test(start_paused = true)]
async fn the_journal_in_memory_passes() {
    let journal = Arc::new(MemoryJournal::new());
    store_conformance::entries(async || Arc::clone(&journal)).await;
}
