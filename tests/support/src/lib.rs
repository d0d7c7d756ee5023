//! Shared parts of the tests of several crates. The public counterpart is [`api_runtime::testing`].

mod created;
mod error_text;
pub mod files;
pub mod fixture;
pub mod json;
pub mod postgres;
pub mod retry_rules;
pub mod script;
mod server;
pub mod shop;
pub mod store;
pub mod till;
#[cfg(feature = "tls")]
pub mod tls;

pub use created::created;
pub use error_text::whole_text;
pub use needs::needs;
pub use server::{
    Action, TestServer, accept, closed_address, is_complete, json, read_request, response,
};
