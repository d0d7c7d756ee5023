//! Hand-written: what several tests share.

pub mod fixture;
pub mod json;
pub mod kept;
pub mod loopback;
pub mod reread;
pub mod wire;

/// The examples of the README, compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct ReadMe;
