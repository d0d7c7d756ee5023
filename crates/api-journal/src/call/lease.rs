//! The lease of an entry: one call holds it, renews it while it runs, and checks it before each request.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::sleep;

use crate::entry::Entry;
use crate::entry::entry_id::EntryId;
use crate::entry::intent::Intent;
use crate::journal::Journal;
use crate::journal::change::Change;
use crate::journal::clock::Clocks;
use crate::time_limit::in_time;

/// The lease of a call, and its entry.
pub struct Lease {
    journal: Journal,
    id: EntryId,
    nonce: u128,
    length: Duration,
    held: Mutex<Held>,
}

struct Held {
    /// The entry, as it was last seen.
    entry: Option<Entry>,
    /// Whether that is how it is, as far as this call knows.
    is_current: bool,
    /// When the lease was begun or renewed, by two clocks: one stops while the machine is suspended.
    /// `None`: it was lost.
    renewed_at: Option<Clocks>,
}

impl Lease {
    pub(super) fn new(journal: Journal, intent: &Intent, length: Duration) -> Self {
        Self {
            journal,
            id: intent.id,
            nonce: intent.nonce,
            length,
            held: Mutex::new(Held {
                entry: None,
                is_current: false,
                renewed_at: Some(Clocks::now()),
            }),
        }
    }

    /// Makes sure that the lease lives: by two clocks, or by a renewal. To ask before each request.
    pub async fn lives(&self) -> bool {
        // The renewal of a call that runs may be faster, once.
        for _ in 0..2 {
            if self.is_fresh() {
                return true;
            }
            self.lock().is_current = false;
            let Ok(Some(row)) = in_time(self.journal.entry(&self.id)).await else {
                return false;
            };
            if !row.is_in_flight_for(self.nonce) {
                return false;
            }
            // A call that took the entry over meanwhile has changed it.
            let renewal = Change::renewal(row, self.length);
            let asked = Clocks::now();
            match in_time(self.journal.change(&renewal)).await {
                Ok(Some(entry)) => self.holds(entry, asked),
                Ok(None) => {}
                Err(_) => return false,
            }
        }
        self.is_fresh()
    }

    /// Renews the lease until it is lost: a request cannot be called back.
    pub(super) async fn renew(&self) {
        loop {
            sleep(self.length / 3).await;
            // A call that only looks up renews nothing.
            let own = self
                .entry()
                .filter(|entry| entry.is_in_flight_for(self.nonce));
            let Some(current) = own else { return };
            let renewal = Change::renewal(current, self.length);
            let asked = Clocks::now();
            match in_time(self.journal.change(&renewal)).await {
                Ok(Some(renewed)) => self.holds(renewed, asked),
                // Another renewal was committed, or the lease is lost.
                Ok(None) => match in_time(self.journal.entry(&self.id)).await {
                    Ok(Some(row)) if row.is_in_flight_for(self.nonce) => self.saw(row),
                    Ok(_) => {
                        self.lock().renewed_at = None;
                        return;
                    }
                    Err(_) => {}
                },
                Err(_) => {}
            }
        }
    }

    /// The entry, as it was last seen.
    pub(super) fn entry(&self) -> Option<Entry> {
        self.lock().entry.clone()
    }

    /// The entry, unless it may have changed.
    pub(super) fn current_entry(&self) -> Option<Entry> {
        let held = self.lock();
        held.entry.clone().filter(|_| held.is_current)
    }

    /// The entry may have changed.
    pub(super) fn is_changing(&self) {
        self.lock().is_current = false;
    }

    /// This is how the entry is.
    pub(super) fn saw(&self, entry: Entry) {
        let mut held = self.lock();
        held.entry = Some(entry);
        held.is_current = true;
    }

    /// This is how the entry is, after a change of this call that it asked for at this time.
    pub(super) fn holds(&self, entry: Entry, asked: Clocks) {
        self.saw(entry);
        self.lock().renewed_at = Some(asked);
    }

    /// The unique key of the entry: a request that may be a repetition has its idempotency key.
    pub fn unique_key(&self) -> Option<String> {
        self.entry()?.details.unique_key
    }

    /// Whether another request ends before the lease does, and while the server knows its idempotency key.
    fn is_fresh(&self) -> bool {
        let held = self.lock();
        let is_kept = held.entry.as_ref().is_some_and(Entry::is_kept);
        let is_alive = |asked: Clocks| asked.is_fresh(Clocks::now(), self.length);
        is_kept && held.renewed_at.is_some_and(is_alive)
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
