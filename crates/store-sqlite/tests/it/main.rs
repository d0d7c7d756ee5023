//! What a store in a file of SQLite adds to the promises of all stores.

mod blocking;
#[cfg(feature = "callbacks")]
mod callbacks;
mod checkpoints;
mod files;
mod journal;
#[cfg(target_os = "linux")]
mod power_cut;
mod rows;
mod waiting;
