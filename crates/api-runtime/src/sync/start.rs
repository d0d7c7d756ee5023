//! How a client begins a run.

use std::io;
use std::time::Duration;

use crate::client::call::Call;
use crate::operation::AuthorizedBy;
use crate::operation::api::Api;
use crate::operation::syncable::Syncable;
use crate::sync::IncrementalSync;
use crate::sync::checkpoint_store::CheckpointStore;

impl<A: Api, C> Call<'_, A, C> {
    /// The records of a list that changed since the previous run; see [`IncrementalSync`] for its
    /// guarantees.
    ///
    /// The store keeps the checkpoint, from which the next run continues. The first run reads
    /// everything that the operation lists. If the list has a default time window, set the start of
    /// the first run in the operation, or older records are skipped. All other filters must be the
    /// same in every run. The operation's page is ignored, and its page size is the maximum that is
    /// requested (at least 20).
    ///
    /// # Errors
    ///
    /// The error of the store if the checkpoint cannot be loaded, and
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) if it is that of another list, or in the future.
    /// Nothing is sent.
    pub fn sync<O, S>(
        self,
        operation: O,
        store: S,
        overlap: Duration,
    ) -> io::Result<IncrementalSync<O, S>>
    where
        O: Syncable<Api = A> + AuthorizedBy<C>,
        S: CheckpointStore,
    {
        IncrementalSync::new(self.handle(), operation, store, overlap)
    }
}
