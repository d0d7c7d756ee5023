//! The state of a sandbox.

pub(crate) mod cursor;
mod data_file;
pub(crate) mod decimal;
pub(crate) mod lock;
pub(crate) mod payment;
pub(crate) mod recorded_body;
pub(crate) mod request_log;
pub(crate) mod store;
pub(crate) mod table;
pub(crate) mod time;
pub(crate) mod venue;

use crate::credentials::PaymentEnvironment;
pub(crate) use data_file::CommitError;
use payment::PaymentRequest;
use table::{AnyTable, Table};
use time::{Clock, Time};
use venue::Venue;
use venue::status::OrderStatus;

/// The data that the operations read and change, in a transaction of their
/// [`Store`](store::Store). A clone shares all records that are not changed.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) clock: Clock,
    pub(crate) venues: Vec<Venue>,
    pub(crate) payments: Table<PaymentRequest>,
    /// The time of the fixtures or the demo data.
    start: Time,
    next_id: i64,
    /// The callbacks of the current transaction.
    callbacks: Vec<StatusChange>,
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
    /// The tables of all lists, with the id of their venue and their name.
    fn tables(&mut self) -> impl Iterator<Item = (Option<i64>, &'static str, &mut dyn AnyTable)> {
        let venues = self.venues.iter_mut().flat_map(|venue| {
            let id = Some(venue.profile.id);
            let tables = venue.tables().into_iter();
            tables.map(move |(list, table)| (id, list, table))
        });
        let payments: &mut dyn AnyTable = &mut self.payments;
        venues.chain([(None, "payments", payments)])
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

    /// The venue with an id, to be changed.
    pub(crate) fn venue_mut(&mut self, id: i64) -> Option<&mut Venue> {
        let mut venues = self.venues.iter_mut();
        venues.find(|venue| venue.profile.id == id)
    }

    /// A payment request of an environment.
    pub(crate) fn payment(
        &self,
        environment: PaymentEnvironment,
        uid: &str,
    ) -> Option<&PaymentRequest> {
        let request = self.payments.get(PaymentRequest::parse_uid(uid)?)?;
        (request.uid == uid && request.environment == environment).then_some(request)
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
    pub(crate) fn change_status(&mut self, id: i64, status: OrderStatus) -> bool {
        let now = self.now();
        let mut venues = self.venues.iter_mut();
        let Some(venue) = venues.find(|venue| venue.orders.get(id).is_some()) else {
            return false;
        };
        let is_same = |order: &venue::order::Order| order.status == status;
        if venue.orders.get(id).is_some_and(is_same) {
            return true;
        }
        let Some(order) = venue.orders.get_mut(id) else {
            return false;
        };
        order.change_status(status, now);
        if let Some(url) = order.status_callback.clone() {
            self.callbacks.push(StatusChange {
                order: id,
                reference_no: order.reference_no.clone(),
                status,
                order_type: order.order_type().to_owned(),
                url,
            });
        }
        true
    }
}
