//! Checkpoints of syncs.

use api_journal::rows::{load_checkpoint, save_checkpoint};
use api_runtime::Checkpoint;
use tokio_postgres::GenericClient;

use crate::connections::Connections;
use crate::error::StoreError;
use crate::store::PostgresStore;

impl<C: Connections> PostgresStore<C> {
    /// The checkpoint with this name, such as `venue-7/customers`. `None` if none was saved yet.
    ///
    /// From it, [`sync`](api_runtime::Client::sync) continues.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails, or the text is no checkpoint.
    pub async fn checkpoint(&self, name: &str) -> Result<Option<Checkpoint>, StoreError> {
        let text = load_checkpoint(self, name).await.map_err(StoreError::of)?;
        let checkpoint = text.map(|text| text.parse()).transpose();
        checkpoint.map_err(StoreError::new)
    }

    /// Saves the checkpoint of a [`Batch`](api_runtime::Batch), after its records.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails. The previous checkpoint is unchanged then.
    pub async fn save_checkpoint(
        &self,
        name: &str,
        checkpoint: &Checkpoint,
    ) -> Result<(), StoreError> {
        let saved = save_checkpoint(self, name, &checkpoint.to_string()).await;
        saved.map_err(StoreError::of)
    }

    /// Saves the checkpoint of a [`Batch`](api_runtime::Batch) in the transaction of its records.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails. Roll the transaction back then.
    pub async fn save_checkpoint_in(
        &self,
        client: &(impl GenericClient + Sync),
        name: &str,
        checkpoint: &Checkpoint,
    ) -> Result<(), StoreError> {
        let (rows, text) = (self.rows_in(client), checkpoint.to_string());
        let saved = save_checkpoint(&rows, name, &text).await;
        saved.map_err(StoreError::of)
    }
}
