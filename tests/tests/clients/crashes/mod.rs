//! Processes that are killed (SIGKILL) while they send journaled writes: no intent is lost, nothing
//! is sent twice that must not be, "it did not happen" is never a guess, and nothing stays stuck.
#![allow(clippy::disallowed_methods, reason = "processes have no paused time")]

mod case;
mod engine;
mod engines;
mod job;
mod points;
mod process;
mod random;
mod relay;
mod server;
mod stop;
mod stopping_store;
mod write;
