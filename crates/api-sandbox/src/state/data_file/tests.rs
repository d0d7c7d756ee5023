//! Tests with a disk that fails.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// A disk that fails after a number of writes.
#[derive(Clone, Debug)]
pub(super) struct Disk(Arc<AtomicI64>);

impl Default for Disk {
    fn default() -> Self {
        Self(Arc::new(AtomicI64::new(i64::MAX)))
    }
}

impl Disk {
    pub(super) fn fail_after(&self, writes: i64) {
        self.0.store(writes, Ordering::Relaxed);
    }

    pub(super) fn repair(&self) {
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
