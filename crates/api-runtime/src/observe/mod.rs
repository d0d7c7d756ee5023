//! What an application observes: hooks, labels, and `tracing` spans and events.

pub(crate) mod attempt;
pub(crate) mod call_summary;
pub(crate) mod hook;
pub(crate) mod labels;
#[cfg(feature = "metrics")]
pub(crate) mod metrics;
pub(crate) mod progress;
pub(crate) mod tracing;

pub use self::attempt::{Attempt, AttemptResult};
pub use self::call_summary::CallSummary;
pub use self::hook::Hook;
pub use self::labels::Labels;
pub use crate::info::operation_info::Retry;
