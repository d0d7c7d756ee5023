//! How a client begins a run.

use crate::client::Client;
use crate::client::call::Call;
use crate::error::Error;
use crate::operation::AuthorizedBy;
use crate::operation::api::Api;
use crate::operation::syncable::Syncable;
use crate::sync::IncrementalSync;
use crate::sync::checkpoint::Checkpoint;

impl<A: Api, C> Client<A, C> {
    /// The records of a list that changed since the run which ended with a checkpoint; see
    /// [`IncrementalSync`] for its guarantees.
    ///
    /// Without a checkpoint, the run reads everything that the operation lists. If the list has a default
    /// time window, set the start of the first run in the operation, or older records are skipped. All other
    /// filters must be the same in every run. The operation's page is ignored, and its page size is the
    /// maximum that is requested (at least 20).
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config) if the checkpoint is that of another list, or in the
    /// future. Nothing is sent.
    pub fn sync<O>(
        &self,
        operation: O,
        checkpoint: Option<Checkpoint>,
    ) -> Result<IncrementalSync<O>, Error>
    where
        O: Syncable<Api = A> + AuthorizedBy<C>,
    {
        self.call().sync(operation, checkpoint)
    }
}

impl<A: Api, C> Call<'_, A, C> {
    /// The same as [`Client::sync`], with the options of this call.
    ///
    /// # Errors
    ///
    /// Those of [`Client::sync`].
    pub fn sync<O>(
        self,
        operation: O,
        checkpoint: Option<Checkpoint>,
    ) -> Result<IncrementalSync<O>, Error>
    where
        O: Syncable<Api = A> + AuthorizedBy<C>,
    {
        IncrementalSync::new(self.handle(), operation, checkpoint)
    }
}
