//! A disk that fails, for tests.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

/// Fails after a number of writes, and counts the bytes of the others.
#[derive(Clone, Debug)]
pub(crate) struct Disk {
    writes_left: Arc<AtomicI64>,
    written: Arc<AtomicUsize>,
}

impl Default for Disk {
    fn default() -> Self {
        Self {
            writes_left: Arc::new(AtomicI64::new(i64::MAX)),
            written: Arc::default(),
        }
    }
}

impl Disk {
    /// Fails after this number of writes, until it is repaired.
    pub(crate) fn fail_after(&self, writes: i64) {
        self.writes_left.store(writes, Ordering::Relaxed);
    }

    pub(crate) fn repair(&self) {
        self.fail_after(i64::MAX);
    }

    /// The bytes that were written.
    pub(crate) fn written(&self) -> usize {
        self.written.load(Ordering::Relaxed)
    }

    /// Counts a write.
    pub(super) fn check(&self, bytes: usize) -> io::Result<()> {
        if self.writes_left.fetch_sub(1, Ordering::Relaxed) > 0 {
            self.written.fetch_add(bytes, Ordering::Relaxed);
            return Ok(());
        }
        self.fail_after(0);
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }
}
