//! The control handle.

mod snapshots;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::context::Context;
use crate::faults::Fault;
use crate::state::lock::lock;
use crate::state::payment::{PaymentAppState, PaymentState};
use crate::state::request_log::RecordedRequest;
use crate::state::time::Clock;
use crate::state::transaction::CommitError;
use crate::state::venue::Venue;
use crate::state::venue::order::Order;
use crate::state::venue::status::OrderStatus;
use crate::webhooks::Callback;

/// The most injected faults.
const MAX_FAULTS: usize = 1_000;

/// Controls and inspects a sandbox: order statuses, faults, the clock, recorded requests and
/// callbacks. Clones control the same sandbox.
///
/// The same is available over HTTP, below `/_sandbox`.
#[derive(Clone)]
pub struct Control {
    context: Arc<Context>,
}

/// A failed call of the control handle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlError(String);

impl ControlError {
    fn new(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl From<CommitError> for ControlError {
    fn from(error: CommitError) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ControlError {}

/// An order, as the control handle lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlacedOrder {
    /// Its id.
    pub id: i64,
    /// Its reference.
    pub reference_no: String,
    /// Its status.
    pub status: OrderStatus,
    /// The id of its venue.
    pub venue: i64,
}

/// A payment request, as the control handle lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Payment {
    /// Its `RequestUid`.
    pub request_uid: String,
    /// Its state.
    pub state: PaymentState,
    /// For an addendum, the `RequestUid` of the original request.
    pub linked_to: Option<String>,
    /// The last action in the simulated payment app; `None` before it is opened.
    pub app: Option<PaymentAppState>,
}

impl Control {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    pub(crate) fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// Changes the status of an order, and sends its callback in the background. Setting the same
    /// status again changes nothing. The allowed transitions are not documented, so every
    /// transition is allowed.
    ///
    /// # Errors
    ///
    /// No order has this id, or the data file cannot be written.
    pub fn set_order_status(&self, order: i64, status: OrderStatus) -> Result<(), ControlError> {
        self.context.transaction(|state| {
            let is_known = state.change_status(order, status);
            is_known
                .then_some(())
                .ok_or_else(|| ControlError::new("no order has this id"))
        })
    }

    /// Changes the status of an order several times, with a pause after each.
    ///
    /// # Errors
    ///
    /// See [`set_order_status`](Self::set_order_status).
    pub async fn run_order_script(
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

    /// All orders, the oldest of a venue first: for the id of an order that the service under test
    /// has created.
    pub fn orders(&self) -> Vec<PlacedOrder> {
        let state = self.context.state();
        let venue_orders = |venue: &Venue| {
            let placed = |order: &Order| PlacedOrder {
                id: order.id,
                reference_no: order.reference_no.clone(),
                status: order.status,
                venue: venue.profile.id,
            };
            venue.orders.iter().map(placed).collect::<Vec<_>>()
        };
        state.venues.iter().flat_map(venue_orders).collect()
    }

    /// Waits until every pending callback has an outcome, at most five seconds for each.
    #[doc(alias = "webhook")]
    pub async fn wait_for_callbacks(&self) {
        self.context.dispatcher.wait_until_idle().await;
    }

    /// The callbacks with an outcome, the oldest first.
    #[doc(alias = "webhook")]
    pub fn callbacks(&self) -> Vec<Callback> {
        self.context.dispatcher.callbacks()
    }

    /// The last thousand requests, the oldest first.
    #[doc(alias = "received")]
    pub fn requests(&self) -> Vec<RecordedRequest> {
        lock(&self.context.request_log).requests()
    }

    /// All payment requests, the oldest first.
    pub fn payments(&self) -> Vec<Payment> {
        let state = self.context.state();
        let payments = state.payments.iter().map(|request| Payment {
            request_uid: request.uid.clone(),
            state: request.state,
            linked_to: request.linked_to.clone(),
            app: request.app,
        });
        payments.collect()
    }

    /// The time of the sandbox's clock.
    pub fn now(&self) -> Timestamp {
        self.context.state().clock.now()
    }

    /// Sets and stops the clock.
    pub fn set_clock(&self, now: Timestamp) {
        self.context.set_clock(Clock::Fixed(now));
    }

    /// Moves the clock. A running clock continues to run.
    ///
    /// # Errors
    ///
    /// The time is out of range.
    pub fn advance_clock(&self, by: SignedDuration) -> Result<(), ControlError> {
        if self.context.advance_clock(by) {
            Ok(())
        } else {
            Err(ControlError::new("the time is out of range"))
        }
    }

    /// Injects a fault.
    ///
    /// # Errors
    ///
    /// The fault is invalid, for example because no API has the operation.
    pub fn inject(&self, fault: Fault) -> Result<(), ControlError> {
        fault.validate().map_err(ControlError)?;
        let mut faults = lock(&self.context.faults);
        if faults.len() >= MAX_FAULTS {
            return Err(ControlError(format!(
                "too many pending faults, at most {MAX_FAULTS}"
            )));
        }
        faults.push(fault);
        Ok(())
    }

    /// Removes all pending faults.
    pub fn clear_faults(&self) {
        lock(&self.context.faults).clear();
    }

    /// Whether to reject requests with fields or parameters that the documents do not name.
    /// Initially `false`, unless
    /// [`SandboxBuilder::deny_unknown_fields`](crate::SandboxBuilder::deny_unknown_fields) sets it.
    #[doc(alias = "strict")]
    pub fn deny_unknown_fields(&self, deny: bool) {
        self.context.set_deny_unknown_fields(deny);
    }

    /// Whether to reject filters with a time, as the documents have days only. Initially `false`,
    /// unless [`SandboxBuilder::deny_filter_times`](crate::SandboxBuilder::deny_filter_times) sets
    /// it.
    #[doc(alias = "strict")]
    pub fn deny_filter_times(&self, deny: bool) {
        self.context.set_deny_filter_times(deny);
    }

    /// Restores the demo data, and clears recorded requests, callbacks and faults. Clock and
    /// settings are kept.
    ///
    /// # Errors
    ///
    /// The data file cannot be written.
    pub fn reset(&self) -> Result<(), ControlError> {
        self.context.reset()?;
        Ok(())
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("address", &self.context.endpoint.address)
            .finish_non_exhaustive()
    }
}
