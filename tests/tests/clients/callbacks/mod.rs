//! Callbacks (webhooks) with generated clients: over sockets, against the sandbox, and in a process
//! that is killed. `crates/api-callbacks/tests` has what needs no generated client.

mod crash;
mod form;
mod remote;
mod sandbox;
mod service;
mod sockets;
mod versions;
