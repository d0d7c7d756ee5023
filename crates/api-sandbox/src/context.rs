//! What the server, the control handle and the callbacks share.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::faults::Fault;
use crate::state::World;
use crate::state::lock::locked;
use crate::state::request_log::Log;
use crate::state::venue::status::OrderStatus;
use crate::webhooks::Courier;

/// One sandbox, as its parts see it.
pub(crate) struct Shared {
    pub(crate) address: SocketAddr,
    pub(crate) world: Mutex<World>,
    pub(crate) faults: Mutex<Vec<Fault>>,
    pub(crate) log: Mutex<Log>,
    pub(crate) courier: Arc<Courier>,
    pub(crate) runtime: tokio::runtime::Handle,
    /// Whether requests are shown as they come.
    pub(crate) show: bool,
    strict: AtomicBool,
}

impl Shared {
    pub(crate) fn new(
        address: SocketAddr,
        world: World,
        allowed: Vec<SocketAddr>,
        strict: bool,
        show: bool,
        runtime: tokio::runtime::Handle,
    ) -> Self {
        Self {
            address,
            world: Mutex::new(world),
            faults: Mutex::default(),
            log: Mutex::default(),
            courier: Arc::new(Courier::new(address, allowed, runtime.clone())),
            runtime,
            show,
            strict: AtomicBool::new(strict),
        }
    }

    /// Whether fields that the description does not name are refused.
    pub(crate) fn strict(&self) -> bool {
        self.strict.load(Ordering::Relaxed)
    }

    pub(crate) fn set_strict(&self, strict: bool) {
        self.strict.store(strict, Ordering::Relaxed);
    }

    /// Changes the status of an order, and has it told; `None` if there is no such order.
    pub(crate) fn change_status(
        &self,
        order: i64,
        status: OrderStatus,
    ) -> Option<std::io::Result<()>> {
        let mut world = locked(&self.world);
        if let Some(change) = world.change_status(order, status)? {
            // Still under the lock, so that callbacks keep the order of the changes.
            self.courier.take(change);
        }
        Some(world.save())
    }
}
