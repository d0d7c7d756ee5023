//! Callbacks and order watching: over real sockets, against a remote service that counts what is read, and against the
//! sandbox. A test is called after the fault that it is about.

mod faults;
mod registry;
mod remote;
mod sandbox;
mod service;
mod standstill;
mod watch;
