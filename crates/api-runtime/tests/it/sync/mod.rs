//! Incremental sync of lists that change while they are read.

mod checkpoints;
mod long_lists;
mod lookback;
mod runs;
mod server;
mod stock;
