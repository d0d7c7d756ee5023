//! The HTTP server: connections, requests, and the control interface.

pub(crate) mod accept;
mod control_api;
mod handle;
mod host_check;
mod query;
mod record;
