//! What a store in PostgreSQL adds to the promises of all stores.

mod callbacks;
