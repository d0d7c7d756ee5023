//! Telemetry: hooks, and `tracing` spans and events.

pub(crate) mod attempt;
pub(crate) mod hook;
pub(crate) mod progress;
pub(crate) mod tracing;
