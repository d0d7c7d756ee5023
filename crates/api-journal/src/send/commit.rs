//! Commits the outcome of a send.

use crate::entry::rules::{SendOutcome, apply};
use crate::store::journal::MAX_UPDATES;
use crate::{Entry, Journal, JournalError};

/// Applies the outcome to the entry, also if another process changed it since.
pub(crate) async fn commit<J: Journal>(
    journal: &J,
    mut entry: Entry,
    send: SendOutcome,
) -> Result<Entry, JournalError> {
    for _ in 0..MAX_UPDATES {
        let mut changed = entry.clone();
        let lease = apply(&mut changed, send.clone());
        if journal.update(&changed, lease).await? {
            changed.revision += 1;
            return Ok(changed);
        }
        let stored = journal.entry(&entry.id).await?;
        entry = stored.ok_or_else(|| JournalError::new("the entry was deleted"))?;
    }
    Err(JournalError::contended())
}
