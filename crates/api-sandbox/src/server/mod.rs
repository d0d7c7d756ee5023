//! The HTTP server: connections, requests, and the control interface.

mod accept;
mod body;
mod control_api;
mod execute;
mod handle;
mod health;
mod host_check;
mod record;
mod redact;

pub(crate) use accept::{listen, serve};
