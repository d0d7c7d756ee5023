//! Checkpoints of syncs.

use api_runtime::Checkpoint;
use rusqlite::{OptionalExtension, Transaction};

use crate::error::StoreError;
use crate::statements::{SAVE_CHECKPOINT, SELECT_CHECKPOINT};
use crate::store::SqliteStore;

impl SqliteStore {
    /// The checkpoint with this name, such as `venue-7/customers`. `None` if none was saved yet.
    ///
    /// Load it into an `Option<Checkpoint>` for [`sync`](api_runtime::Call::sync), and save what
    /// the run returns.
    ///
    /// # Errors
    ///
    /// If SQLite fails, or the text is no checkpoint.
    pub async fn checkpoint(&self, name: &str) -> Result<Option<Checkpoint>, StoreError> {
        let (store, name) = (self.clone(), name.to_owned());
        self.run(move |connection| {
            let text = connection.query_row(SELECT_CHECKPOINT, [name], |row| row.get(0));
            let text: Option<String> = text.optional().map_err(|error| store.error(error))?;
            let checkpoint = text.map(|text| text.parse()).transpose();
            checkpoint.map_err(|error| store.error(error))
        })
        .await
    }

    /// Saves a checkpoint, after the records that it covers.
    ///
    /// # Errors
    ///
    /// If SQLite fails. The previous checkpoint is unchanged then.
    pub async fn save_checkpoint(
        &self,
        name: &str,
        checkpoint: &Checkpoint,
    ) -> Result<(), StoreError> {
        let (store, name, text) = (self.clone(), name.to_owned(), checkpoint.to_string());
        self.run(move |connection| {
            let saved = connection.execute(SAVE_CHECKPOINT, [&name, &text]);
            saved.map(drop).map_err(|error| store.error(error))
        })
        .await
    }

    /// Saves a checkpoint in the transaction of the records that it covers, of any connection to the
    /// file.
    ///
    /// # Errors
    ///
    /// If SQLite fails, or the transaction is of another file. Roll it back then.
    pub fn save_checkpoint_in(
        &self,
        transaction: &Transaction<'_>,
        name: &str,
        checkpoint: &Checkpoint,
    ) -> Result<(), StoreError> {
        self.check(transaction)?;
        let saved = transaction.execute(SAVE_CHECKPOINT, [name, &checkpoint.to_string()]);
        saved.map(drop).map_err(|error| self.error(error))
    }
}
