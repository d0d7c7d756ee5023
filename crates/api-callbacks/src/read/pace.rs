//! How fast records are read while reads fail.

use std::time::Duration;

use api_runtime::__generated::poll_delay;
use api_runtime::{Error, ErrorKind};

use crate::read::report::{ReadOutcome, ReadReport};

/// How many records are read at the same time.
const MAX_READS: usize = 8;

/// All reads pause after this many failures in a row.
const MAX_FAILURES: u32 = 3;

/// The longest pause, unless the server asks for a longer one, and then of that.
const MAX_PAUSE: Duration = Duration::from_secs(15);
const MAX_RETRY_AFTER: Duration = Duration::from_secs(60);

/// The failures in a row.
#[derive(Default)]
pub(crate) struct Pace {
    failures: u32,
    /// The shortest `Retry-After` of them.
    retry_after: Duration,
}

impl Pace {
    /// How many records may be read at the same time: after failures, one that shows whether the
    /// server is back.
    pub(crate) fn max_reads(&self) -> usize {
        match self.failures < MAX_FAILURES {
            true => MAX_READS,
            false => 1,
        }
    }

    /// How long all reads pause after this one.
    pub(crate) fn pause_after(&mut self, read: &ReadReport) -> Duration {
        if read.outcome() != ReadOutcome::Postponed {
            *self = Self::default();
            return Duration::ZERO;
        }
        let retry_after = read
            .error()
            .and_then(Error::retry_after)
            .unwrap_or_default();
        let retry_after = retry_after.min(MAX_RETRY_AFTER);
        if read
            .error()
            .is_some_and(|error| error.kind() == ErrorKind::RateLimited)
        {
            // The limit is that of all reads.
            return retry_after.max(MAX_PAUSE);
        }
        self.retry_after = match self.failures {
            0 => retry_after,
            _ => self.retry_after.min(retry_after),
        };
        self.failures = self.failures.saturating_add(1);
        if self.failures < MAX_FAILURES {
            return Duration::ZERO;
        }
        let pause = poll_delay(Duration::ZERO, self.failures + 1 - MAX_FAILURES, None);
        pause.min(MAX_PAUSE).max(self.retry_after)
    }
}
