//! The context that server, control handle and callbacks share.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::faults::FaultList;
use crate::state::State;
use crate::state::lock::lock;
use crate::state::request_log::RequestLog;
use crate::state::venue::status::OrderStatus;
use crate::webhooks::Dispatcher;

/// Everything that belongs to one sandbox.
pub(crate) struct Context {
    pub(crate) address: SocketAddr,
    pub(crate) state: Mutex<State>,
    pub(crate) faults: Mutex<FaultList>,
    pub(crate) request_log: Mutex<RequestLog>,
    pub(crate) dispatcher: Arc<Dispatcher>,
    pub(crate) runtime: tokio::runtime::Handle,
    pub(crate) print_requests: bool,
    deny_unknown_fields: AtomicBool,
}

impl Context {
    pub(crate) fn new(
        address: SocketAddr,
        state: State,
        allowed_callbacks: Vec<SocketAddr>,
        deny_unknown_fields: bool,
        print_requests: bool,
        runtime: tokio::runtime::Handle,
    ) -> Self {
        let dispatcher = Dispatcher::new(address, allowed_callbacks, runtime.clone());
        Self {
            address,
            state: Mutex::new(state),
            faults: Mutex::default(),
            request_log: Mutex::default(),
            dispatcher: Arc::new(dispatcher),
            runtime,
            print_requests,
            deny_unknown_fields: AtomicBool::new(deny_unknown_fields),
        }
    }

    /// Whether fields and parameters that the documents do not name are rejected.
    pub(crate) fn denies_unknown_fields(&self) -> bool {
        self.deny_unknown_fields.load(Ordering::Relaxed)
    }

    pub(crate) fn set_deny_unknown_fields(&self, deny: bool) {
        self.deny_unknown_fields.store(deny, Ordering::Relaxed);
    }

    /// Changes the status of an order, and sends its callback; `None` if there is no such order.
    pub(crate) fn change_status(
        &self,
        order: i64,
        status: OrderStatus,
    ) -> Option<std::io::Result<()>> {
        let mut state = lock(&self.state);
        if let Some(change) = state.change_status(order, status)? {
            // Still locked, so that callbacks keep the order of the changes.
            self.dispatcher.dispatch(change);
        }
        Some(state.save())
    }
}
