//! A journal of writes: what was sent is known after a crash, and recovered as far as the API allows.
//!
//! The intent of a write is committed before its first byte is sent, and its outcome after. The
//! write of a key is sent once, among all processes, unless it is proven, or a person says, that it
//! had no effect. After a crash, [`recover`] does per operation what the description of the API
//! allows: it sends the request again, looks the record up by its unique key, or leaves the write to
//! people, who find it by the names in its entry and [`resolve`] it. "It did not happen" is never a
//! guess.
//!
//! A generated client with the feature `journal` re-exports this crate as `journal`. In the
//! examples, `shop_client` is such a client.
//!
//! [`recover`]: JournalClient::recover
//! [`resolve`]: Journal::resolve
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
//! use std::time::Duration;
//!
//! use api_journal::{Journal, JournalClient, Journaled, MemoryJournal, Resolution, SendError};
//! use api_runtime::{Outcome};
//! use shop_client::{AddOrder, NewOrder};
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let client = shop_client::client([(200, r#"{"id": 7}"#), (0, "")]);
//! // Keys and recovery belong to the venue whose credentials the client has.
//! // Or by the builder of the client: `.label("venue", "12")`.
//! let client = client.call().label("venue", 12).into_client();
//! # let order = |reference_no: &str| AddOrder {
//! #     order: NewOrder { reference_no: reference_no.to_owned(), quantity: None },
//! # };
//! let journal = MemoryJournal::new(); // in a service: SQLite or Postgres
//!
//! match client.send_journaled(&journal, "order-4711", order("WEB-1")).await? {
//!     Journaled::Sent(sent) => assert_eq!(sent.value.id, Some(7)),
//!     Journaled::AlreadySent(entry) => println!("{:?}", entry.details.outcome),
//! }
//! // The buyer clicks again: nothing is sent.
//! let again = client.send_journaled(&journal, "order-4711", order("WEB-1")).await?;
//! assert!(matches!(again, Journaled::AlreadySent(_)));
//! // The same key for another order is an error.
//! let error = client.send_journaled(&journal, "order-4711", order("WEB-2")).await.unwrap_err();
//! assert!(matches!(error, SendError::KeyReused(_)));
//!
//! // The response is lost, and nothing in the API finds the order.
//! let error = client.send_journaled(&journal, "order-4712", order("WEB-2")).await.unwrap_err();
//! assert_eq!(error.outcome(), Outcome::Unknown);
//!
//! // At the start of the service, and then every minute:
//! client.recover(&journal).await?;
//!
//! // What is left for people, with the names under which the back office finds it:
//! let unknown = journal.unresolved(None, 100).await?.remove(0);
//! assert_eq!(unknown.key, "order-4712");
//! assert_eq!(unknown.details.names, [("reference_no".to_owned(), "WEB-2".to_owned())]);
//! journal.resolve(&unknown.id, Resolution::DidNot, "eve", "no WEB-2 in the back office").await?;
//!
//! // Every day:
//! journal.prune(Duration::from_secs(90 * 24 * 60 * 60)).await?;
//! # Ok(())
//! # }
//! ```
//!
//! # With the data of the application
//!
//! An order and the intent to send it are one commit: [`prepare`](JournalClient::prepare) returns
//! the intent, a store inserts it in a transaction of the caller, and
//! [`send_prepared`](JournalClient::send_prepared) sends it after the commit. If the process crashes
//! in between, nothing was sent, which is proven: the request is moved to "in flight" before its
//! first byte.
//!
//! # If the caller goes away
//!
//! A dropped future leaves its entry in flight until its lease has expired. In a handler of a web
//! framework, [`Client::detach`](api_runtime::Client::detach) runs the send to its end:
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
//! use std::sync::Arc;
//!
//! use api_journal::{JournalClient, Journaled, MemoryJournal, SendError};
//! use shop_client::{Client, CreateOrder};
//!
//! async fn place(client: Client, journal: Arc<MemoryJournal>) -> Result<(), SendError> {
//!     let order = CreateOrder::new("WEB-1");
//!     let sent = client.create_once_journaled(&journal, "order-4711", order).await?;
//!     assert!(matches!(sent, Journaled::Sent(_)));
//!     Ok(())
//! }
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() -> Result<(), SendError> {
//! # let client = shop_client::client([(200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]);
//! # let client = client.call().label("venue", 12).into_client();
//! # let journal = Arc::new(MemoryJournal::new());
//! client.detach(place(client.clone(), Arc::clone(&journal))).await?;
//! # assert_eq!(journal.entries()[0].state, api_journal::State::Done);
//! # Ok(())
//! # }
//! ```
//!
//! # Without `async`
//!
//! [`Client::wait`](api_runtime::Client::wait) blocks until one of these futures ends.
//!
//! # What is kept
//!
//! Of a request: the key, the operation, the API, environment and venue, a digest, and the values
//! that the description lists for reconciliation. Of a response: its status and its ids. Bodies,
//! credentials, secrets and personal data are not kept; do not use them as a key or as a label. The
//! digest of a short body that is easy to guess can be guessed, too.
//!
//! The request itself is kept only with a [`Seal`], only for operations that may be sent again, and
//! only until the outcome is known. A request with client values is not kept.
//!
//! # Leases
//!
//! The process that sends a request holds the lease of its entry, by the clock of the database, and
//! renews it. When it has expired, another process claims the entry with the next epoch. The outcome
//! of a process that lost its lease is recorded, too: a success wins over everything else, and a
//! proof that nothing happened settles the entry if no other send is open.
//!
//! # Limits
//!
//! * A write with an unknown outcome and no unique key stays unknown: only a person can find out.
//! * Recovery sends an idempotent request again, which overwrites what others wrote since.
//! * A key whose entry was pruned sends again. Prune after the time in which a key may recur.
//! * A person who resolves an entry decides. Late evidence of an effect is still recorded, and
//!   makes the entry [`Done`](State::Done). If the key was sent again meanwhile, and that took effect,
//!   too, the entry is unresolved again, with the ids of [both](Entry::has_repeated_effect).
//! * Keys belong to the API, the environment and the label `venue` of the client. Under another label,
//!   the same key sends again.
//! * Without a [`Seal`], recovery sends nothing again: an order that was never received stays unknown
//!   until the same call is made again, for instance by the buyer's next click.
//! * A process that is suspended between the commit of its intent and the first byte may send after
//!   its lease has expired. It notices that before the call, not within it.
//!
//! # For stores
//!
//! A store implements [`Journal`] over one table. It needs to know no API and no rule of recovery:
//! it inserts, compares and replaces whole entries, with its own clock. [`MemoryJournal`] is a
//! complete one, for tests.

mod client;
mod entry;
mod recover;
mod send;
mod store;

pub use client::JournalClient;
pub use entry::Entry;
pub use entry::details::Details;
pub use entry::digest::RequestDigest;
pub use entry::entry_id::EntryId;
pub use entry::outcome_record::{Evidence, OutcomeRecord};
pub use entry::resolution::{Resolution, Resolved};
pub use entry::scope::Scope;
pub use entry::state::State;
pub use recover::recoverable::{Recoverable, Recovery};
pub use recover::report::RecoveryReport;
pub use send::journaled::{Journaled, Sent};
pub use send::send_error::{FailedSend, SendError};
pub use store::claim::Claim;
pub use store::error::JournalError;
pub use store::intent::Intent;
pub use store::journal::{Begun, Journal};
pub use store::lease_change::LeaseChange;
pub use store::memory_journal::MemoryJournal;
pub use store::resolve_error::ResolveError;
pub use store::seal::Seal;
pub use store::shared::ConfiguredJournal;

pub use api_runtime::Outcome;
pub use api_runtime::api_wire::jiff::Timestamp;
