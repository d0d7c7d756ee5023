//! Examples: one tree of values, printed as Rust and as JSON.

mod call;
mod first_call;
mod json;
mod rust;
mod tree;

pub(crate) use call::operation_example;
pub(crate) use first_call::first_call;
pub(crate) use json::json;
pub(crate) use tree::{Examples, Extent};
