//! Telemetry: hooks, and `tracing` spans and events.

pub(crate) mod attempt;
pub(crate) mod call_summary;
pub(crate) mod hook;
pub(crate) mod labels;
pub(crate) mod progress;
pub(crate) mod tracing;
pub(crate) mod watched;
