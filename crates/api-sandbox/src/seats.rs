//! Seats for connections: so many, and the connection that has been idle for longest gives its seat to a new one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, sleep_until};

use crate::locked::locked;

/// The most connections at a time.
const SEATS: usize = 256;
/// How long a connection may be idle and still keep its seat when others wait: a request may be on its way.
const GRACE: Duration = Duration::from_millis(100);

/// The seats of a server.
pub(crate) struct Seats {
    free: Arc<Semaphore>,
    idle: Arc<Idle>,
}

/// A connection's seat. It is free again when this and its request are dropped.
pub(crate) struct Seat(Arc<Taken>);

/// A request of a seat's connection. It is under way until this is dropped.
pub(crate) struct Busy(Arc<Taken>);

struct Taken {
    _permit: OwnedSemaphorePermit,
    idle: Arc<Idle>,
    /// Its place among the idle ones.
    place: Mutex<Option<u64>>,
    wanted: Notify,
}

/// The seats whose connections have no request under way, the one that has been idle for longest first.
#[derive(Default)]
struct Idle {
    places: Mutex<Places>,
    /// Tells that there is one more.
    more: Notify,
}

#[derive(Default)]
struct Places {
    next: u64,
    since: BTreeMap<u64, (Instant, Arc<Taken>)>,
}

impl Seats {
    pub(crate) fn new() -> Self {
        Self {
            free: Arc::new(Semaphore::new(SEATS)),
            idle: Arc::default(),
        }
    }

    /// Waits for a seat. When all are taken, idle connections are closed for it.
    pub(crate) async fn take(&self) -> Seat {
        let permit = loop {
            if let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() {
                break permit;
            }
            let free = Arc::clone(&self.free).acquire_owned();
            let due = self.idle.oldest().map(|since| since + GRACE);
            match due {
                Some(due) if due <= Instant::now() => {
                    self.close_oldest();
                    // It closes at once, unless a request came meanwhile.
                    tokio::select! {
                        Ok(permit) = free => break permit,
                        () = sleep(GRACE) => {}
                    }
                }
                Some(due) => tokio::select! {
                    Ok(permit) = free => break permit,
                    () = sleep_until(due) => {}
                },
                None => tokio::select! {
                    Ok(permit) = free => break permit,
                    () = self.idle.more.notified() => {}
                },
            }
        };
        let taken = Arc::new(Taken {
            _permit: permit,
            idle: Arc::clone(&self.idle),
            place: Mutex::default(),
            wanted: Notify::new(),
        });
        taken.enter();
        Seat(taken)
    }

    /// Asks the connection that has been idle for longest to close.
    pub(crate) fn close_oldest(&self) {
        if let Some((_, (_, taken))) = locked(&self.idle.places).since.pop_first() {
            taken.wanted.notify_one();
        }
    }
}

impl Idle {
    fn oldest(&self) -> Option<Instant> {
        let places = locked(&self.places);
        places.since.values().next().map(|(since, _)| *since)
    }
}

impl Seat {
    /// Resolves when another connection needs the seat, and this one is idle.
    pub(crate) async fn wanted(&self) {
        loop {
            self.0.wanted.notified().await;
            // A request that came meanwhile goes on; the seat is asked for again when it is done.
            if locked(&self.0.place).is_some() {
                return;
            }
        }
    }

    /// Marks that a request is under way.
    pub(crate) fn busy(&self) -> Busy {
        self.0.leave();
        Busy(Arc::clone(&self.0))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.leave();
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.enter();
    }
}

impl Taken {
    fn enter(self: &Arc<Self>) {
        let mut places = locked(&self.idle.places);
        let place = places.next;
        places.next += 1;
        places
            .since
            .insert(place, (Instant::now(), Arc::clone(self)));
        *locked(&self.place) = Some(place);
        self.idle.more.notify_one();
    }

    fn leave(&self) {
        let mut places = locked(&self.idle.places);
        if let Some(place) = locked(&self.place).take() {
            places.since.remove(&place);
        }
    }
}
