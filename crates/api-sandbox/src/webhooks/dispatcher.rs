//! Delivers callbacks: those of one order one after the other, those of several orders side by side.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use super::delivery::{Callback, deliver};
use crate::state::StatusChange;
use crate::state::lock::locked;

/// The most callbacks that wait for one order, and the most that are remembered.
const MOST: usize = 1_000;

/// Delivers callbacks in the order of their changes.
pub(crate) struct Courier {
    own: SocketAddr,
    allowed: Vec<SocketAddr>,
    runtime: tokio::runtime::Handle,
    waiting: Mutex<HashMap<i64, VecDeque<StatusChange>>>,
    done: Mutex<Done>,
    under_way: watch::Sender<usize>,
    stopped: AtomicBool,
}

/// What was delivered or given up since the latest reset.
#[derive(Default)]
struct Done {
    callbacks: VecDeque<Callback>,
    /// How many resets there were.
    resets: u64,
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
        while let Some((change, resets)) = self.next(order) {
            let callback = deliver(change, &self.allowed, self.own).await;
            let mut done = locked(&self.done);
            // After a reset it is the callback of an order that is gone, and another order may have its number.
            if done.resets == resets {
                if done.callbacks.len() == MOST {
                    done.callbacks.pop_front();
                }
                done.callbacks.push_back(callback);
            }
            drop(done);
            self.under_way
                .send_modify(|count| *count = count.saturating_sub(1));
        }
    }

    /// What is next for an order, and how many resets there were until then.
    fn next(&self, order: i64) -> Option<(StatusChange, u64)> {
        let mut waiting = locked(&self.waiting);
        let Some(next) = waiting.get_mut(&order)?.pop_front() else {
            waiting.remove(&order);
            return None;
        };
        Some((next, locked(&self.done).resets))
    }

    /// Takes no more, and forgets what waits.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        locked(&self.waiting).values_mut().for_each(VecDeque::clear);
        self.under_way.send_replace(0);
    }

    /// What was delivered or given up, the oldest first.
    pub(crate) fn done(&self) -> Vec<Callback> {
        locked(&self.done).callbacks.iter().cloned().collect()
    }

    /// Forgets what is done, and what waits. What is under way is not called back, and is forgotten, too.
    pub(crate) fn clear(&self) {
        let mut waiting = locked(&self.waiting);
        let forgotten: usize = waiting.values().map(VecDeque::len).sum();
        waiting.values_mut().for_each(VecDeque::clear);
        let mut done = locked(&self.done);
        done.callbacks.clear();
        done.resets += 1;
        drop((waiting, done));
        self.under_way
            .send_modify(|count| *count = count.saturating_sub(forgotten));
    }

    /// Waits until nothing is under way.
    pub(crate) async fn settle(&self) {
        let mut under_way = self.under_way.subscribe();
        // The sender lives as long as this courier, so there is no error to tell.
        let _ = under_way.wait_for(|count| *count == 0).await;
    }
}
