//! Examples: one tree of values, printed as Rust, JSON, curl and TypeScript.

mod call;
mod callback;
mod curl;
mod fetch;
mod first_call;
mod json;
mod literal;
mod page;
mod request;
mod rust;
mod tree;

pub(crate) use call::operation_example;
pub(crate) use callback::callback_example;
pub(crate) use curl::curl;
pub(crate) use fetch::fetch;
pub(crate) use first_call::first_call;
pub(crate) use json::json;
pub(crate) use page::page_example;
pub(crate) use request::SampleRequest;
pub(crate) use rust::RustCode;
pub(crate) use tree::{Example, Examples, Extent};
