//! The control handle.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::context::Context;
use crate::faults::{Fault, InjectedFault};
use crate::state::lock::lock;
use crate::state::payment::{PaymentAppState, PaymentState};
use crate::state::request_log::RecordedRequest;
use crate::state::time::Clock;
use crate::state::transaction::CommitError;
use crate::state::venue::Venue;
use crate::state::venue::order::Order;
use crate::state::venue::status::OrderStatus;
use crate::webhooks::Callback;

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
pub struct ControlError {
    kind: ErrorKind,
    message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ErrorKind {
    Invalid,
    NotFound,
    DataFile,
}

impl ControlError {
    fn invalid(message: impl Into<String>) -> Self {
        Self {
            kind: ErrorKind::Invalid,
            message: message.into(),
        }
    }

    fn not_found(message: &str) -> Self {
        Self {
            kind: ErrorKind::NotFound,
            message: message.to_owned(),
        }
    }

    /// The status of a response with this error.
    pub(crate) fn status(&self) -> u16 {
        match self.kind {
            ErrorKind::Invalid => 400,
            ErrorKind::NotFound => 404,
            ErrorKind::DataFile => 500,
        }
    }
}

impl From<CommitError> for ControlError {
    fn from(error: CommitError) -> Self {
        Self {
            kind: ErrorKind::DataFile,
            message: error.to_string(),
        }
    }
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
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
                .ok_or_else(|| ControlError::not_found("no order has this id"))
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
            Err(ControlError::invalid("the time is out of range"))
        }
    }

    /// Injects a fault, and returns its id. The first fault that matches a request happens to it.
    ///
    /// # Errors
    ///
    /// The fault is invalid, for example because no API has the operation.
    pub fn inject(&self, fault: Fault) -> Result<u64, ControlError> {
        fault.validate().map_err(ControlError::invalid)?;
        let mut faults = lock(&self.context.faults);
        faults.add(fault).map_err(ControlError::invalid)
    }

    /// The injected faults with their hits, the oldest first. Of used ones, the latest are listed.
    pub fn faults(&self) -> Vec<InjectedFault> {
        lock(&self.context.faults).all().to_vec()
    }

    /// The faults that have happened less often than injected.
    #[doc(alias = "expect")]
    pub fn unused_faults(&self) -> Vec<InjectedFault> {
        let mut faults = self.faults();
        faults.retain(|fault| fault.remaining > 0);
        faults
    }

    /// Checks that every fault has happened as often as injected: a test whose fault never happens
    /// does not test what it says. A sandbox does not check this on drop, where a panic would hide
    /// the first failure of a test.
    ///
    /// # Errors
    ///
    /// The unused faults, with the reasons why requests for their operations did not match.
    #[doc(alias = "expect")]
    #[doc(alias = "assert")]
    pub fn verify_faults(&self) -> Result<(), ControlError> {
        let unused = self.unused_faults();
        if unused.is_empty() {
            return Ok(());
        }
        let unused: Vec<String> = unused.iter().map(InjectedFault::to_string).collect();
        Err(ControlError::invalid(unused.join("\n")))
    }

    /// Removes a fault.
    ///
    /// # Errors
    ///
    /// No fault has this id.
    pub fn remove_fault(&self, id: u64) -> Result<(), ControlError> {
        if lock(&self.context.faults).remove(id) {
            Ok(())
        } else {
            Err(ControlError::not_found("no fault has this id"))
        }
    }

    /// Removes all faults.
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
            .field("address", &self.context.address)
            .finish_non_exhaustive()
    }
}
