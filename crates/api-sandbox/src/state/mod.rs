//! The state of a sandbox.

pub(crate) mod commit_error;
mod data_file;
pub(crate) mod decimal;
pub(crate) mod lock;
pub(crate) mod payment;
pub(crate) mod recorded_body;
pub(crate) mod request_log;
mod snapshots;
pub(crate) mod table;
pub(crate) mod time;
pub(crate) mod transaction;
pub(crate) mod venue;

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::watch;

use commit_error::CommitError;
use data_file::{Commit, DataFile, Meta, Row};
use payment::PaymentRequest;
use snapshots::{Records, Snapshots};
use table::{AnyTable, Table};
use time::{Clock, Time};
use venue::Venue;
use venue::demo_profiles::demo_profiles;
use venue::profile::VenueProfile;
use venue::status::OrderStatus;

use crate::credentials::PaymentEnvironment;
use crate::fixtures::Fixtures;

/// The data that the operations read and change, in a [`transaction`](Self::transaction).
pub(crate) struct State {
    /// Not part of transactions.
    pub(crate) clock: Clock,
    pub(crate) venues: Vec<Venue>,
    pub(crate) payments: Table<PaymentRequest>,
    profiles: Vec<Arc<VenueProfile>>,
    seed: u64,
    start: Time,
    next_id: i64,
    fixtures: Option<Arc<Fixtures>>,
    data_file: Option<DataFile>,
    /// The number of the last commit.
    pub(crate) revision: watch::Sender<u64>,
    /// The callbacks of the current transaction.
    callbacks: Vec<StatusChange>,
    /// All records before their replacement by the current transaction.
    replaced: Option<Records>,
    /// Not part of transactions.
    snapshots: Snapshots,
}

/// A change of an order's status, for its callback.
#[derive(Clone, Debug)]
pub(crate) struct StatusChange {
    pub(crate) order: i64,
    pub(crate) reference_no: String,
    pub(crate) status: OrderStatus,
    pub(crate) order_type: String,
    pub(crate) url: String,
}

/// The id of the first record that a request creates. Ids are unique in a sandbox, across all kinds
/// of records.
pub(crate) const FIRST_ID: i64 = 48_213;

impl State {
    /// The demo data, or the content of the data file.
    pub(crate) fn open(
        seed: u64,
        clock: Clock,
        data_file: Option<PathBuf>,
        fixtures: Option<Fixtures>,
    ) -> std::io::Result<Self> {
        let fixtures = fixtures.map(Arc::new);
        let start = Time::from_timestamp(clock.now());
        let mut state = Self::base(fixtures.clone(), seed, start, clock);
        let Some(path) = data_file else {
            return Ok(state);
        };
        let digest = fixtures.as_ref().map(|fixtures| fixtures.digest);
        let new = Meta::new(seed, start, digest);
        let state_of_file = RefCell::new(&mut state);
        let file = DataFile::open(
            path,
            new,
            |meta| {
                if meta.fixtures != digest {
                    return Err(other_fixtures(fixtures.as_deref(), meta.fixtures.is_some()));
                }
                **state_of_file.borrow_mut() =
                    Self::base(fixtures.clone(), meta.seed, meta.start, clock);
                Ok(())
            },
            |commit| state_of_file.borrow_mut().replay(commit),
        )?;
        state.data_file = Some(file);
        Ok(state)
    }

    /// Repeats a commit of the data file.
    fn replay(&mut self, commit: Commit) -> serde_json::Result<()> {
        self.next_id = commit.next;
        if let Some(start) = commit.reset {
            let fixtures = self.fixtures.as_deref();
            let records = base_records(&self.profiles, fixtures, self.seed, start);
            self.start = records.start;
            self.venues = records.venues;
            self.payments = records.payments;
        }
        for row in commit.rows {
            let mut tables = self.tables();
            let table = tables.find(|table| table.kind() == row.kind && table.venue() == row.venue);
            // The file may have been written with other venues.
            if let Some(table) = table {
                table.load(row.id, row.record.get())?;
            }
        }
        Ok(())
    }

    /// The fixtures, or the demo data.
    fn base(fixtures: Option<Arc<Fixtures>>, seed: u64, start: Time, clock: Clock) -> Self {
        let profiles = match &fixtures {
            None => demo_profiles(),
            Some(fixtures) => {
                let venues = fixtures.venues.iter();
                venues.map(|(profile, _)| Arc::clone(profile)).collect()
            }
        };
        let records = base_records(&profiles, fixtures.as_deref(), seed, start);
        let Records {
            venues, payments, ..
        } = records;
        Self {
            clock,
            venues,
            payments,
            profiles,
            seed,
            start,
            next_id: first_id(fixtures.as_deref()),
            fixtures,
            data_file: None,
            revision: watch::Sender::new(0),
            callbacks: Vec::new(),
            replaced: None,
            snapshots: Snapshots::new(),
        }
    }

    /// Restores the fixtures or the demo data. The clock is kept, and so is the next id: a script
    /// that still runs for a removed order must not change another one.
    pub(crate) fn reset(&mut self) {
        let (fixtures, now) = (self.fixtures.as_deref(), self.now());
        let records = base_records(&self.profiles, fixtures, self.seed, now);
        self.replace(records);
    }

    /// Removes the callbacks of the last transaction.
    pub(crate) fn take_callbacks(&mut self) -> Vec<StatusChange> {
        std::mem::take(&mut self.callbacks)
    }

    fn tables(&mut self) -> impl Iterator<Item = &mut dyn AnyTable> {
        tables(&mut self.venues, &mut self.payments)
    }

    /// The profiles of its venues.
    pub(crate) fn profiles(&self) -> &[Arc<VenueProfile>] {
        &self.profiles
    }

    pub(crate) fn now(&self) -> Time {
        Time::from_timestamp(self.clock.now())
    }

    /// The last used id.
    pub(crate) fn last_id(&self) -> i64 {
        self.next_id - 1
    }

    /// An unused id.
    pub(crate) fn next_id(&mut self) -> i64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// A payment request of an environment.
    pub(crate) fn payment(
        &self,
        environment: PaymentEnvironment,
        uid: &str,
    ) -> Option<&PaymentRequest> {
        let request = self.payments.get(PaymentRequest::parse_uid(uid)?)?;
        (request.uid == uid && request.is_in(environment)).then_some(request)
    }

    /// A payment request of an environment, to be changed.
    pub(crate) fn payment_mut(
        &mut self,
        environment: PaymentEnvironment,
        uid: &str,
    ) -> Option<&mut PaymentRequest> {
        let id = self.payment(environment, uid)?.id;
        self.payments.get_mut(id)
    }

    /// Changes an order's status, and adds its callback to those of the transaction; `false` if
    /// there is no such order.
    pub(crate) fn change_status(&mut self, order: i64, status: OrderStatus) -> bool {
        let now = self.now();
        let mut venues = self.venues.iter_mut();
        let Some(venue) = venues.find(|venue| venue.orders.get(order).is_some()) else {
            return false;
        };
        let is_same = venue.orders.get(order).map(|order| order.status) == Some(status);
        if is_same {
            return true;
        }
        let id = order;
        let Some(order) = venue.orders.get_mut(id) else {
            return false;
        };
        order.change_status(status, now);
        if let Some(url) = order.status_callback.clone() {
            self.callbacks.push(StatusChange {
                order: order.id,
                reference_no: order.reference_no.clone(),
                status,
                order_type: order.order_type().to_owned(),
                url,
            });
        }
        if status.is_fulfilled() {
            venue.fulfill(id, &mut self.next_id, now);
        }
        true
    }

    /// Writes the data file, if there is one: the rows of the current transaction, or of all
    /// changed records.
    fn write(&mut self, all: bool) -> Result<(), CommitError> {
        let Some(file) = &mut self.data_file else {
            return Ok(());
        };
        let mut rows = Vec::new();
        for table in tables(&mut self.venues, &mut self.payments) {
            let ids = if all {
                table.changed_ids()
            } else {
                table.pending()
            };
            for id in ids {
                rows.extend(table.row(id)?.map(|record| Row {
                    kind: table.kind().to_owned(),
                    venue: table.venue(),
                    id,
                    record,
                }));
            }
        }
        file.commit(&Commit {
            next: self.next_id,
            reset: all.then_some(self.start),
            rows,
        })
    }

    /// Closes the data file, if there is one: transactions fail from now on.
    pub(crate) fn close(&mut self) {
        if let Some(file) = &mut self.data_file {
            file.close();
        }
    }
}

/// The tables of all kinds.
fn tables<'s>(
    venues: &'s mut [Venue],
    payments: &'s mut Table<PaymentRequest>,
) -> impl Iterator<Item = &'s mut dyn AnyTable> {
    let payments: &mut dyn AnyTable = payments;
    venues.iter_mut().flat_map(Venue::tables).chain([payments])
}

/// The id of the first record that a request creates.
fn first_id(fixtures: Option<&Fixtures>) -> i64 {
    let after = fixtures.map(|fixtures| fixtures.max_id.saturating_add(1));
    after.unwrap_or_default().max(FIRST_ID)
}

/// The error of a data file with changes to other fixtures.
fn other_fixtures(fixtures: Option<&Fixtures>, has_fixtures: bool) -> String {
    let stored = if has_fixtures {
        "other fixtures"
    } else {
        "the demo data"
    };
    let given = match fixtures {
        Some(fixtures) => format!("the fixtures `{}`", fixtures.name),
        None => "the demo data".to_owned(),
    };
    format!(
        "it has changes to {stored}, not to {given}: use another data file, or the same fixtures"
    )
}

/// Venues and payments of the fixtures, or of the demo data.
fn base_records(
    profiles: &[Arc<VenueProfile>],
    fixtures: Option<&Fixtures>,
    seed: u64,
    start: Time,
) -> Records {
    let venues = match fixtures {
        None => {
            let profiles = profiles.iter().map(Arc::clone);
            let demo = profiles.map(|profile| Venue::demo(profile, seed, start));
            demo.collect()
        }
        Some(fixtures) => {
            let venues = fixtures.venues.iter();
            let fixed = venues.map(|(profile, records)| Venue::fixed(profile, records, start));
            fixed.collect()
        }
    };
    Records {
        start,
        venues,
        payments: Table::new(None),
    }
}
