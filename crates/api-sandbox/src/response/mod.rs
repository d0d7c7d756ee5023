//! Responses: a status and a body, in the form that is documented for it.

pub(crate) mod body;
pub(crate) mod json;
mod rejection;

pub(crate) use rejection::Rejection;
