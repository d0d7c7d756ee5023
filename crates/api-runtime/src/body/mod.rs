//! What is read from the text of a body, whatever its type is.

pub(crate) mod json;
pub(crate) mod scalar;
