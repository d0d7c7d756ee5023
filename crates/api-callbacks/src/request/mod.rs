//! The request of a callback, and its response.

#[cfg(feature = "axum")]
pub(crate) mod axum_router;
pub(crate) mod body;
pub(crate) mod disposition;
pub(crate) mod head;
pub(crate) mod response;
