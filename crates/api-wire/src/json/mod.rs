//! JSON text: tokens, strings, numbers, and errors with their location.

pub(crate) mod abbreviate;
mod allocation;
pub(crate) mod budget;
pub(crate) mod bytes;
pub(crate) mod cursor;
pub(crate) mod error;
pub(crate) mod kind;
pub(crate) mod number;
pub(crate) mod pointer;
pub(crate) mod scan;
pub(crate) mod short_number;
mod skipped_value;
pub(crate) mod string;
pub(crate) mod tree;
pub(crate) mod value;
