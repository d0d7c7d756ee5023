//! A disk that fails, for tests.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Fails after a number of writes.
#[derive(Clone, Debug)]
pub(crate) struct Disk(Arc<AtomicI64>);

impl Default for Disk {
    fn default() -> Self {
        Self(Arc::new(AtomicI64::new(i64::MAX)))
    }
}

impl Disk {
    /// Fails after this number of writes, until it is repaired.
    pub(crate) fn fail_after(&self, writes: i64) {
        self.0.store(writes, Ordering::Relaxed);
    }

    pub(crate) fn repair(&self) {
        self.fail_after(i64::MAX);
    }

    /// Counts a write.
    pub(super) fn check(&self) -> io::Result<()> {
        if self.0.fetch_sub(1, Ordering::Relaxed) > 0 {
            return Ok(());
        }
        self.fail_after(0);
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }
}
