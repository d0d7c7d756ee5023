//! What is read from the text of a body, whatever its type is.

pub(crate) mod fields;
pub(crate) mod json;
pub(crate) mod raw_response;
pub(crate) mod scalar;
pub(crate) mod sent_body;
pub(crate) mod written_body;
