//! A confirmed change of a record.

use std::fmt;

use api_wire::Timestamp;

use crate::queue::callback_queue::Lease;
use crate::refetch::Refetch;
use crate::sanitize::sanitize;

/// A record in a new state, as it was read after a callback.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{CallbackStore, MemoryStore, RecordChanged};
/// use shop_client::{GetOrder, Order};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// let orders = MemoryStore::<GetOrder>::new(10);
/// orders.expect("WEB-1")?;
/// let change = || RecordChanged::new(7, Some("WEB-1".to_owned()), "processing".into(), Order::default());
/// assert!(orders.record_change(change()).await?);
/// assert!(!orders.record_change(change()).await?); // the same state is not reported twice
/// assert_eq!(orders.events().next().await.reference.as_deref(), Some("WEB-1"));
/// # Ok(())
/// # }
/// ```
#[non_exhaustive]
pub struct RecordChanged<R: Refetch> {
    /// The id of the record.
    pub id: R::Id,
    /// The caller's own reference, as the record has it, or the one that the store knows by the id.
    pub reference: Option<String>,
    /// The new state, or its documented default if the record has none.
    pub state: R::State,
    /// When the record was changed last, according to the record. `None` if it does not show that.
    pub updated_at: Option<Timestamp>,
    /// The lease of the read. `None` if the store has no [queue](crate::CallbackStore::queue), or the
    /// record could not be enqueued.
    pub lease: Option<Lease>,
    /// The whole response.
    pub output: R::Output,
}

impl<R: Refetch> RecordChanged<R> {
    /// A change for tests of a [`CallbackStore`](crate::CallbackStore), without a lease.
    pub fn new(id: R::Id, reference: Option<String>, state: R::State, output: R::Output) -> Self {
        Self {
            id,
            reference,
            state,
            updated_at: R::updated_at(&output),
            lease: None,
            output,
        }
    }

    /// Sets the lease of the read.
    pub fn with_lease(mut self, lease: Lease) -> Self {
        self.lease = Some(lease);
        self
    }
}

impl<R: Refetch<Output: Clone>> Clone for RecordChanged<R> {
    fn clone(&self) -> Self {
        Self {
            id: self.id.clone(),
            reference: self.reference.clone(),
            state: self.state.clone(),
            updated_at: self.updated_at,
            lease: self.lease,
            output: self.output.clone(),
        }
    }
}

impl<R: Refetch> fmt::Debug for RecordChanged<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The output is omitted because it has personal data.
        let reference = self.reference.as_deref().map(sanitize);
        f.debug_struct("RecordChanged")
            .field("id", &sanitize(&self.id.to_string()))
            .field("reference", &reference)
            .field("state", &sanitize(&self.state.to_string()))
            .field("updated_at", &self.updated_at)
            .field("lease", &self.lease)
            .finish_non_exhaustive()
    }
}
