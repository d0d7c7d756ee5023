//! Responses: a status, and a body in the shape that is documented for it.

pub(crate) mod body;
pub(crate) mod json;
