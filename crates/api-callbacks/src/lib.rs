//! Receives status callbacks (webhooks), which are unsigned and therefore untrusted, and confirms
//! them by reading the record.
//!
//! A callback is a form that anyone can send. It is a hint that a record may have changed; the record
//! itself is authoritative. The status that it claims comes with the change, [unverified](RecordChanged::hint). A
//! [`Handler`] receives the callbacks of one account, at a path that only the remote service knows. It reads
//! the records of the account, and reports each read that finds another record than the last one, or that follows a
//! callback with another claimed status. Several changes between two reads are one report.
//!
//! Whose a record is says the journal: it is the account's if [`once`](api_runtime::Client::once) has created it, or may
//! have. Nothing else connects creates and callbacks but the store that both use. The change has the
//! [reference](RecordChanged::reference) of the create.
//!
//! A generated client whose API has callbacks re-exports this crate as `callback`. In the examples,
//! `shop_client` is such a client. The state of its orders is a `String`; if it is an enum, compare
//! it with a variant, as in `change.state == OrderState::Processing`.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
//! use api_callbacks::{Disposition, Events, Handler, Handlers};
//! use api_runtime::http::{HeaderMap, Method};
//! use api_runtime::journal::MemoryStore;
//! use shop_client::{Client, CreateOrder, GetOrder};
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let config = shop_client::config();
//! # let created = (200, r#"{"id": 7, "reference_no": "WEB-1"}"#);
//! # let read = (200, r#"{"id": 7, "reference_no": "WEB-1", "state": "processing"}"#);
//! let journal = MemoryStore::new();
//! let client = Client::builder(config).account(12).journal(journal.clone())
//! #   .transport(shop_client::responses([created, read]))
//!     .build()?;
//!
//! // One handler for each account, at a path of its own, over the store of the journal.
//! let mut changes = Events::<GetOrder>::new(journal, 100);
//! let handler = Handler::new(client.clone(), "d41d8cd98f00b204", changes.clone())?;
//! let handlers = Handlers::new([handler.clone()]);
//! tokio::spawn(async move { handler.run_forever().await }); // reads the orders
//!
//! client.once("cart-7").send(CreateOrder::new("WEB-1")).await?;
//!
//! // A web framework supplies the method, the last path segment, the headers, and then the body.
//! let headers = HeaderMap::new();
//! let guessed = handlers.admit(&Method::POST, "guessed", &headers);
//! assert_eq!(guessed.unwrap_err().status(), 404);
//!
//! let callback = handlers
//!     .admit(&Method::POST, "d41d8cd98f00b204", &headers)
//!     .map_err(|response| response.to_string())?;
//! let response = callback.handle(b"order[id]=7&order[reference_no]=WEB-1&order[state]=forged").await;
//! assert_eq!((response.disposition(), response.status().as_u16()), (Disposition::Queued, 202));
//!
//! // The order as it was read, once for each change.
//! let change = changes.next().await;
//! assert_eq!((change.reference.as_deref(), change.state.as_str()), (Some("WEB-1"), "processing"));
//! assert_eq!(change.hint.as_deref(), Some("forged"));
//! # Ok(())
//! # }
//! ```
//!
//! The crate works with any web framework: [`Handlers::admit`] checks the head of a request, [`read_body`]
//! reads the body within limits, and [`PendingCallback::handle`] does the rest. With the feature
//! `axum`, `router` does all this for axum. To follow one record, use [`watch`](fn@watch) with
//! [`Handler::wakeups`].
//!
//! | request | response |
//! |---|---|
//! | the path of no handler, compared in constant time | 404 |
//! | a method other than POST | 405 |
//! | a compressed body, or another media type or charset than a form in UTF-8; without a type it is a form | 415 |
//! | a body that takes longer than [`BODY_TIMEOUT`] | 408 |
//! | no form, no id, or two different ids | 400 |
//! | a record that cannot be one of the account | 200, and it is not read |
//! | a record of the account, or one that may be | 202, once the database has it |
//! | the database failed, or took longer than 10 seconds | 503 |
//!
//! # Forms
//!
//! The documents may not say how a form encodes its fields. So it is read tolerantly: a callback causes a
//! read, and no more. Only the id, the reference and the status matter, as `order[id]` under the documented
//! root, or as `id` alone if no key has the root. The last value counts, except that two different ids are
//! refused. Up to [`MAX_BODY_SIZE`] bytes and 1,000 pairs are read; what follows is not.
//!
//! # Whose record
//!
//! | what the callback names | |
//! |---|---|
//! | an id that was heard of before, or was given to [`Handler::read_soon`], or is that of the record of a create of the journal | the record is read |
//! | the exact reference of a create whose record has no known id, such as one on its way, or with a lost response | the record is read, and is the account's if it shows such a reference |
//! | another id, without a reference or with that of such a create in another case, while the journal has a create whose outcome is unknown, or whose record has no known id | the same; not if 1,000 records wait to be read |
//! | something else | nothing |
//!
//! A record that shows the reference of no such create is forgotten after one read. If it shows none, it is read again
//! until the create has its id. Once a callback has named the id of a record, [`once`](api_runtime::Client::once) finds
//! the record by it, if the response of the create was lost.
//!
//! For records that were created without `once`, call [`Handler::read_soon`] with the id of the response.
//!
//! # Reads
//!
//! [`Handler::run_forever`] reads the record at once, and then every 30 seconds until one of these reads finds
//! nothing new: a replica of the server may not have the change yet. So the last values of a record are
//! reported if the replicas lag behind by less than 30 seconds. There is one read of a record at a time,
//! and a callback during a read causes one more. A record with values that differ in each read is read twice
//! after a callback.
//!
//! | what is read | result |
//! |---|---|
//! | the record, with a state or a documented default of it | a new state, another value, or a new claimed status is recorded and reported; otherwise nothing |
//! | the record, with an earlier time of its latest change than before | read again |
//! | another id or reference, or no state | given up: read again after the next callback |
//! | a record whose id only a callback claims | see above |
//! | any failure, also 403 and 404, because the credentials may be mended | read again |
//!
//! A record is read again with a backoff, for three days, and then given up. [`Handler::queued`] lists it
//! until it was read, however long that takes, or until [`Handler::dismiss`]. If only a callback claims that it is the
//! account's, it is not listed.
//!
//! # Restarts and several processes
//!
//! A callback changes one row: the record, its place in the queue, and the lease of its read. If the rows
//! are in a database:
//!
//! * a process may be killed after it has answered a callback with 202, and before it has reported the change.
//!   [`Handler::run_forever`] of any process then reads the record: at once, or after a minute if the killed one
//!   was reading it. `on_change` of a store reports a change in the commit that records it, so a kill neither loses
//!   nor repeats it. [`Events`] are of one process: a change that waits in them is lost with it, although it is
//!   recorded.
//! * one process at a time reads a record, under a lease by the clock of the database. The lease ends with the
//!   read, or after a minute.
//! * a read that outlives its lease records nothing once another read has started, so that no older state
//!   replaces a newer one.
//!
//! Credentials and secrets can rotate without a restart: a client with a
//! [`CredentialsProvider`](api_runtime::CredentialsProvider) reads with new credentials, and
//! [`Handler::add_secret`] accepts a second secret for a while.
//!
//! # The server in front
//!
//! The web server must limit the number of connections and the time to receive the head of a request:
//! this crate sees neither.

#[cfg(feature = "axum")]
mod axum_router;
mod handler;
mod handlers;
mod lock;
mod pending_callback;
mod read;
mod records;
mod refetch;
mod request;
#[doc(hidden)]
pub mod rules;
mod sanitize;
mod secret;
mod wakeups;
mod watch;

#[cfg(feature = "axum")]
pub use axum_router::router;
pub use handler::Handler;
pub use handlers::Handlers;
pub use pending_callback::PendingCallback;
pub use read::report::{ReadOutcome, ReadReport};
pub use records::error::{BoxError, StoreFuture};
pub use records::events::Events;
pub use records::on_change::OnChange;
pub use records::record_changed::RecordChanged;
pub use records::taken::QueuedRecord;
pub use refetch::{Refetch, Word};
pub use request::body::{BODY_TIMEOUT, MAX_BODY_SIZE, read_body};
pub use request::disposition::Disposition;
pub use request::response::CallbackResponse;
pub use secret::InvalidSetting;
pub use watch::watch;
