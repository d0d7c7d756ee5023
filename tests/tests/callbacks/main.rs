//! Callbacks (webhooks) and order watching: over sockets, against a remote service that counts reads, and against the
//! sandbox. Which test shows which fault is in FAULTS.md.

mod faults;
mod registry;
mod remote;
mod sandbox;
mod service;
mod standstill;
mod watch;
