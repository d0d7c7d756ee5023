//! Shared parts of the tests.

pub mod fixture;
pub mod json;
pub mod leftovers;
pub mod loopback;
pub mod rewrite;
pub mod wire;

/// The examples of the README, compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct ReadMe;
