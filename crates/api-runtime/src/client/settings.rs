//! What a client's builder sets.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use api_wire::Mismatch;

use crate::telemetry::hook::Hooks;

/// A function of the caller's that is told of mismatches.
pub(crate) type OnMismatch = Arc<dyn Fn(&str, &[&str]) + Send + Sync>;

/// Limits and habits of a client.
pub(crate) struct Settings {
    pub(crate) attempt_timeout: Duration,
    pub(crate) overall_timeout: Duration,
    pub(crate) max_response_size: u64,
    pub(crate) strict: bool,
    pub(crate) on_mismatch: Option<OnMismatch>,
    pub(crate) hooks: Hooks,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            attempt_timeout: Duration::from_secs(30),
            overall_timeout: Duration::from_secs(60),
            max_response_size: 64 * 1024 * 1024,
            strict: false,
            on_mismatch: None,
            hooks: Hooks::default(),
        }
    }
}

impl Settings {
    /// Tells the caller's function. If it panics, the call goes on: the response has been paid for.
    pub(crate) fn report_mismatches(&self, operation: &str, mismatches: &[Mismatch]) {
        if let Some(hook) = &self.on_mismatch
            && !mismatches.is_empty()
        {
            let names: Vec<_> = mismatches
                .iter()
                .map(|mismatch| mismatch.pointer.as_str())
                .collect();
            let _ = catch_unwind(AssertUnwindSafe(|| hook(operation, &names)));
        }
    }
}
