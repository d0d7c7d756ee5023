//! The time of a database, between its replies, and the clocks of this machine.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use api_wire::Timestamp;
use tokio::time::Instant;

use crate::rows::Moment;

/// For how long what was read counts: the day, and whether the clocks still agree.
const FRESH: Duration = Duration::from_secs(60);

/// How far two clocks of this machine may be apart, and how long a reply may take that tells the time.
const APART: Duration = Duration::from_secs(1);

/// A time by two clocks of this machine: one stops while it is suspended, and one can be set.
#[derive(Clone, Copy, Debug)]
pub struct Clocks(Instant, SystemTime);

impl Clocks {
    /// To ask before the journal is called: its reply may be late.
    pub(crate) fn now() -> Self {
        Self(Instant::now(), SystemTime::now())
    }

    /// A time by a monotonic clock, and by one that does not stop while the machine is suspended.
    pub fn of(instant: Instant, time: SystemTime) -> Self {
        Self(instant, time)
    }

    /// Whether a request that is sent now ends before a lease of this length, for which the journal was asked
    /// at this time. It is never longer than half a lease.
    pub fn is_fresh(self, now: Self, length: Duration) -> bool {
        // The time of the lease may be that of clocks that are apart, and a request begins a little later.
        self.until(now) < (length / 2).saturating_sub(2 * APART)
    }

    /// What has passed by the monotonic clock.
    fn passed(self, now: Self) -> Duration {
        now.0.saturating_duration_since(self.0)
    }

    /// What has passed by the clock that has gone further. The maximum: one was set back.
    fn until(self, now: Self) -> Duration {
        let by_time = now.1.duration_since(self.1).unwrap_or(Duration::MAX);
        self.passed(now).max(by_time)
    }
}

/// The time of the last reply plus what has passed since it was asked for: never earlier than that of the
/// database, so that a lease ends no earlier than its call expects, and later by the time of a reply at most.
#[derive(Default)]
pub(crate) struct Clock(Mutex<Option<Seen>>);

struct Seen {
    moment: Moment,
    read_at: Clocks,
    /// When the time of the moment was asked for.
    asked: Clocks,
}

impl Clock {
    /// The moment. `None`: it has to be read.
    pub(crate) fn moment(&self) -> Option<Moment> {
        let seen = self.lock();
        let Seen {
            moment,
            read_at,
            asked,
        } = seen.as_ref()?;
        let now = Clocks::now();
        let passed = asked.passed(now);
        let is_known = read_at.until(now) < FRESH && asked.until(now) < passed + APART;
        is_known.then(|| Moment {
            now: Timestamp::from_millis((moment.now + passed).millis()),
            ..*moment
        })
    }

    /// A reply to a read that was asked for at this time.
    pub(crate) fn read(&self, moment: Moment, asked: Clocks) {
        let seen = Seen {
            moment,
            read_at: asked,
            asked,
        };
        *self.lock() = Some(seen).filter(|_| is_prompt(asked));
    }

    /// The time in a reply that was asked for at this time.
    pub(crate) fn saw(&self, now: Timestamp, asked: Clocks) {
        match &mut *self.lock() {
            Some(seen) if is_prompt(asked) => {
                seen.moment.now = now;
                seen.asked = asked;
            }
            seen => *seen = None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_prompt(asked: Clocks) -> bool {
    asked.until(Clocks::now()) < APART
}
