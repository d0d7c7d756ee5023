//! The control handle.

mod amount;
mod error;
mod next;
mod order;
mod payment;
mod records;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use api_wire::Timestamp;

use crate::context::Context;
use crate::faults::{Fault, InjectedFault};
use crate::state::lock::lock;
use crate::state::request_log::RecordedRequest;
use crate::state::time::Clock;
use crate::state::venue::status::OrderStatus;
use crate::webhooks::Callback;

pub use amount::Amount;
pub use error::ControlError;
pub use order::{OrderCustomer, PlacedItem, PlacedOrder, StatusEntry};
pub use payment::{Payment, PaymentEntry};

/// Controls and inspects a sandbox: order statuses, faults, the clock, recorded requests and
/// callbacks. Clones control the same sandbox.
///
/// The same is available over HTTP, below `/_sandbox`.
#[derive(Clone)]
pub struct Control {
    context: Arc<Context>,
    timeout: Duration,
}

/// The time limit of a handle.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);

impl Control {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self {
            context,
            timeout: DEFAULT_TIMEOUT,
        }
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

    /// All orders, the oldest of a venue first: for the id of an order that the service under test
    /// has created.
    pub fn orders(&self) -> Vec<PlacedOrder> {
        let state = self.context.state();
        let venues = state.venues.iter();
        let orders = venues.flat_map(|venue| {
            let orders = venue.orders.iter();
            orders.map(|order| PlacedOrder::new(venue, order))
        });
        orders.collect()
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

    /// Sends a callback again, in the background: the same form to the same URL. It is added to the
    /// callbacks with a number of its own.
    ///
    /// # Errors
    ///
    /// No callback has this number.
    #[doc(alias = "webhook")]
    pub fn resend_callback(&self, number: u64) -> Result<(), ControlError> {
        if self.context.dispatcher.resend(number) {
            Ok(())
        } else {
            Err(ControlError::not_found("no callback has this number"))
        }
    }

    /// The last thousand requests, the oldest first.
    #[doc(alias = "received")]
    pub fn requests(&self) -> Vec<RecordedRequest> {
        lock(&self.context.request_log).requests()
    }

    /// All payment requests, the oldest first.
    pub fn payments(&self) -> Vec<Payment> {
        let state = self.context.state();
        let payments = state.payments.iter();
        let payments = payments.map(|request| Payment::new(&state, request));
        payments.collect()
    }

    /// The time of the sandbox's clock.
    pub fn now(&self) -> Timestamp {
        self.context.state().clock.now()
    }

    /// Sets and stops the clock. [`resume_clock`](Self::resume_clock) starts it again.
    ///
    /// # Errors
    ///
    /// The time is before 1970 or after 9998.
    #[doc(alias = "freeze")]
    pub fn set_clock(&self, now: Timestamp) -> Result<(), ControlError> {
        let clock = Clock::fixed(now).map_err(ControlError::new)?;
        *self.context.store().clock() = clock;
        Ok(())
    }

    /// Advances the clock. A running clock continues to run.
    ///
    /// # Errors
    ///
    /// The time is after 9998.
    pub fn advance_clock(&self, by: Duration) -> Result<(), ControlError> {
        let mut store = self.context.store();
        store.clock().advance(by).map_err(ControlError::new)
    }

    /// Starts a stopped clock again, from its time. A running clock is not changed.
    #[doc(alias = "run")]
    pub fn resume_clock(&self) {
        self.context.store().clock().resume();
    }

    /// Injects a fault, and returns its id. The first fault that matches a request happens to it.
    ///
    /// # Errors
    ///
    /// The fault is invalid, for example because no API has the operation, or no venue the id.
    pub fn inject(&self, fault: Fault) -> Result<u64, ControlError> {
        let venues: Vec<i64> = self.context.profiles.iter().map(|venue| venue.id).collect();
        fault.validate(&venues).map_err(ControlError::new)?;
        Ok(lock(&self.context.faults).add(fault))
    }

    /// The injected faults with their hits, the oldest first.
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
        Err(ControlError::new(unused.join("\n")))
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

    /// Restores the demo data, and clears recorded requests, callbacks and faults. Clock and
    /// settings are kept.
    ///
    /// # Errors
    ///
    /// The data file cannot be written.
    pub fn reset(&self) -> Result<(), ControlError> {
        Ok(self.context.reset()?)
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("address", &self.context.endpoint.address)
            .finish_non_exhaustive()
    }
}
