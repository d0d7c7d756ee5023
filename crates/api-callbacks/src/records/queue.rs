//! The records of an account, and their queue.

use std::sync::Arc;
use std::time::Duration;

use api_runtime::api_wire::{Timestamp, to_string};
use api_runtime::journal::rows::{
    At, Kind, Moment, Put, Query, Row, SharedStore, Waits, change_row, prune_days,
};
use api_runtime::journal::{Entry, writes_named, writes_without_id};

use crate::records::error::BoxError;
use crate::records::heard::{Found, Heard, Owner, Recorded, is_same_but_form};
use crate::records::on_change::OnChange;
use crate::records::record_changed::RecordChanged;
use crate::records::taken::{QueuedRecord, Taken};
use crate::refetch::Refetch;

/// Of so many due records, one is leased whose row no other process has changed meanwhile.
const DUE: u32 = 16;

/// How often a record is recorded that other processes change at the same time.
const MAX_CHANGES: usize = 16;

/// How many records wait at most, before an id is no longer kept that no write of the account shows.
const MAX_UNKNOWN: u32 = 1_000;

type HeardOf<R> = Heard<<R as Refetch>::State, <R as Refetch>::Hint>;

/// The most records that a list of the queue has.
pub(crate) const MAX_LISTED: u32 = 1_000;

/// A record that was handed out for one read of `R`.
pub(crate) type TakenOf<R> = Taken<<R as Refetch>::Id, <R as Refetch>::Hint>;

/// The records of an account that callbacks have named, and their queue, in the rows of its journal.
///
/// A row is a record: its id, its reference, its last state, the status that its last callback claims, its
/// place in the queue, and the lease of its read.
pub struct Records<R: Refetch> {
    on_change: Arc<dyn OnChange<R>>,
    /// That of the writes: `account/api/environment`.
    pub(crate) scope: String,
}

impl<R: Refetch> Records<R> {
    /// The records of a scope, written `account/api/environment`.
    pub fn new(scope: impl Into<String>, on_change: impl OnChange<R>) -> Self {
        Self {
            on_change: Arc::new(on_change),
            scope: scope.into(),
        }
    }

    /// The rows of the database, which the journal shares.
    pub fn rows(&self) -> &SharedStore {
        self.on_change.rows()
    }

    /// Records a received callback, so that its record is due. `false`: it is nobody's record.
    ///
    /// A record is found by its id: it was heard of before, or is that of a write. Otherwise the id is kept
    /// if a write may be that of the record, because of the reference in the callback, or because its id
    /// is not known yet.
    pub async fn heard(
        &self,
        id: &R::Id,
        reference: Option<&str>,
        hint: Option<&R::Hint>,
    ) -> Result<bool, BoxError> {
        let hear = |new: Option<HeardOf<R>>| {
            self.change(id, move |known, now| {
                let mut known = known.or_else(|| new.clone())?;
                known.hear(hint.cloned(), now);
                Some(known)
            })
        };
        if hear(None).await? {
            return Ok(true);
        }
        let new = match self.owner(id, reference).await? {
            Owner::Id(reference) => Heard::new(reference),
            Owner::Reference => Heard::claimed(),
            Owner::Undecided if self.has_room().await? => Heard::claimed(),
            Owner::Undecided | Owner::Nobody => return Ok(false),
        };
        hear(Some(new)).await
    }

    /// Makes a record of the application due.
    pub async fn read_soon(&self, id: &R::Id) -> Result<(), BoxError> {
        let known = self.change(id, |known: Option<HeardOf<R>>, now| {
            let mut known = known.unwrap_or_else(|| Heard::new(None));
            known.is_claimed = false;
            known.hear(None, now);
            Some(known)
        });
        known.await.map(drop)
    }

    /// Takes a record out of the queue. `false`: it is not in it.
    pub async fn dismiss(&self, id: &R::Id) -> Result<bool, BoxError> {
        let dismissed = self.change(id, |known: Option<HeardOf<R>>, _| {
            let mut known = known.filter(|known| known.waits().is_some())?;
            known.dismiss();
            Some(known)
        });
        dismissed.await
    }

    /// Leases a record that is due: first those that have not failed, then by the time since when they
    /// are due. The lease has a number that the record never had before.
    pub async fn take(&self, lease: Duration) -> Result<Option<TakenOf<R>>, BoxError> {
        for waits in [Waits::Read, Waits::Reread] {
            let (moment, rows) = self.waiting(waits, DUE).await?;
            for row in rows {
                let now = moment.now;
                let mut known = HeardOf::<R>::read(&row)?;
                if !known.is_due(now) {
                    break;
                }
                let number = fastrand::i64(1..);
                let taken = known.take(row.at.id.parse()?, number, now + lease, now);
                let row = known.write(row.changed_at(moment))?;
                if self.rows().put(&Put::new(row)).await?.is_some() {
                    return Ok(Some(taken));
                }
            }
        }
        Ok(None)
    }

    /// Records what a read has found, reports it if it is new, and ends the lease.
    pub async fn record(
        &self,
        taken: &TakenOf<R>,
        mut change: RecordChanged<R>,
        follow_up: Duration,
    ) -> Result<Recorded, BoxError> {
        let at = self.at(&taken.id);
        let found = Found {
            state: change.state.clone(),
            updated_at: change.updated_at.map(|time| time.millis()),
            digest: digest(&to_string(R::record(&change.output))),
        };
        let owner = match taken.is_claimed {
            true => self.owner(&taken.id, change.reference.as_deref()).await?,
            false => Owner::Id(None),
        };
        let owner = match (owner, &change.reference) {
            // The id of one create, and the reference of another one.
            (Owner::Id(Some(known)), Some(shown)) if !is_same_but_form(&known, shown) => {
                Owner::Undecided
            }
            (Owner::Id(Some(known)), None) => {
                change.reference = Some(known);
                Owner::Id(None)
            }
            (owner, _) => owner,
        };
        let change = Arc::new(change);
        for _ in 0..MAX_CHANGES {
            let read = self.rows().read(&Query::One(at.clone())).await?;
            let moment = read.moment;
            let Some(row) = read.into_first() else {
                return Ok(Recorded::Superseded);
            };
            let mut known = HeardOf::<R>::read(&row)?;
            let recorded = known.check(taken, &found, &owner);
            let is_put = match recorded {
                Recorded::Changed | Recorded::Unchanged => {
                    let (reference, found) = (change.reference.clone(), found.clone());
                    known.record(taken, reference, found, follow_up, moment.now);
                    let row = known.write(row.changed_at(moment))?;
                    match recorded {
                        Recorded::Changed => {
                            self.on_change.commit(&row, Arc::clone(&change)).await?
                        }
                        _ => self.rows().put(&Put::new(row)).await?.is_some(),
                    }
                }
                Recorded::NotOurs => self.rows().delete(&at, row.revision).await?,
                _ => return Ok(recorded),
            };
            // Otherwise a callback was heard meanwhile, or another process has the lease.
            if is_put {
                return Ok(recorded);
            }
        }
        Err("other processes change the record all the time".into())
    }

    /// Counts a failure of a read, ends its lease, and makes the record due after the delay. `None` gives
    /// the record up: it is due after the next callback.
    pub async fn postpone(
        &self,
        taken: &TakenOf<R>,
        delay: Option<Duration>,
    ) -> Result<(), BoxError> {
        let owner = match taken.is_claimed && delay.is_none() {
            true => self.owner(&taken.id, None).await?,
            false => Owner::Undecided,
        };
        let postponed = self.change(&taken.id, |known: Option<HeardOf<R>>, now| {
            let mut known = known?;
            let is_own = known.postpone(taken, delay.map(|delay| now + delay), &owner);
            is_own.then_some(known)
        });
        postponed.await.map(drop)
    }

    /// The records that wait to be read, at most `limit`: the next records first, given-up records last.
    pub async fn queued(&self, limit: u32) -> Result<Vec<QueuedRecord<R::Id>>, BoxError> {
        let mut queued = Vec::new();
        for waits in [Waits::Read, Waits::Reread, Waits::Person] {
            let (moment, rows) = self.waiting(waits, limit).await?;
            for row in rows {
                let known = HeardOf::<R>::read(&row)?;
                let record = known.queued(row.at.id.parse()?, moment.now);
                queued.extend(record);
            }
        }
        // Stable: what can be read now is in the order of `take`.
        queued.sort_by_key(|record| (record.retry_in.is_none(), record.retry_in));
        queued.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(queued)
    }

    /// Counts the day, and forgets what was not changed for as many days, of all accounts.
    pub async fn prune(&self, days: i64) -> Result<(), BoxError> {
        Ok(prune_days(self.rows(), &[Kind::Record], days).await?)
    }

    /// Changes a record by a rule, until no other process was faster. `false`: the rule changes nothing.
    async fn change(
        &self,
        id: &R::Id,
        rule: impl Fn(Option<HeardOf<R>>, Timestamp) -> Option<HeardOf<R>>,
    ) -> Result<bool, BoxError> {
        let changed = change_row(self.rows(), self.at(id), |row| {
            let is_known = row.revision > 0;
            let known = is_known.then(|| Heard::read(&row)).transpose()?;
            let changed = rule(known, row.updated_at);
            let changed = changed.map(|changed| changed.write(row)).transpose()?;
            Ok(changed.map(Put::new))
        });
        changed.await
    }

    /// Whose record this is, as far as its id and a reference show it. The writes of the id are read last: one
    /// whose response comes between two reads is among them, if it was not among those without an id.
    async fn owner(&self, id: &R::Id, reference: Option<&str>) -> Result<Owner, BoxError> {
        let id = id.to_string();
        let by_reference = match reference {
            Some(reference) => self.writes_named(reference).await?,
            None => Vec::new(),
        };
        let open = writes_without_id(self.rows(), &self.scope).await?;
        let mut by_id = self.writes_named(&id).await?.into_iter();
        if let Some(write) = by_id.find(|write| write.record_id() == Some(&*id)) {
            return Ok(Owner::Id(write.details.unique_key));
        }
        let is_ours = |write: &Entry| {
            write.record_id().is_none() && write.details.unique_key.as_deref() == reference
        };
        if by_reference.iter().any(is_ours) {
            return Ok(Owner::Reference);
        }
        let may_be = |write: &Entry| {
            let both = reference.zip(write.details.unique_key.as_deref());
            R::is_created_by(&write.operation)
                && both.is_none_or(|(shown, known)| is_same_but_form(known, shown))
        };
        // So many are not read.
        let is_open = open.is_none_or(|open| open.iter().any(may_be));
        Ok(match is_open {
            true => Owner::Undecided,
            false => Owner::Nobody,
        })
    }

    /// The creates whose records `R` reads, by their key, a name or the id of their record.
    async fn writes_named(&self, text: &str) -> Result<Vec<Entry>, BoxError> {
        let mut writes = writes_named(self.rows(), &self.scope, text).await?;
        writes.retain(|write| R::is_created_by(&write.operation));
        Ok(writes)
    }

    /// Whether an id is kept that may be nobody's.
    async fn has_room(&self) -> Result<bool, BoxError> {
        let mut waiting = 0;
        for waits in [Waits::Read, Waits::Reread, Waits::Person] {
            waiting += self.waiting(waits, MAX_UNKNOWN).await?.1.len();
        }
        Ok(waiting < MAX_UNKNOWN as usize)
    }

    fn at(&self, id: &R::Id) -> At {
        At::new(Kind::Record, &*self.scope, id.to_string())
    }

    async fn waiting(&self, waits: Waits, limit: u32) -> Result<(Moment, Vec<Row>), BoxError> {
        let waiting = Query::Queued {
            scope: self.scope.clone(),
            waits,
            limit,
        };
        let read = self.rows().read(&waiting).await?;
        Ok((read.moment, read.rows))
    }
}

/// The hash FNV-1a of a text: equal in each process and version.
fn digest(text: &str) -> u64 {
    let add = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, add)
}
