//! JSON text: tokens, numbers, strings, and where an error is.

pub(crate) mod abbreviate;
pub(crate) mod cursor;
pub(crate) mod error;
pub(crate) mod number;
pub(crate) mod pointer;
pub(crate) mod scan;
pub(crate) mod string;
pub(crate) mod value;
