//! For the tests of services: a transport that follows a script, and errors made by hand.
//!
//! With the feature `testing`; nothing else needs it.

mod error_builder;
mod scripted_transport;

pub use error_builder::ErrorBuilder;
pub use scripted_transport::{ScriptedTransport, SentRequest, Step};
