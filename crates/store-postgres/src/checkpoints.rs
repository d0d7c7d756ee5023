//! Checkpoints of syncs.

use api_runtime::Checkpoint;
use tokio_postgres::GenericClient;
use tokio_postgres::types::Type;

use crate::connections::Connections;
use crate::error::StoreError;
use crate::statements::{SAVE_CHECKPOINT, SELECT_CHECKPOINT};
use crate::store::PostgresStore;

impl<C: Connections> PostgresStore<C> {
    /// The checkpoint with this name, such as `venue-7/customers`. `None` if none was saved yet.
    ///
    /// Load it into an `Option<Checkpoint>` for [`sync`](api_runtime::Call::sync), and save what
    /// the run returns.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails, or the text is no checkpoint.
    pub async fn checkpoint(&self, name: &str) -> Result<Option<Checkpoint>, StoreError> {
        let rows = self.run(SELECT_CHECKPOINT, &[(&name, Type::TEXT)]).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let checkpoint = row.try_get::<_, &str>(0)?.parse();
        checkpoint.map(Some).map_err(StoreError::new)
    }

    /// Saves a checkpoint, after the records that it covers.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails. The previous checkpoint is unchanged then.
    pub async fn save_checkpoint(
        &self,
        name: &str,
        checkpoint: &Checkpoint,
    ) -> Result<(), StoreError> {
        let connection = self.connection().await?;
        self.save_checkpoint_in(&*connection, name, checkpoint)
            .await
    }

    /// Saves a checkpoint in the transaction of the records that it covers.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails. Roll the transaction back then.
    pub async fn save_checkpoint_in(
        &self,
        client: &impl GenericClient,
        name: &str,
        checkpoint: &Checkpoint,
    ) -> Result<(), StoreError> {
        let text = checkpoint.to_string();
        let row = [(&name as _, Type::TEXT), (&text as _, Type::TEXT)];
        self.query(client, SAVE_CHECKPOINT, &row).await?;
        Ok(())
    }
}
