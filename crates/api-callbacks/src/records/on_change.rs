//! What happens with a change.

use std::sync::Arc;

use api_runtime::journal::rows::{Row, SharedStore};

use crate::records::error::StoreFuture;
use crate::records::record_changed::RecordChanged;
use crate::refetch::Refetch;

/// The rows of a database, and what is done with each change of a record in the transaction that records
/// it.
///
/// `store-sqlite` and `store-postgres` have one, `on_change`, with a function that gets their transaction.
/// [`Events`](crate::Events) is one in memory.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not take the changes of the records that `{R}` reads",
    label = "expected `on_change` of a store, or `Events<{R}>`"
)]
pub trait OnChange<R: Refetch>: Send + Sync + 'static {
    /// The rows of the database in which changes are committed.
    fn rows(&self) -> &SharedStore;

    /// [Puts](api_runtime::journal::rows::Store::put) the row of a record in a new state, and reports the
    /// change, both or neither. `false`: another revision is stored, and nothing was reported.
    ///
    /// The row is put first: its lock is held until the commit, so that no older state is reported after
    /// a newer one.
    fn commit<'a>(&'a self, row: &'a Row, change: Arc<RecordChanged<R>>) -> StoreFuture<'a, bool>;
}
