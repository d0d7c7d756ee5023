//! The settings of a client, which its builder sets.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use api_wire::Mismatch;
use http::HeaderMap;

use crate::future::BoxFuture;
use crate::observe::attempt::Attempt;
use crate::observe::hook::Hook;

/// The caller's function that mismatches are reported to.
pub(crate) type OnMismatch = Arc<dyn Fn(&str, &[&str]) + Send + Sync>;

/// The caller's function that each attempt waits for.
pub(crate) type BeforeAttempt =
    Arc<dyn Fn(&Attempt<'_>, &mut HeaderMap) -> BoxFuture<()> + Send + Sync>;

/// What is the same for all calls of a client.
#[derive(Default)]
pub(crate) struct Settings {
    pub(crate) strict: bool,
    pub(crate) on_mismatch: Option<OnMismatch>,
    /// In the order in which they were added.
    pub(crate) hooks: Vec<Box<dyn Hook>>,
    pub(crate) before_attempt: Vec<BeforeAttempt>,
    #[cfg(feature = "testing")]
    pub(crate) recorder: Option<crate::record::Recorder>,
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
