//! Reports about the values of a record: mismatches and validation errors.

pub(crate) mod describe;
pub(crate) mod mismatch;
pub(crate) mod validate;
