//! What the caller knows of its records, and where changes go.

use std::error::Error as StdError;
use std::future::Future;

use super::RecordChanged;
use crate::Refetch;

/// Why a store could not answer. A handler then queues the record, or answers 503.
pub type StoreError = Box<dyn StdError + Send + Sync>;

/// A record that a store knows or expects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownRecord {
    /// The caller's own reference, which the record read back must have.
    pub reference: Option<String>,
}

impl KnownRecord {
    /// A record that must have this reference.
    pub fn with_reference(reference: impl Into<String>) -> Self {
        Self {
            reference: Some(reference.into()),
        }
    }
}

/// The records whose callbacks are taken, kept by the caller: in memory as by [`MemoryStore`](super::MemoryStore), or in a database.
///
/// One store serves one handler, that is one venue. Where several processes receive callbacks of one venue, they share
/// a database, and [`change`](Self::change) is where each change is reported once. Reads of two processes can overtake each
/// other there, so that an older state comes last. Where that matters, let `change` compare what the record tells of its
/// time, which is in [`RecordChanged::output`].
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::collections::HashMap;
/// use std::sync::Mutex;
///
/// use api_callbacks::{RecordChanged, Handler, KnownRecord, CallbackStore, StoreError, Disposition};
/// use shop_client::GetOrder;
///
/// /// A table of orders: the id, the reference, and the state that was reported last.
/// struct Orders(Mutex<HashMap<i64, (String, Option<String>)>>);
///
/// impl CallbackStore<GetOrder> for Orders {
///     async fn find(&self, id: &i64, _: Option<&str>) -> Result<Option<KnownRecord>, StoreError> {
///         let rows = self.0.lock().unwrap();
///         Ok(rows.get(id).map(|(reference, _)| KnownRecord::with_reference(reference)))
///     }
///
///     async fn record_change(&self, change: RecordChanged<GetOrder>) -> Result<bool, StoreError> {
///         let mut rows = self.0.lock().unwrap();
///         let (_, state) = rows.get_mut(&change.id).ok_or("the row is gone")?;
///         let reported = state.replace(change.state.clone());
///         Ok(reported != Some(change.state)) // where it is new, this is the place to tell of it
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let order = (200, r#"{"id": 7, "reference_no": "WEB-1", "state": "processing"}"#);
/// # let client = shop_client::client([order, order]);
/// let orders = Orders(Mutex::new(HashMap::from([(7, ("WEB-1".to_owned(), None))])));
/// let handler = Handler::new(client, "d41d8cd98f00b204", orders)?;
/// assert_eq!(handler.refetch(7).await.disposition(), Disposition::Changed);
/// assert_eq!(handler.refetch(7).await.disposition(), Disposition::Unchanged);
/// assert_eq!(handler.refetch(8).await.disposition(), Disposition::Unknown);
/// # Ok(())
/// # }
/// ```
pub trait CallbackStore<R: Refetch>: Send + Sync + 'static {
    /// Looks for a record.
    ///
    /// A record that was created is found by its id; the reference that the callback tells is then of no account. While
    /// its creation is under way it has no id yet, and is found by the reference that was registered before. `None` for
    /// anything else: it is not read.
    fn find(
        &self,
        id: &R::Id,
        reference: Option<&str>,
    ) -> impl Future<Output = Result<Option<KnownRecord>, StoreError>> + Send;

    /// Keeps the state of a record and reports it, in one step. It answers `false` if that state was kept already. In a
    /// database that is one transaction: an update of the rows with another state, and the report if there was one.
    ///
    /// A record that was found by its reference is known by its id from now on. If this fails, the record stays queued
    /// and is read again later.
    ///
    /// The answer to a callback does not wait for ever, so this future may be dropped at any of its waits: what was not
    /// committed by then must not be kept.
    fn record_change(
        &self,
        change: RecordChanged<R>,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;
}
