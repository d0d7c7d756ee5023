//! The tests of the journal.

mod digest;
mod explore;
mod operator;
mod rules;
mod simulation;
