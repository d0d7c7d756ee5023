//! The state of a sandbox.

pub(crate) mod decimal;
pub(crate) mod lock;
pub(crate) mod payment;
pub(crate) mod recorded_body;
pub(crate) mod request_log;
mod snapshot;
pub(crate) mod time;
pub(crate) mod venue;

use std::path::PathBuf;

use payment::PaymentRequest;
use snapshot::Snapshot;
use time::{Clock, Time};
use venue::Venue;
use venue::profile::VENUES;
use venue::status::OrderStatus;

use crate::credentials::PaymentEnvironment;

/// The data that the operations read and change.
pub(crate) struct State {
    pub(crate) clock: Clock,
    pub(crate) venues: Vec<Venue>,
    pub(crate) payments: Vec<PaymentRequest>,
    seed: u64,
    start: Time,
    next_id: i64,
    data_file: Option<PathBuf>,
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
const FIRST_ID: i64 = 48_213;

impl State {
    /// The demo data, or the content of the data file.
    pub(crate) fn open(
        seed: u64,
        clock: Clock,
        data_file: Option<PathBuf>,
    ) -> std::io::Result<Self> {
        let mut state = Self::demo(seed, Time::from_timestamp(clock.now()), clock);
        if let Some(file) = data_file {
            if let Some(snapshot) = Snapshot::read(&file)? {
                state = Self::demo(snapshot.seed, snapshot.start, clock);
                state.restore(snapshot);
            }
            state.data_file = Some(file);
            state.save()?;
        }
        Ok(state)
    }

    fn demo(seed: u64, start: Time, clock: Clock) -> Self {
        Self {
            clock,
            venues: VENUES
                .iter()
                .map(|profile| Venue::demo(profile, seed, start))
                .collect(),
            payments: Vec::new(),
            seed,
            start,
            next_id: FIRST_ID,
            data_file: None,
        }
    }

    fn restore(&mut self, snapshot: Snapshot) {
        self.next_id = snapshot.next;
        self.payments = snapshot.payments;
        for venue in snapshot.venues {
            let mut venues = self.venues.iter_mut();
            if let Some(own) = venues.find(|own| own.profile.id == venue.id) {
                venue.restore(own);
            }
        }
    }

    /// Restores the demo data. The clock is kept, and so is the next id: a script that still runs
    /// for a removed order must not change another one.
    pub(crate) fn reset(&mut self) {
        let (data_file, next_id) = (self.data_file.take(), self.next_id);
        *self = Self::demo(self.seed, self.now(), self.clock);
        (self.data_file, self.next_id) = (data_file, next_id);
    }

    pub(crate) fn now(&self) -> Time {
        Time::from_timestamp(self.clock.now())
    }

    /// An unused id.
    pub(crate) fn next_id(&mut self) -> i64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// A payment request of an environment.
    pub(crate) fn payment_mut(
        &mut self,
        environment: PaymentEnvironment,
        uid: &str,
    ) -> Option<&mut PaymentRequest> {
        let mut payments = self.payments.iter_mut();
        payments.find(|request| request.uid == uid && request.is_in(environment))
    }

    /// Changes an order's status. `None`: there is no such order. `Some(None)`: there is no
    /// callback to send.
    pub(crate) fn change_status(
        &mut self,
        order: i64,
        status: OrderStatus,
    ) -> Option<Option<StatusChange>> {
        let now = self.now();
        let order = self
            .venues
            .iter_mut()
            .find_map(|venue| venue.orders.by_id_mut(order))?;
        if !order.change_status(status, now) {
            return Some(None);
        }
        Some(order.status_callback.clone().map(|url| StatusChange {
            order: order.id,
            reference_no: order.reference_no.clone(),
            status,
            order_type: order.order_type().to_owned(),
            url,
        }))
    }

    /// Writes the data file, if there is one.
    pub(crate) fn save(&self) -> std::io::Result<()> {
        let Some(file) = &self.data_file else {
            return Ok(());
        };
        let venues = self.venues.iter().map(snapshot::VenueSnapshot::new);
        let snapshot = Snapshot {
            format: snapshot::FORMAT,
            seed: self.seed,
            start: self.start,
            next: self.next_id,
            venues: venues.collect(),
            payments: self.payments.clone(),
        };
        snapshot.write(file)
    }
}
