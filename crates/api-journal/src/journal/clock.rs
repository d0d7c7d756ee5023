//! The time of a database, between its replies.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use api_wire::Timestamp;
use tokio::time::Instant;

use crate::rows::Moment;

/// For how long what was read counts: the day, and whether the clocks still agree.
const FRESH: Duration = Duration::from_secs(60);

/// How far two clocks of this machine may be apart: one stops while it is suspended, and one can be set.
const APART: Duration = Duration::from_secs(1);

/// The time of the last reply plus what has passed since: never later than the time of the database, so a
/// lease is shorter at worst.
#[derive(Default)]
pub(crate) struct Clock(Mutex<Option<Seen>>);

struct Seen {
    moment: Moment,
    read_at: Instant,
    at: (Instant, SystemTime),
}

impl Clock {
    /// The moment. `None`: it has to be read.
    pub(crate) fn moment(&self) -> Option<Moment> {
        let seen = self.lock();
        let Seen {
            moment,
            read_at,
            at: (instant, time),
        } = seen.as_ref()?;
        let passed = instant.elapsed();
        let apart = time.elapsed().ok()?.abs_diff(passed);
        let now = Timestamp::from_millis((moment.now + passed).millis());
        (read_at.elapsed() < FRESH && apart < APART).then_some(Moment { now, ..*moment })
    }

    /// A reply to a read.
    pub(crate) fn read(&self, moment: Moment) {
        let now = Instant::now();
        *self.lock() = Some(Seen {
            moment,
            read_at: now,
            at: (now, SystemTime::now()),
        });
    }

    /// The time in a reply.
    pub(crate) fn saw(&self, now: Timestamp) {
        if let Some(seen) = &mut *self.lock() {
            seen.moment.now = now;
            seen.at = (Instant::now(), SystemTime::now());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
