//! The journal of writes and the checkpoints of syncs in PostgreSQL, for any number of processes and machines.
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use store_postgres::PostgresStore;
//! # async fn run(client: tokio_postgres::Client) -> Result<(), Box<dyn std::error::Error>> {
//! let journal = PostgresStore::new(Arc::new(client));
//! journal.migrate().await?;
//! // client.send_journaled(&journal, "order-4711", operation).await
//! # Ok(())
//! # }
//! ```
//!
//! A [`Connections`] is a client, or what returns one for each call, such as a pool. The caller
//! connects: the store needs no TLS and no pool of its own.
//!
//! # The schema
//!
//! All tables are in the schema `api_store`, or in [another one](PostgresStore::with_schema), with the
//! table of applied migrations. [`migrations`] has the SQL for teams that migrate by themselves.
//!
//! # One commit with the application's rows
//!
//! [`PostgresStore::begin_in`] takes the client or the transaction of the caller.
//!
//! # Round trips
//!
//! A journaled write adds two, one before it is sent and one after: no statement is prepared, so that
//! poolers of transactions such as PgBouncer work.

mod checkpoints;
mod clock;
mod connections;
mod entries;
mod error;
mod journal;
pub mod migrations;
mod row;
pub mod statements;
mod store;

pub use connections::Connections;
pub use error::StoreError;
pub use store::PostgresStore;
pub use tokio_postgres;
