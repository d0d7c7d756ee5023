//! Callbacks (webhooks) and order watching: over sockets, against a remote service that counts
//! reads, and against the sandbox.

mod crash;
mod deadline;
mod faults;
mod file_store;
mod remote;
mod sandbox;
mod service;
mod stopped_clock;
mod store;
mod versions;
mod watch;
