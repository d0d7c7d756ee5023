//! Checkpoints of syncs.

use std::io;
use std::path::Path;

use api_runtime::{Checkpoint, CheckpointStore};
use rusqlite::{Connection, Error, OptionalExtension, Transaction};

use crate::error::StoreError;
use crate::statements::{SAVE_CHECKPOINT, SELECT_CHECKPOINT};
use crate::store::SqliteStore;

impl SqliteStore {
    /// The checkpoint with this name, such as `venue-7/customers`. `None` if none was saved yet.
    ///
    /// # Errors
    ///
    /// If SQLite fails, or the text is no checkpoint.
    pub async fn checkpoint(&self, name: &str) -> Result<Option<Checkpoint>, StoreError> {
        let (store, name) = (self.clone(), name.to_owned());
        self.run(move |connection| load(connection, store.path(), &name))
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

    /// The checkpoint with this name for [`sync`](api_runtime::Call::sync), on a connection of its
    /// own.
    ///
    /// It blocks the thread during a commit, as a file does.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened.
    pub fn checkpoint_store(&self, name: &str) -> Result<SqliteCheckpoint, StoreError> {
        Ok(SqliteCheckpoint {
            connection: self.connect()?,
            store: self.clone(),
            name: name.to_owned(),
        })
    }
}

fn load(
    connection: &Connection,
    path: &Path,
    name: &str,
) -> Result<Option<Checkpoint>, StoreError> {
    let text: Result<String, Error> =
        connection.query_row(SELECT_CHECKPOINT, [name], |row| row.get(0));
    let text = text
        .optional()
        .map_err(|error| StoreError::new(path, error))?;
    let checkpoint = text.map(|text| text.parse()).transpose();
    checkpoint.map_err(|error| StoreError::new(path, error))
}

/// One checkpoint in a file of SQLite.
#[derive(Debug)]
pub struct SqliteCheckpoint {
    connection: Connection,
    store: SqliteStore,
    name: String,
}

impl CheckpointStore for SqliteCheckpoint {
    fn load(&mut self) -> io::Result<Option<Checkpoint>> {
        load(&self.connection, self.store.path(), &self.name).map_err(io::Error::other)
    }

    fn save(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        let saved = self
            .connection
            .execute(SAVE_CHECKPOINT, [&self.name, &checkpoint.to_string()]);
        saved
            .map(drop)
            .map_err(|error| io::Error::other(self.store.error(error)))
    }
}
