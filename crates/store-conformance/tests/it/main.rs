//! The stores in memory keep every promise, and a store that does not is noticed.

mod callbacks;
mod checkpoints;
mod journal;
