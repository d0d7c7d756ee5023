//! The memory of all bodies that a transport receives at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::transport::TransportError;

/// All bodies together may be as large as this many bodies of the maximum size.
const MAX_BODIES: u64 = 4;

/// Shorter bodies are free: the large ones of others do not make a payment's outcome unknown.
const FREE: u64 = 64 * 1024;

/// The bytes of all bodies that are being received. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct BodyBudget(Arc<AtomicU64>);

/// The part of one body, until it is dropped.
pub(crate) struct BodyShare {
    budget: BodyBudget,
    bytes: u64,
}

impl BodyBudget {
    pub(crate) fn share(&self) -> BodyShare {
        BodyShare {
            budget: self.clone(),
            bytes: 0,
        }
    }
}

impl BodyShare {
    /// Takes what a body of this size needs, if `max_size` is the maximum of each.
    pub(crate) fn grow_to(&mut self, size: u64, max_size: u64) -> Result<(), TransportError> {
        let more = size.saturating_sub(FREE).saturating_sub(self.bytes);
        self.bytes += more;
        let all = self.budget.0.fetch_add(more, Relaxed).saturating_add(more);
        if more > 0 && all > max_size.saturating_mul(MAX_BODIES) {
            let detail = "too many large responses at the same time";
            return Err(TransportError::too_large(detail));
        }
        Ok(())
    }
}

impl Drop for BodyShare {
    fn drop(&mut self) {
        self.budget.0.fetch_sub(self.bytes, Relaxed);
    }
}
