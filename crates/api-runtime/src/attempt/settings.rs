//! The settings of a client, which its builder sets.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use api_wire::Mismatch;

use crate::attempt::retry_policy::RetryPolicy;
use crate::attempt::timeouts::Timeouts;
use crate::observe::hook::Hooks;

/// The caller's function that mismatches are reported to.
pub(crate) type OnMismatch = Arc<dyn Fn(&str, &[&str]) + Send + Sync>;

/// Timeouts, limits and callbacks of a client.
pub(crate) struct Settings {
    pub(crate) timeouts: Timeouts,
    pub(crate) retry_policy: RetryPolicy,
    pub(crate) max_response_size: u64,
    pub(crate) strict: bool,
    pub(crate) on_mismatch: Option<OnMismatch>,
    pub(crate) hooks: Hooks,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            timeouts: Timeouts::default(),
            retry_policy: RetryPolicy::new(),
            max_response_size: 64 * 1024 * 1024,
            strict: false,
            on_mismatch: None,
            hooks: Hooks::default(),
        }
    }
}

impl Settings {
    /// Calls the caller's function. Panics are caught: the response must not be lost.
    pub(crate) fn report_mismatches(&self, operation: &str, mismatches: &[Mismatch]) {
        if let Some(on_mismatch) = &self.on_mismatch {
            if !mismatches.is_empty() {
                let pointers: Vec<_> = mismatches
                    .iter()
                    .map(|mismatch| mismatch.pointer.as_str())
                    .collect();
                let _ = catch_unwind(AssertUnwindSafe(|| on_mismatch(operation, &pointers)));
            }
        }
    }
}
