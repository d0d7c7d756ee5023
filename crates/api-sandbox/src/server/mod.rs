//! The HTTP server: connections, requests, and the control interface.

mod accept;
mod body;
mod bounds;
mod ca_certificate;
mod connection;
mod control_api;
mod execute;
mod handle;
mod health;
mod host_check;
mod pool;
mod query;
mod record;
mod redact;

pub(crate) use accept::{listen, serve};
pub(crate) use bounds::Bounds;
