//! Delivers callbacks: those of one order one after the other, those of several orders side by side.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use super::delivery::{Callback, deliver};
use crate::locked::locked;
use crate::world::StatusChange;

/// The most callbacks that wait for one order, and the most that are remembered.
const MOST: usize = 1_000;

/// Delivers callbacks in the order of their changes.
pub(crate) struct Courier {
    own: SocketAddr,
    allowed: Vec<SocketAddr>,
    runtime: tokio::runtime::Handle,
    waiting: Mutex<HashMap<i64, VecDeque<StatusChange>>>,
    done: Mutex<VecDeque<Callback>>,
    under_way: watch::Sender<usize>,
    stopped: AtomicBool,
}

impl Courier {
    pub(crate) fn new(
        own: SocketAddr,
        allowed: Vec<SocketAddr>,
        runtime: tokio::runtime::Handle,
    ) -> Self {
        Self {
            own,
            allowed,
            runtime,
            waiting: Mutex::default(),
            done: Mutex::default(),
            under_way: watch::Sender::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// Takes a callback; it is delivered behind this call.
    pub(crate) fn take(self: &Arc<Self>, change: StatusChange) {
        if self.stopped.load(Ordering::Relaxed) {
            return;
        }
        let order = change.order;
        let mut waiting = locked(&self.waiting);
        if let Some(queue) = waiting.get_mut(&order) {
            if queue.len() < MOST {
                self.under_way.send_modify(|count| *count += 1);
                queue.push_back(change);
            }
            return;
        }
        waiting.insert(order, VecDeque::from([change]));
        drop(waiting);
        self.under_way.send_modify(|count| *count += 1);
        let courier = Arc::clone(self);
        self.runtime.spawn(async move { courier.work(order).await });
    }

    /// Delivers what waits for an order, until nothing does.
    async fn work(&self, order: i64) {
        while let Some(change) = self.next(order) {
            let callback = deliver(change, &self.allowed, self.own).await;
            let mut done = locked(&self.done);
            if done.len() == MOST {
                done.pop_front();
            }
            done.push_back(callback);
            drop(done);
            self.under_way
                .send_modify(|count| *count = count.saturating_sub(1));
        }
    }

    fn next(&self, order: i64) -> Option<StatusChange> {
        let mut waiting = locked(&self.waiting);
        let next = waiting.get_mut(&order)?.pop_front();
        if next.is_none() {
            waiting.remove(&order);
        }
        next
    }

    /// Takes no more, and forgets what waits.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        locked(&self.waiting).values_mut().for_each(VecDeque::clear);
        self.under_way.send_replace(0);
    }

    /// What was delivered or given up, the oldest first.
    pub(crate) fn done(&self) -> Vec<Callback> {
        locked(&self.done).iter().cloned().collect()
    }

    /// Forgets what is done.
    pub(crate) fn clear(&self) {
        locked(&self.done).clear();
    }

    /// Waits until nothing is under way.
    pub(crate) async fn settle(&self) {
        let mut under_way = self.under_way.subscribe();
        // The sender lives as long as this courier, so there is no error to tell.
        let _ = under_way.wait_for(|count| *count == 0).await;
    }
}
