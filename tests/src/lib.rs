//! Shared parts of the tests.

pub mod fixture;
pub mod json;
pub mod leftovers;
pub mod loopback;
pub mod rewrite;
pub mod wire;

/// The examples of the READMEs that are no crate's docs, compiled with the tests.
#[cfg(doctest)]
mod readmes {
    #[doc = include_str!("../../README.md")]
    pub struct Project;

    #[doc = include_str!("../../crates/api-wire/README.md")]
    pub struct Wire;

    #[doc = include_str!("../../crates/api-runtime/README.md")]
    pub struct Runtime;

    #[doc = include_str!("../../crates/api-callbacks/README.md")]
    pub struct Callbacks;

    #[doc = include_str!("../../crates/api-browser/README.md")]
    pub struct Browser;

    #[doc = include_str!("../../crates/api-journal/README.md")]
    pub struct Journal;
}
