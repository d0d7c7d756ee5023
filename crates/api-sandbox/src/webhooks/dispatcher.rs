//! Dispatches callbacks: one after another for an order, concurrently for different orders.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use super::allowed::CallbackTarget;
use super::delivery::{Callback, deliver};
use crate::state::StatusChange;
use crate::state::lock::lock;

/// Delivers callbacks in the order of their status changes.
pub(crate) struct Dispatcher {
    own: SocketAddr,
    allowed: Vec<CallbackTarget>,
    runtime: tokio::runtime::Handle,
    /// The queue of each order that has a worker.
    queues: Mutex<HashMap<i64, VecDeque<StatusChange>>>,
    history: Mutex<History>,
    /// The number of queued and running deliveries.
    pending: watch::Sender<usize>,
    /// The number of the last callback with an outcome.
    outcomes: watch::Sender<u64>,
    stopped: AtomicBool,
}

/// The callbacks with an outcome since the last reset.
#[derive(Default)]
struct History {
    callbacks: Vec<(Callback, StatusChange)>,
    /// The number of the last callback.
    number: u64,
    resets: u64,
}

impl Dispatcher {
    pub(crate) fn new(
        own: SocketAddr,
        allowed: Vec<CallbackTarget>,
        runtime: tokio::runtime::Handle,
    ) -> Self {
        Self {
            own,
            allowed,
            runtime,
            queues: Mutex::default(),
            history: Mutex::default(),
            pending: watch::Sender::new(0),
            outcomes: watch::Sender::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// Delivers a callback in the background.
    pub(crate) fn dispatch(self: &Arc<Self>, change: StatusChange) {
        if self.stopped.load(Ordering::Relaxed) {
            return;
        }
        let order = change.order;
        let mut queues = lock(&self.queues);
        if let Some(queue) = queues.get_mut(&order) {
            self.pending.send_modify(|count| *count += 1);
            queue.push_back(change);
            return;
        }
        queues.insert(order, VecDeque::from([change]));
        drop(queues);
        self.pending.send_modify(|count| *count += 1);
        let dispatcher = Arc::clone(self);
        self.runtime
            .spawn(async move { dispatcher.run_worker(order).await });
    }

    /// Delivers the queue of an order until it is empty.
    async fn run_worker(&self, order: i64) {
        while let Some((change, resets)) = self.next(order) {
            let mut callback = deliver(&change, &self.allowed, self.own).await;
            let mut history = lock(&self.history);
            // After a reset, another order may have the id.
            if history.resets == resets {
                history.number += 1;
                callback.number = history.number;
                history.callbacks.push((callback, change));
                self.outcomes.send_replace(history.number);
            }
            drop(history);
            self.pending
                .send_modify(|count| *count = count.saturating_sub(1));
        }
    }

    /// The next status change of an order, and the number of resets before it.
    fn next(&self, order: i64) -> Option<(StatusChange, u64)> {
        let mut queues = lock(&self.queues);
        let Some(next) = queues.get_mut(&order)?.pop_front() else {
            queues.remove(&order);
            return None;
        };
        Some((next, lock(&self.history).resets))
    }

    /// Stops accepting callbacks, and clears the queues.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        lock(&self.queues).values_mut().for_each(VecDeque::clear);
        self.pending.send_replace(0);
    }

    /// The callbacks with an outcome, the oldest first.
    pub(crate) fn callbacks(&self) -> Vec<Callback> {
        let history = lock(&self.history);
        let callbacks = history.callbacks.iter().map(|(callback, _)| callback);
        callbacks.cloned().collect()
    }

    /// Delivers a callback of the history again; `false` if it has none with this number.
    pub(crate) fn resend(self: &Arc<Self>, number: u64) -> bool {
        let history = lock(&self.history);
        let mut callbacks = history.callbacks.iter();
        let found = callbacks.find(|(callback, _)| callback.number == number);
        let change = found.map(|(_, change)| change.clone());
        // A dispatch locks the queues before the history.
        drop(history);
        let is_found = change.is_some();
        if let Some(change) = change {
            self.dispatch(change);
        }
        is_found
    }

    /// The first callback with a greater number.
    pub(crate) fn callback_after(&self, number: u64) -> Option<Callback> {
        let history = lock(&self.history);
        let mut callbacks = history.callbacks.iter().map(|(callback, _)| callback);
        callbacks.find(|callback| callback.number > number).cloned()
    }

    /// The number of the last callback.
    pub(crate) fn outcomes(&self) -> watch::Receiver<u64> {
        self.outcomes.subscribe()
    }

    /// Clears queues and history. Running deliveries continue, but are not added to the history.
    pub(crate) fn reset(&self) {
        let mut queues = lock(&self.queues);
        let removed: usize = queues.values().map(VecDeque::len).sum();
        queues.values_mut().for_each(VecDeque::clear);
        let mut history = lock(&self.history);
        history.callbacks.clear();
        history.resets += 1;
        drop((queues, history));
        self.pending
            .send_modify(|count| *count = count.saturating_sub(removed));
    }

    /// Waits until no delivery is pending.
    pub(crate) async fn wait_until_idle(&self) {
        let mut pending = self.pending.subscribe();
        // It cannot fail: `self` owns the sender.
        let _ = pending.wait_for(|count| *count == 0).await;
    }
}
