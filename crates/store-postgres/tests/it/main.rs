//! What a store in PostgreSQL adds to the promises of all stores.

#[cfg(feature = "callbacks")]
mod callbacks;
mod journal;
mod rows;
