//! What the tests of several crates share. Users have [`api_runtime::testing`].

mod server;
pub mod shop;

pub use server::{Action, TestServer, is_complete, json, response};
