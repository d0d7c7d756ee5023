//! The journal of writes, the checkpoints of syncs and the queue of callbacks in a file of SQLite, for one
//! process or several on one machine.
//!
//! ```
//! use store_sqlite::SqliteStore;
//! # use api_runtime::Known;
//! # use test_support::shop::{Client, CreateOrder, config, responses};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("api.db");
//! # let transport = responses([(200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]);
//! # let builder = || Client::builder(config()).transport(transport.clone()).account("12");
//! let journal = SqliteStore::open(&file).await?;
//! let client = builder().journal(journal).build()?;
//! let sent = client.once("order-4711").send(CreateOrder::new("WEB-1")).await?;
//! assert_eq!(sent.known, Known::Confirmed);
//!
//! // The same key again, such as in the next process: nothing is sent.
//! let client = builder().journal(SqliteStore::open(&file).await?).build()?;
//! let again = client.once("order-4711").send(CreateOrder::new("WEB-1")).await?;
//! assert_eq!(again.known, Known::Earlier);
//! # Ok(())
//! # }
//! ```
//!
//! # The file
//!
//! The store can share the file of the application, whose tables it does not touch: all names start with
//! `api_store_`, also the table of migrations. [`migrations`] has the schema for teams that migrate by
//! themselves, and [`statements`], [`INSERT_LINE`] and [`INSERT_NAME`] the SQL.
//!
//! The journal mode is WAL with `synchronous=FULL`: a commit survives a power cut, if the disk does what it
//! promises. WAL needs shared memory, so the file cannot be on a network file system.
//!
//! `secure_delete` is on: pruned and erased entries leave no bytes in free pages.
//!
//! # Errors
//!
//! An error names the file and the cause: no database, read-only, locked, full, deleted or replaced while it is
//! open (under Unix), or migrated by a later version. After an error, no change is half done.
//!
//! # One commit with the application's rows
//!
//! [`SqliteStore::transaction`] runs a function in a transaction, and [`SqliteStore::begin_in`] takes
//! the transaction of any connection to the same file.

mod checkpoints;
mod commit;
mod error;
mod file_id;
mod journal;
pub mod migrations;
#[cfg(feature = "callbacks")]
mod on_change;
mod rows;
mod store;
mod waiting;

pub use error::StoreError;
pub use rows::{INSERT_LINE, INSERT_NAME, statements};
pub use rusqlite;
pub use store::SqliteStore;
