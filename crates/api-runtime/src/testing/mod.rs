//! Test support for services: a scripted transport.
//!
//! Requires the feature `testing` of a client, which re-exports this module, or of this crate. Enable
//! it in dev-dependencies only.

mod scripted_transport;

pub use scripted_transport::{ScriptedTransport, SentRequest, Step};
