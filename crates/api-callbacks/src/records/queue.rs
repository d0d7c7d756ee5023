//! The records of a receiver, and their queue.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use api_runtime::api_wire::to_string;
use api_runtime::journal::rows::{
    At, Kind, MemoryStore, Moment, Put, Query, Row, SharedStore, Waits, prune_days,
};

use crate::records::body::time;
use crate::records::error::{BoxError, RecordsError, limited};
use crate::records::events::Events;
use crate::records::expected::{EXPECTED, change, confirm, contended, expect};
use crate::records::heard::{Found, Heard, Recorded};
use crate::records::on_change::OnChange;
use crate::records::record_changed::RecordChanged;
use crate::records::taken::{QueuedRecord, Taken};
use crate::refetch::Refetch;

/// Of so many due records, one is leased whose row no other process has changed meanwhile.
const DUE: u32 = 16;

/// How often a state is recorded while callbacks come in.
const MAX_RECORDS: usize = 16;

type HeardOf<R> = Heard<<R as Refetch>::State, <R as Refetch>::Hint>;

/// A record that was handed out for one read of `R`.
pub(crate) type TakenOf<R> = Taken<<R as Refetch>::Id, <R as Refetch>::Hint>;

/// The records whose callbacks are accepted, and their queue. Clones share them.
///
/// They belong to one receiver, that is the handler of one venue. Several processes can share them, if
/// their rows are in a database: `store-sqlite` and `store-postgres` have an
/// [`OnChange`](crate::OnChange), and commit the rows of the application with each change.
///
/// A row is a record: its id, its reference, its last state, the status that its last callback claims, its
/// place in the queue, and the lease of its read. Another one is the reference of a record that is *expected*, because it is being created.
/// What nobody has changed or heard of for 90 [days](api_runtime::journal::rows::count_day) is forgotten.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::Records;
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), api_callbacks::RecordsError> {
/// let (orders, _changes) = Records::<GetOrder>::in_memory(1);
/// orders.expect("WEB-1").await?; // before the order is created
/// orders.confirm("WEB-1", &7).await?; // the response of its creation has the id
/// assert_eq!(orders.id("WEB-1").await?, Some(7));
///
/// let full = orders.confirm("WEB-2", &8).await.unwrap_err();
/// assert_eq!(full.to_string(), "callbacks: journal: the memory is full");
/// orders.forget("WEB-1").await?; // it was delivered
/// orders.confirm("WEB-2", &8).await?;
/// # Ok(())
/// # }
/// ```
pub struct Records<R: Refetch> {
    on_change: Arc<dyn OnChange<R>>,
    receiver: Arc<str>,
}

impl<R: Refetch> Records<R> {
    /// The records of a receiver, such as `pos-v3/venue-12`, in the rows of a database.
    pub fn new(receiver: &str, on_change: impl OnChange<R>) -> Self {
        Self {
            on_change: Arc::new(on_change),
            receiver: receiver.into(),
        }
    }

    /// Records in memory, and their changes: for tests, and for services that can lose them at a restart.
    ///
    /// At most `capacity` records, as many expected ones, and as many changes that were not received yet.
    pub fn in_memory(capacity: usize) -> (Self, Events<R>) {
        let events = Events::new(MemoryStore::with_capacity(capacity), capacity);
        (Self::new("", events.clone()), events)
    }

    /// The name of the receiver.
    pub fn receiver(&self) -> &str {
        &self.receiver
    }

    /// Expects a record with this reference.
    ///
    /// Call it before the record is created, because the callback may be received before the response
    /// of the creation. Until [`confirm`](Self::confirm) supplies the id, the reference must be exact,
    /// in its case, too: no other value identifies the record. The stores have `expect_in` for a
    /// transaction of the caller.
    ///
    /// # Errors
    ///
    /// The database failed, did not respond within 10 seconds, or the memory is full.
    pub async fn expect(&self, reference: &str) -> Result<(), RecordsError> {
        answered(expect(self.rows(), &self.receiver, reference)).await
    }

    /// Confirms that the record with this reference was created, with this id. The stores have
    /// `confirm_in` for a transaction of the caller.
    ///
    /// # Errors
    ///
    /// Those of [`expect`](Self::expect).
    pub async fn confirm(&self, reference: &str, id: &R::Id) -> Result<(), RecordsError> {
        let id = id.to_string();
        answered(confirm(self.rows(), &self.receiver, reference, &id)).await
    }

    /// The id of the record with this reference, once a callback that was confirmed or
    /// [`confirm`](Self::confirm) has supplied it: for look-ups of records whose response was lost.
    ///
    /// # Errors
    ///
    /// Those of [`expect`](Self::expect), or the id cannot be parsed.
    pub async fn id(&self, reference: &str) -> Result<Option<R::Id>, RecordsError> {
        let id = async {
            let named = self.named(reference).await?.into_iter();
            let last = named.max_by_key(|row| row.updated_at);
            Ok(last.map(|row| row.at.id.parse()).transpose()?)
        };
        answered(id).await
    }

    /// Forgets the record with this reference, expected or known: its callbacks are ignored from now
    /// on.
    ///
    /// # Errors
    ///
    /// Those of [`expect`](Self::expect).
    pub async fn forget(&self, reference: &str) -> Result<(), RecordsError> {
        let forgotten = async {
            for _ in 0..MAX_RECORDS {
                let mut is_gone = true;
                for row in self.named(reference).await? {
                    is_gone &= self.rows().delete(&row.at, row.revision).await?;
                }
                if is_gone {
                    return self.expect_no_longer(reference).await;
                }
            }
            Err(contended())
        };
        answered(forgotten).await
    }

    /// Records a received callback, so that its record is due. `false`: the record is unknown.
    ///
    /// A record is found by its id, and otherwise by a reference that is expected: the id then gets a row
    /// without a reference, and the reference stays expected.
    #[doc(hidden)]
    pub async fn heard(
        &self,
        id: &R::Id,
        reference: Option<&str>,
        hint: Option<&R::Hint>,
    ) -> Result<bool, BoxError> {
        let at = self.at(id);
        let hear = |is_expected: bool| {
            change(self.rows(), &at, move |known: Option<HeardOf<R>>, now| {
                let mut known = known.or_else(|| is_expected.then(|| Heard::new(None)))?;
                known.hear(hint.cloned(), now);
                Some((known, ()))
            })
        };
        let is_known = hear(false).await?.is_some();
        Ok(is_known || (self.is_expected(reference).await? && hear(true).await?.is_some()))
    }

    /// Leases a record that is due: first those that have not failed, then by the time since when they
    /// are due. The lease has a number that the record never had before.
    #[doc(hidden)]
    pub async fn take(&self, lease: Duration) -> Result<Option<TakenOf<R>>, BoxError> {
        for waits in [Waits::Read, Waits::Reread] {
            let (moment, rows) = self.waiting(waits, DUE).await?;
            for row in rows {
                let (now, at) = (time(moment.now), row.at.clone());
                let mut known = HeardOf::<R>::read(&row)?;
                if !known.is_due(now) {
                    break;
                }
                let number = fastrand::i64(1..);
                let taken = known.take(at.id.parse()?, number, now + lease, now);
                let row = known.write(&at, Some(row), moment)?;
                if self.rows().put(&Put::new(row)).await?.is_some() {
                    return Ok(Some(taken));
                }
            }
        }
        Ok(None)
    }

    /// Records what a read has found, reports it if it is new, and ends the lease.
    #[doc(hidden)]
    pub async fn record(
        &self,
        taken: &TakenOf<R>,
        change: RecordChanged<R>,
        follow_up: Duration,
    ) -> Result<Recorded, BoxError> {
        let (at, change) = (self.at(&taken.id), Arc::new(change));
        let reference = change.reference.as_deref();
        let found = Found {
            state: change.state.clone(),
            updated_at: change.updated_at.map(|time| time.millis()),
            digest: digest(&to_string(R::record(&change.output))),
        };
        for _ in 0..MAX_RECORDS {
            let read = self.rows().read(&Query::One(at.clone())).await?;
            let moment = read.moment;
            let Some(row) = read.into_first() else {
                return Ok(Recorded::Superseded);
            };
            let mut known = HeardOf::<R>::read(&row)?;
            let is_expected = known.reference.is_none() && self.is_expected(reference).await?;
            let recorded = known.check(taken, &found, is_expected);
            if !matches!(recorded, Recorded::Changed | Recorded::Unchanged) {
                return Ok(recorded);
            }
            let (name, found) = (change.reference.clone(), found.clone());
            known.record(taken, name, found, follow_up, time(moment.now));
            let row = known.write(&at, Some(row), moment)?;
            let is_put = match recorded {
                Recorded::Changed => self.on_change.commit(&row, Arc::clone(&change)).await?,
                _ => self.rows().put(&Put::new(row)).await?.is_some(),
            };
            // Otherwise a callback was heard meanwhile, or another process has the lease.
            if is_put {
                if let Some(reference) = reference.filter(|_| is_expected) {
                    self.expect_no_longer(reference).await?;
                }
                return Ok(recorded);
            }
        }
        Err(contended())
    }

    /// Counts a failure of a read, ends its lease, and makes the record due after the delay. `None` gives
    /// the record up: it is due after the next callback.
    #[doc(hidden)]
    pub async fn postpone(
        &self,
        taken: &TakenOf<R>,
        delay: Option<Duration>,
    ) -> Result<(), BoxError> {
        let at = self.at(&taken.id);
        let postponed = change(self.rows(), &at, |known: Option<HeardOf<R>>, now| {
            let mut known = known?;
            let is_own = known.postpone(taken, delay.map(|delay| now + delay));
            is_own.then_some((known, ()))
        });
        postponed.await.map(drop)
    }

    /// The records that wait to be read, at most `limit`: the next records first, given-up records last.
    #[doc(hidden)]
    pub async fn queued(&self, limit: u32) -> Result<Vec<QueuedRecord<R::Id>>, BoxError> {
        let mut queued = Vec::new();
        for waits in [Waits::Read, Waits::Reread, Waits::Person] {
            let (moment, rows) = self.waiting(waits, limit).await?;
            for row in rows {
                let known = HeardOf::<R>::read(&row)?;
                let record = known.queued(row.at.id.parse()?, time(moment.now));
                queued.extend(record);
            }
        }
        // Stable: what can be read now is in the order of `take`.
        queued.sort_by_key(|record| (record.retry_in.is_none(), record.retry_in));
        queued.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(queued)
    }

    /// Counts the day, and forgets what was not changed for as many days, of all receivers.
    #[doc(hidden)]
    pub async fn prune(&self, days: i64) -> Result<(), BoxError> {
        let kinds = [Kind::Expected, Kind::Record];
        Ok(prune_days(self.rows(), &kinds, days).await?)
    }

    fn rows(&self) -> &SharedStore {
        self.on_change.rows()
    }

    fn at(&self, id: &R::Id) -> At {
        At::new(Kind::Record, &*self.receiver, id.to_string())
    }

    async fn named(&self, reference: &str) -> Result<Vec<Row>, BoxError> {
        let named = Query::Named {
            kind: Kind::Record,
            scope: self.receiver.to_string(),
            name: reference.to_owned(),
        };
        Ok(self.rows().read(&named).await?.rows)
    }

    async fn waiting(&self, waits: Waits, limit: u32) -> Result<(Moment, Vec<Row>), BoxError> {
        let waiting = Query::Queued {
            scope: self.receiver.to_string(),
            waits,
            limit,
        };
        let read = self.rows().read(&waiting).await?;
        Ok((read.moment, read.rows))
    }

    async fn is_expected(&self, reference: Option<&str>) -> Result<bool, BoxError> {
        let Some(reference) = reference else {
            return Ok(false);
        };
        let at = At::new(Kind::Expected, &*self.receiver, reference);
        let read = self.rows().read(&Query::One(at)).await?;
        Ok(!read.rows.is_empty())
    }

    async fn expect_no_longer(&self, reference: &str) -> Result<(), BoxError> {
        let at = At::new(Kind::Expected, &*self.receiver, reference);
        self.rows().delete(&at, EXPECTED).await?;
        Ok(())
    }
}

/// The hash FNV-1a of a text: equal in each process and version.
fn digest(text: &str) -> u64 {
    let add = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, add)
}

/// The result for a service, in time.
async fn answered<T>(call: impl Future<Output = Result<T, BoxError>>) -> Result<T, RecordsError> {
    limited(call).await.map_err(RecordsError)
}

impl<R: Refetch> Clone for Records<R> {
    fn clone(&self) -> Self {
        Self {
            on_change: Arc::clone(&self.on_change),
            receiver: Arc::clone(&self.receiver),
        }
    }
}

impl<R: Refetch> fmt::Debug for Records<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records")
            .field("receiver", &self.receiver)
            .finish_non_exhaustive()
    }
}
