//! A change that was read back.

use std::fmt;

use crate::ReadBack;

/// A record in a state that was not reported yet, as it was read back.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::callback::{Change, Memory, Registry};
/// use shop_client::{GetOrder, Order};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// let orders = Memory::<GetOrder>::new(10);
/// orders.expect("WEB-1")?;
/// let changed = || Change::new(7, Some("WEB-1".to_owned()), "processing".to_owned(), Order::default());
/// assert!(orders.change(changed()).await?);
/// assert!(!orders.change(changed()).await?); // the same state is not reported twice
/// assert_eq!(orders.changes().next().await.reference.as_deref(), Some("WEB-1"));
/// # Ok(())
/// # }
/// ```
#[non_exhaustive]
pub struct Change<R: ReadBack> {
    /// What identifies the record.
    pub id: R::Id,
    /// The caller's own reference, as the record has it.
    pub reference: Option<String>,
    /// The state.
    pub state: R::State,
    /// The reply that was read, whole.
    pub output: R::Output,
}

impl<R: ReadBack> Change<R> {
    /// A change of these parts, for tests of a [`Registry`](super::Registry).
    pub fn new(id: R::Id, reference: Option<String>, state: R::State, output: R::Output) -> Self {
        Self {
            id,
            reference,
            state,
            output,
        }
    }
}

impl<R: ReadBack> fmt::Debug for Change<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The record is left out: it has personal data.
        f.debug_struct("Change")
            .field("id", &format_args!("{}", self.id))
            .field("reference", &self.reference)
            .field("state", &format_args!("{:?}", self.state.to_string()))
            .finish_non_exhaustive()
    }
}
