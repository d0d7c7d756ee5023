//! Requests, calls over sockets and over a scripted transport, simulated networks, syncs, and the texts of errors.

mod error_texts;
mod loopback;
mod policy;
mod redaction;
mod requests;
mod simulation;
mod sync;
mod waiting;
