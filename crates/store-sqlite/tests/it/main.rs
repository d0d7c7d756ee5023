//! What a store in a file of SQLite adds to the promises of all stores.

mod callbacks;
mod checkpoints;
