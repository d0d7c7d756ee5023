//! The journal of writes, the checkpoints of syncs and the queue of callbacks in PostgreSQL, for any number
//! of processes and machines.
//!
//! ```
//! use store_postgres::PostgresStore;
//! use tokio_postgres::NoTls;
//! # use api_runtime::Known;
//! # use test_support::postgres::PostgresServer;
//! # use test_support::shop::{Client, CreateOrder, config, responses};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let Some(server) = PostgresServer::find() else {
//! #     return Ok(());
//! # };
//! # let database = server.new_database();
//! # let transport = responses([(200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]);
//! # let builder = Client::builder(config()).transport(transport).account("12");
//! let (postgres, connection) = tokio_postgres::connect(&database, NoTls).await?;
//! tokio::spawn(connection);
//! let journal = PostgresStore::new(postgres);
//! journal.migrate().await?;
//! let client = builder.journal(journal).build()?;
//! let sent = client.once("order-4711").send(CreateOrder::new("WEB-1")).await?;
//! assert_eq!(sent.known, Known::Confirmed);
//! # Ok(())
//! # }
//! ```
//!
//! A [`Connections`] is a client, or a type that returns a client for each call, such as a pool of deadpool
//! (feature `deadpool-0_14`). The caller connects: the store has no TLS and no pool of its own.
//!
//! # The schema
//!
//! All tables, also the table of applied migrations, are in the schema `api_store`, or in
//! [another schema](PostgresStore::with_schema). [`migrations`] has the SQL for teams that migrate by themselves.
//!
//! # One commit with the application's rows
//!
//! [`PostgresStore::begin_in`] takes the client or the transaction of the caller.
//!
//! # Round trips
//!
//! A write under a key adds two round trips, one before it is sent and one after it. No statement is
//! prepared, so that poolers of transactions such as PgBouncer work. A change calls a function of the schema, whose
//! plans PostgreSQL keeps for each of its connections.

mod checkpoints;
mod connections;
#[cfg(feature = "deadpool-0_14")]
mod deadpool;
mod error;
pub mod migrations;
#[cfg(feature = "callbacks")]
mod on_change;
mod rows;
mod statements;
mod store;

pub use connections::Connections;
pub use error::StoreError;
pub use statements::statements;
pub use store::PostgresStore;
pub use tokio_postgres;
