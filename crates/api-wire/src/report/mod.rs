//! What is wrong with a value.

pub(crate) mod describe;
pub(crate) mod mismatch;
pub(crate) mod validate;
