//! Everything that the sandbox remembers.

pub(crate) mod decimal;
pub(crate) mod lock;
pub(crate) mod payment;
pub(crate) mod request_log;
pub(crate) mod time;
pub(crate) mod venue;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::state::payment::PaymentRequest;
use crate::state::time::{Clock, Moment};
use crate::state::venue::Venue;
use crate::state::venue::customer::Customer;
use crate::state::venue::order::Order;
use crate::state::venue::orders::Orders;
use crate::state::venue::profile::VENUES;
use crate::state::venue::quote::Quote;
use crate::state::venue::status::OrderStatus;

/// The state of a sandbox.
pub(crate) struct World {
    pub(crate) clock: Clock,
    pub(crate) venues: Vec<Venue>,
    pub(crate) payments: Vec<PaymentRequest>,
    seed: u64,
    start: Moment,
    next: i64,
    file: Option<PathBuf>,
}

/// What a change of an order's status is told to its callback address.
#[derive(Clone, Debug)]
pub(crate) struct StatusChange {
    pub(crate) order: i64,
    pub(crate) reference_no: String,
    pub(crate) status: OrderStatus,
    pub(crate) order_type: String,
    pub(crate) address: String,
}

/// What `--data` keeps: what requests have changed. The rest comes from the seed again.
#[derive(Serialize, Deserialize)]
struct Kept {
    format: u32,
    seed: u64,
    start: Moment,
    next: i64,
    venues: Vec<KeptVenue>,
    payments: Vec<PaymentRequest>,
}

#[derive(Serialize, Deserialize)]
struct KeptVenue {
    id: i64,
    customers: Vec<Customer>,
    orders: Vec<Order>,
    quotes: Vec<Quote>,
}

/// The number of the first order; one number is given out once in a sandbox, whatever it is for.
const FIRST_NUMBER: i64 = 48_213;
const FORMAT: u32 = 1;

impl World {
    /// The demo world, or the one that the file keeps.
    pub(crate) fn open(seed: u64, clock: Clock, file: Option<PathBuf>) -> std::io::Result<Self> {
        let mut world = Self::demo(seed, Moment::of(clock.now()), clock);
        if let Some(file) = file {
            match std::fs::read_to_string(&file) {
                Ok(text) => world.restore(&text)?,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
            world.file = Some(file);
            world.save()?;
        }
        Ok(world)
    }

    fn demo(seed: u64, start: Moment, clock: Clock) -> Self {
        Self {
            clock,
            venues: VENUES
                .iter()
                .map(|facts| Venue::demo(facts, seed, start))
                .collect(),
            payments: Vec::new(),
            seed,
            start,
            next: FIRST_NUMBER,
            file: None,
        }
    }

    /// Back to the demo data. The clock stays as it is. Numbers go on: what still goes its way for an order that is
    /// gone, such as a script, meets no other order.
    pub(crate) fn reset(&mut self) {
        let (file, next) = (self.file.take(), self.next);
        *self = Self::demo(self.seed, Moment::of(self.clock.now()), self.clock);
        (self.file, self.next) = (file, next);
    }

    pub(crate) fn now(&self) -> Moment {
        Moment::of(self.clock.now())
    }

    /// A number that nothing else has.
    pub(crate) fn number(&mut self) -> i64 {
        self.next += 1;
        self.next - 1
    }

    /// Changes an order's status. `None`: there is no such order. `Some(None)`: nobody has to be told.
    pub(crate) fn change_status(
        &mut self,
        order: i64,
        status: OrderStatus,
    ) -> Option<Option<StatusChange>> {
        let now = self.now();
        let order = self
            .venues
            .iter_mut()
            .find_map(|venue| venue.orders.with_id_mut(order))?;
        if !order.change_to(status, now) {
            return Some(None);
        }
        Some(order.status_callback.clone().map(|address| StatusChange {
            order: order.id,
            reference_no: order.reference_no.clone(),
            status,
            order_type: order.order_type().to_owned(),
            address,
        }))
    }

    fn restore(&mut self, text: &str) -> std::io::Result<()> {
        let invalid = |reason: String| std::io::Error::new(std::io::ErrorKind::InvalidData, reason);
        let kept: Kept = serde_json::from_str(text)
            .map_err(|error| invalid(format!("not a sandbox's data: {error}")))?;
        if kept.format != FORMAT {
            return Err(invalid(format!(
                "the data have format {}, and this sandbox reads {FORMAT}",
                kept.format
            )));
        }
        *self = Self::demo(kept.seed, kept.start, self.clock);
        self.next = kept.next;
        self.payments = kept.payments;
        for one in kept.venues {
            if let Some(venue) = self
                .venues
                .iter_mut()
                .find(|venue| venue.facts.id == one.id)
            {
                venue.changed_customers = one
                    .customers
                    .into_iter()
                    .map(|customer| (customer.id, customer))
                    .collect();
                venue.orders = Orders::of(one.orders);
                venue.quotes = one.quotes;
            }
        }
        Ok(())
    }

    /// Writes the data file, if there is one: beside its place, and renamed, so that it is always whole.
    pub(crate) fn save(&self) -> std::io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let venue = |venue: &Venue| KeptVenue {
            id: venue.facts.id,
            customers: venue.changed_customers.values().cloned().collect(),
            orders: venue.orders.all().to_vec(),
            quotes: venue.quotes.clone(),
        };
        let kept = Kept {
            format: FORMAT,
            seed: self.seed,
            start: self.start,
            next: self.next,
            venues: self.venues.iter().map(venue).collect(),
            payments: self.payments.clone(),
        };
        let mut beside = file.clone().into_os_string();
        beside.push(".new");
        std::fs::write(&beside, serde_json::to_vec(&kept)?)?;
        std::fs::rename(&beside, file)
    }
}
