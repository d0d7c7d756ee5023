//! The records of a service, and where their changes go.

use crate::queue::callback_queue::CallbackQueue;
use crate::queue::no_queue::NoQueue;
use crate::refetch::Refetch;
use crate::store::error::StoreError;
use crate::store::record_changed::RecordChanged;

/// A record that a store knows or expects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownRecord {
    /// The caller's own reference. A record with another one is not reported. One without a
    /// reference, or with one in another case or with white space around it, is reported if the
    /// store finds it by its id alone.
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

/// The records whose callbacks are accepted: a database, or a [`MemoryStore`](crate::MemoryStore).
///
/// One store serves one handler, that is one venue. If several processes receive callbacks of one
/// venue, they share a database, and [`record_change`](Self::record_change) is where each change is
/// reported once.
///
/// Records that could not be read yet are in a queue in memory, which a restart loses, unless the
/// store has a durable [`queue`](Self::queue). Its leases also order the reads of several processes:
/// without them, an older state can be recorded last. A store without a queue can compare
/// [`RecordChanged::updated_at`] instead.
///
/// Ids and states are `Display` and `FromStr`, which a database can keep as text. States are compared
/// after they were parsed, since their comparison may ignore case.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::collections::HashMap;
/// use std::sync::Mutex;
///
/// use api_callbacks::{
///     CallbackStore, Disposition, Handler, KnownRecord, RecordChanged, Refetch, StoreError,
/// };
/// use shop_client::GetOrder;
///
/// /// A table of orders: id, reference, and the last reported state.
/// struct Orders(Mutex<HashMap<i64, (String, Option<State>)>>);
///
/// /// The type of an order's state, whose comparison is that of the API.
/// type State = <GetOrder as Refetch>::State;
///
/// impl CallbackStore<GetOrder> for Orders {
///     async fn find(&self, id: &i64, _: Option<&str>) -> Result<Option<KnownRecord>, StoreError> {
///         let rows = self.0.lock().unwrap();
///         Ok(rows.get(id).map(|(reference, _)| KnownRecord::with_reference(reference)))
///     }
///
///     async fn record_change(&self, change: RecordChanged<GetOrder>) -> Result<bool, StoreError> {
///         let mut rows = self.0.lock().unwrap();
///         let (_, state) = rows.get_mut(&change.id).ok_or("missing row")?;
///         let reported = state.replace(change.state.clone());
///         Ok(reported != Some(change.state)) // if it is new, process it here
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
/// assert_eq!(handler.refetch(8).await.disposition(), Disposition::UnknownRecord);
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not store the records that `{R}` reads",
    label = "expected a `MemoryStore<{R}>` or another `CallbackStore<{R}>`"
)]
pub trait CallbackStore<R: Refetch>: Send + Sync + 'static {
    /// Finds the record that a callback names.
    ///
    /// Known records are found by id; the callback's reference is ignored. While a record is being
    /// created, its id is not known, and it is found by the reference that was stored before. `None`
    /// for all others, which are not read.
    fn find(
        &self,
        id: &R::Id,
        reference: Option<&str>,
    ) -> impl Future<Output = Result<Option<KnownRecord>, StoreError>> + Send;

    /// Records the state of a record and reports it, atomically. Returns `false` if that state was
    /// recorded already.
    ///
    /// In a database, this is one transaction: an update of rows with another state, and the report
    /// if a row was updated. A record that was found by its reference is known by its id from now on.
    /// If this fails, the record stays queued and is read again.
    ///
    /// If the change has a [lease](RecordChanged::lease) and that is not the latest of its id, a later
    /// read has started elsewhere: this records nothing and returns `false`. The same transaction
    /// locks and compares the lease; otherwise reads could overtake each other.
    ///
    /// The report can be rows of the application: a store passes the transaction and `&change` to a
    /// function of the application, and commits after it.
    ///
    /// The response to a callback has a time limit, and so has this future, of 30 seconds. It may be
    /// dropped at any await point: what was not committed by then must not be kept.
    fn record_change(
        &self,
        change: RecordChanged<R>,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// The durable queue of the records that wait to be read. `None`, the default, for a queue in
    /// memory.
    ///
    /// A store that implements [`CallbackQueue`] returns `Some(self)`. A store that wraps another one
    /// returns the queue of that.
    fn queue(&self) -> Option<&impl CallbackQueue<R>> {
        None::<&NoQueue>
    }
}
