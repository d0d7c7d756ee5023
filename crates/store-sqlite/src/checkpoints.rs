//! Checkpoints of syncs.

use api_journal::rows::{load_checkpoint, save_checkpoint};
use api_runtime::Checkpoint;
use rusqlite::Transaction;

use crate::error::StoreError;
use crate::store::SqliteStore;

impl SqliteStore {
    /// The checkpoint with this name, such as `venue-7/customers`. `None` if none was saved yet.
    ///
    /// From it, [`sync`](api_runtime::Client::sync) continues.
    ///
    /// # Errors
    ///
    /// If SQLite fails, or the text is no checkpoint.
    pub async fn checkpoint(&self, name: &str) -> Result<Option<Checkpoint>, StoreError> {
        let text = load_checkpoint(self, name).await;
        let text = text.map_err(|error| self.error_of(error))?;
        let checkpoint = text.map(|text| text.parse()).transpose();
        checkpoint.map_err(|error| self.error(error))
    }

    /// Saves the checkpoint of a [`Batch`](api_runtime::Batch), after its records.
    ///
    /// # Errors
    ///
    /// If SQLite fails. The previous checkpoint is unchanged then.
    pub async fn save_checkpoint(
        &self,
        name: &str,
        checkpoint: &Checkpoint,
    ) -> Result<(), StoreError> {
        let saved = save_checkpoint(self, name, &checkpoint.to_string()).await;
        saved.map_err(|error| self.error_of(error))
    }

    /// Saves the checkpoint of a [`Batch`](api_runtime::Batch) in the transaction of its records, of any connection to the
    /// file.
    ///
    /// # Errors
    ///
    /// If SQLite fails, or the transaction is of another file. Roll it back then. A transaction that is not
    /// immediate, and has not written yet, fails at once if another one writes.
    pub fn save_checkpoint_in(
        &self,
        transaction: &Transaction<'_>,
        name: &str,
        checkpoint: &Checkpoint,
    ) -> Result<(), StoreError> {
        self.check(transaction)?;
        let (rows, text) = (self.rows_in(transaction), checkpoint.to_string());
        let saved = self.ran(save_checkpoint(&rows, name, &text))?;
        saved.map_err(|error| self.error_of(error))
    }
}
