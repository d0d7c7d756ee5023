//! The tests of the journal.

mod clock;
mod day;
mod details;
mod digest;
mod explore;
mod migration;
mod operator;
mod read_only;
#[cfg(feature = "axum")]
mod router;
mod rules;
mod simulation;
mod testing;
mod worker;
