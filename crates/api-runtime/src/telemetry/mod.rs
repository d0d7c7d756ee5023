//! Telemetry: hooks, and spans and events of `tracing`.

pub(crate) mod attempt;
pub(crate) mod hook;
pub(crate) mod tracing;
