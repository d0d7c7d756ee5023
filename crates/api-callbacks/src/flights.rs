//! Single flight: what is asked for many times at once is done once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;

use tokio::sync::watch;

use super::locked;

/// Work under way, by what it is about.
pub(super) struct Flights<K, V>(Mutex<HashMap<K, Flight<V>>>);

struct Flight<V> {
    /// What the one who leads was asked by.
    asked_by: u64,
    landed: watch::Receiver<Option<V>>,
}

/// What somebody who asks finds.
enum Found<'f, K: Eq + Hash, V> {
    Lead(Lead<'f, K, V>),
    /// Work that answers this question, too.
    Join(watch::Receiver<Option<V>>),
    /// Work that began before this question, and may not have seen what it is about.
    Wait(watch::Receiver<Option<V>>),
}

impl<K: Clone + Eq + Hash, V: Clone> Flights<K, V> {
    pub(super) fn new() -> Self {
        Self(Mutex::default())
    }

    /// Does the work, or takes what comes of the same work that is under way.
    ///
    /// Who is `asked_by` the same as the one who leads joins it. Another question may be about what came later than the
    /// work began, so it waits for that work and has it done once more, with all others that wait; `waits` is told before.
    /// `None` joins anything. If the one who leads gives up, another takes its place.
    pub(super) async fn fly<F>(
        &self,
        key: K,
        asked_by: Option<u64>,
        waits: impl Fn(),
        work: impl FnOnce() -> F,
    ) -> V
    where
        F: Future<Output = V>,
    {
        let mut any = asked_by.is_none();
        loop {
            match self.find(&key, asked_by.unwrap_or_default(), any) {
                Found::Lead(lead) => {
                    let value = work().await;
                    lead.land(value.clone());
                    return value;
                }
                Found::Join(mut landed) => {
                    if let Ok(value) = landed.wait_for(Option::is_some).await
                        && let Some(value) = &*value
                    {
                        return value.clone();
                    }
                    any = true;
                }
                Found::Wait(mut landed) => {
                    waits();
                    // An error says that the one who led has given up, which ends the wait as well.
                    let _ = landed.wait_for(Option::is_some).await;
                    any = true;
                }
            }
        }
    }

    fn find(&self, key: &K, asked_by: u64, any: bool) -> Found<'_, K, V> {
        let mut flights = locked(&self.0);
        if let Some(flight) = flights.get(key) {
            let landed = flight.landed.clone();
            return if any || flight.asked_by == asked_by {
                Found::Join(landed)
            } else {
                Found::Wait(landed)
            };
        }
        let (landing, landed) = watch::channel(None);
        flights.insert(key.clone(), Flight { asked_by, landed });
        Found::Lead(Lead {
            flights: self,
            key: Some(key.clone()),
            landing,
        })
    }
}

/// The one who does the work. Dropped before the end, it makes room for another.
struct Lead<'f, K: Eq + Hash, V> {
    flights: &'f Flights<K, V>,
    /// `None` as soon as the place is free again, since it may be another one's by then.
    key: Option<K>,
    landing: watch::Sender<Option<V>>,
}

impl<K: Eq + Hash, V> Lead<'_, K, V> {
    fn land(mut self, value: V) {
        // In this order: who waits for this work, to have it done once more, must not find it again.
        self.leave();
        self.landing.send_replace(Some(value));
    }

    fn leave(&mut self) {
        if let Some(key) = self.key.take() {
            locked(&self.flights.0).remove(&key);
        }
    }
}

impl<K: Eq + Hash, V> Drop for Lead<'_, K, V> {
    fn drop(&mut self) {
        // Before the sender goes, so that whoever waits for it finds the place free.
        self.leave();
    }
}
