//! The control handle: what a test does behind the APIs' backs.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::context::Shared;
use crate::faults::Fault;
use crate::state::lock::locked;
use crate::state::payment::{PaymentAppState, PaymentState};
use crate::state::request_log::Received;
use crate::state::time::Clock;
use crate::state::venue::Venue;
use crate::state::venue::order::Order;
use crate::state::venue::status::OrderStatus;
use crate::webhooks::Callback;

/// Changes and watches a sandbox. A clone is the same handle.
///
/// The same is to be had over HTTP, below `/_sandbox`.
#[derive(Clone)]
pub struct Control {
    pub(crate) shared: Arc<Shared>,
}

/// Why a control call is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlError(pub(crate) String);

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ControlError {}

/// An order, as the control handle shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlacedOrder {
    /// Its number.
    pub id: i64,
    /// Its reference.
    pub reference_no: String,
    /// Its status.
    pub status: OrderStatus,
    /// The number of its venue.
    pub venue: i64,
}

/// A payment request, as the control handle shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Payment {
    /// Its `RequestUid`.
    pub request_uid: String,
    /// How far it has come.
    pub state: PaymentState,
    /// The request that it adds an amount to.
    pub linked_to: Option<String>,
    /// What the stand-in of the payment app did to it; none before it was opened.
    pub app: Option<PaymentAppState>,
}

impl Control {
    /// Changes the status of an order, and sends its callback behind this call. The status that it has already is no
    /// change. Which transitions there are is not documented: all are possible.
    ///
    /// # Errors
    ///
    /// No order has this id, or the data file cannot be written.
    pub fn set_order_status(&self, order: i64, status: OrderStatus) -> Result<(), ControlError> {
        let changed = self.shared.change_status(order, status);
        let saved = changed.ok_or_else(|| ControlError("no order has this id".to_owned()))?;
        saved.map_err(|error| ControlError(format!("the data file: {error}")))
    }

    /// Takes an order through several statuses, with a pause after each.
    ///
    /// # Errors
    ///
    /// As of [`set_order_status`](Self::set_order_status).
    pub async fn fulfil(
        &self,
        order: i64,
        steps: &[OrderStatus],
        pause: Duration,
    ) -> Result<(), ControlError> {
        for &step in steps {
            self.set_order_status(order, step)?;
            tokio::time::sleep(pause).await;
        }
        Ok(())
    }

    /// All orders, the oldest of a venue first. It is how a test learns the id of an order that its service placed.
    pub fn orders(&self) -> Vec<PlacedOrder> {
        let world = locked(&self.shared.world);
        let placed = |venue: &Venue| {
            let shown = |order: &Order| PlacedOrder {
                id: order.id,
                reference_no: order.reference_no.clone(),
                status: order.status,
                venue: venue.facts.id,
            };
            venue.orders.all().iter().map(shown).collect::<Vec<_>>()
        };
        world.venues.iter().flat_map(placed).collect()
    }

    /// Waits until every callback that was due is delivered or given up, which takes five seconds for each at most.
    pub async fn settle(&self) {
        self.shared.courier.settle().await;
    }

    /// The callbacks that were delivered or given up, the oldest first.
    pub fn callbacks(&self) -> Vec<Callback> {
        self.shared.courier.done()
    }

    /// The latest thousand requests, the oldest first.
    pub fn received(&self) -> Vec<Received> {
        locked(&self.shared.log).entries()
    }

    /// All payment requests, the oldest first.
    pub fn payments(&self) -> Vec<Payment> {
        let world = locked(&self.shared.world);
        let shown = world.payments.iter().map(|request| Payment {
            request_uid: request.uid.clone(),
            state: request.state,
            linked_to: request.linked_to.clone(),
            app: request.app,
        });
        shown.collect()
    }

    /// The sandbox's time.
    pub fn now(&self) -> Timestamp {
        locked(&self.shared.world).clock.now()
    }

    /// Sets the clock, which stands still from then on.
    pub fn set_clock(&self, now: Timestamp) {
        locked(&self.shared.world).clock = Clock::Set(now);
    }

    /// Moves the clock. A running clock goes on from there.
    ///
    /// # Errors
    ///
    /// There is no such time.
    pub fn advance_clock(&self, by: SignedDuration) -> Result<(), ControlError> {
        let moved = locked(&self.shared.world).clock.advance(by);
        if moved {
            Ok(())
        } else {
            Err(ControlError("there is no such time".to_owned()))
        }
    }

    /// Asks for a fault.
    ///
    /// # Errors
    ///
    /// No API has the operation, or the fault is none that can happen.
    pub fn inject(&self, fault: Fault) -> Result<(), ControlError> {
        if let Some(problem) = fault.problem() {
            return Err(ControlError(problem));
        }
        let mut faults = locked(&self.shared.faults);
        if faults.len() >= 1_000 {
            return Err(ControlError(
                "a thousand faults are waiting already".to_owned(),
            ));
        }
        faults.push(fault);
        Ok(())
    }

    /// Forgets the faults that have not happened yet.
    pub fn clear_faults(&self) {
        locked(&self.shared.faults).clear();
    }

    /// Whether requests with fields or parameters that the description does not name are refused. At first they are
    /// not.
    pub fn refuse_unknown_fields(&self, refuse: bool) {
        self.shared.set_strict(refuse);
    }

    /// Back to the demo data; requests, callbacks and faults are forgotten. Clock and settings stay.
    ///
    /// # Errors
    ///
    /// The data file cannot be written.
    pub fn reset(&self) -> Result<(), ControlError> {
        locked(&self.shared.faults).clear();
        locked(&self.shared.log).clear();
        let mut world = locked(&self.shared.world);
        world.reset();
        // Under the lock, as changes of statuses are.
        self.shared.courier.clear();
        world
            .save()
            .map_err(|error| ControlError(format!("the data file: {error}")))
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("address", &self.shared.address)
            .finish_non_exhaustive()
    }
}
