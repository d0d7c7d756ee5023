//! Test support for services: a scripted transport, and errors without a call.
//!
//! Requires the feature `testing` of a client, which re-exports this module, or of this crate. Enable
//! it in dev-dependencies only.

mod error_builder;
mod scripted_transport;

pub use error_builder::ErrorBuilder;
pub use scripted_transport::{ScriptedTransport, SentRequest, Step};
