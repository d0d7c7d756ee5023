//! The request of a callback, and its response.

pub(crate) mod body;
pub(crate) mod disposition;
pub(crate) mod head;
pub(crate) mod response;
