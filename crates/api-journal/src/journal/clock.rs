//! The time of a database, between its replies, and the clocks of this machine.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use api_wire::Timestamp;
use tokio::time::Instant;

use crate::rows::Moment;

/// For how long what was read counts: the day, and whether the clocks still agree.
const FRESH: Duration = Duration::from_secs(60);

/// By how much the time of a database, as it is known between its replies, may be too early.
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
        // The time from which the lease counts may be too early, and a request begins a little later.
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

/// The time of the last reply plus what has passed since it arrived: never later than that of the database, so that
/// what waits from now on is listed at once, and earlier by less than [`APART`], which [`Clocks::is_fresh`] takes off
/// a lease.
#[derive(Default)]
pub(crate) struct Clock(Mutex<Option<Seen>>);

struct Seen {
    moment: Moment,
    read_at: Clocks,
    /// When the time of the moment was asked for.
    asked: Clocks,
    /// When the reply arrived.
    arrived: Clocks,
}

impl Clock {
    /// The moment. `None`: it has to be read.
    pub(crate) fn moment(&self) -> Option<Moment> {
        let seen = self.lock();
        let seen = seen.as_ref()?;
        let now = Clocks::now();
        let passed = seen.arrived.passed(now);
        // What has passed until the reply arrived, or while the machine was suspended, is not counted.
        let is_near = seen.asked.until(now) < passed + APART;
        let is_known = is_near && seen.read_at.until(now) < FRESH;
        is_known.then(|| Moment {
            now: Timestamp::from_millis((seen.moment.now + passed).millis()),
            ..seen.moment
        })
    }

    /// A reply to a read that was asked for at this time.
    pub(crate) fn read(&self, moment: Moment, asked: Clocks) {
        *self.lock() = Some(Seen {
            moment,
            read_at: asked,
            asked,
            arrived: Clocks::now(),
        });
    }

    /// The time in a reply that was asked for at this time.
    pub(crate) fn saw(&self, now: Timestamp, asked: Clocks) {
        if let Some(seen) = &mut *self.lock() {
            seen.moment.now = now;
            (seen.asked, seen.arrived) = (asked, Clocks::now());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
