//! Callbacks change nothing by themselves: what is read is recorded once, and nothing is lost.

mod explored;
mod processes;
mod reads;
mod requests;
mod retries;
mod server;
mod service;
mod watch;
