//! Receives status callbacks (webhooks), which are unsigned and therefore untrusted, and confirms
//! them by reading the record.
//!
//! A callback is a form that anyone can send. It is a hint that a record may have changed; the record
//! itself is authoritative. A [`Handler`] receives the callbacks of one venue or account, at a path
//! that only the remote service knows. It reads only records that its [`CallbackStore`] knows or
//! expects, and records each change once.
//!
//! A generated client whose API has callbacks re-exports this crate as `callback`. In the examples,
//! `shop_client` is such a client. The state of its orders is a `String`; if it is an enum, compare
//! it with a variant, as in `change.state == OrderState::Processing`.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
//! use api_callbacks::{Disposition, Handler, Handlers, MemoryStore};
//! use api_runtime::http::{HeaderMap, HeaderValue, Method, header};
//! use shop_client::GetOrder;
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let client = shop_client::client([(200, r#"{"id": 7, "reference_no": "WEB-1", "state": "processing"}"#)]);
//! // One handler for each venue, with the venue's client, at a path of its own.
//! let orders = MemoryStore::<GetOrder>::new(10_000);
//! let handlers = Handlers::new([Handler::new(client, "d41d8cd98f00b204", orders.clone())?]);
//!
//! // Before the order is created, because its callback may be faster than the response.
//! orders.expect("WEB-1")?;
//!
//! // A web framework supplies the method, the last path segment, the headers, and then the body.
//! let mut headers = HeaderMap::new();
//! let form = HeaderValue::from_static("application/x-www-form-urlencoded");
//! headers.insert(header::CONTENT_TYPE, form);
//! let guessed = handlers.admit(&Method::POST, "guessed", &headers);
//! assert_eq!(guessed.unwrap_err().status(), 404);
//!
//! let callback = handlers
//!     .admit(&Method::POST, "d41d8cd98f00b204", &headers)
//!     .map_err(|response| response.to_string())?;
//! let response = callback.handle(b"order[id]=7&order[reference_no]=WEB-1&order[state]=forged").await;
//! assert_eq!((response.disposition(), response.status().as_u16()), (Disposition::Changed, 200));
//!
//! // The order as it was read, once for each change.
//! let change = orders.events().next().await;
//! assert_eq!((change.id, change.state.as_str()), (7, "processing"));
//! # Ok(())
//! # }
//! ```
//!
//! It works with any web framework: [`Handlers::admit`] checks the head of a request, [`read_body`]
//! reads the body within limits, and [`PendingCallback::handle`] does the rest. With the feature
//! `axum`, `router` is all of it for that framework. To follow one record, use [`watch`](fn@watch)
//! with [`Handler::wakeups`].
//!
//! | request | response |
//! |---|---|
//! | the path of no handler, compared in constant time | 404 |
//! | a method other than POST | 405 |
//! | another media type or charset than a form in UTF-8, or a compressed body | 415 |
//! | more than [`MAX_BODY_SIZE`] bytes | 413 |
//! | a body that takes longer than [`BODY_TIMEOUT`] | 408 |
//! | an invalid form: too many keys, two values of a documented key, or no id | 400 |
//! | a record that the store does not know | 200, without a read |
//! | a known record | 200 after a read that started after the callback was received, whether it changed or not |
//! | a known record without a state, and without a documented default of it | 200, and it is not queued |
//! | a record that is not accessible with these credentials, or has another reference | 403, and it is not queued |
//! | a record that does not show its reference, unless the store knows its id | 403, and it is not queued |
//! | a record that could not be read within four seconds, or a change that could not be recorded | 202 if the store has a durable queue, else 503, and it is queued |
//!
//! There is one read of a record at a time. All callbacks that are received during a read share the
//! next one, because the current one may predate their change.
//!
//! # Restarts and several processes
//!
//! The queue is in memory, and a restart loses it, unless the store has a durable one: a
//! [`CallbackStore`] that also implements [`CallbackQueue`]. Then
//!
//! * a record is enqueued before it is read, and removed after its change was recorded. A callback
//!   is acknowledged, with 200 or 202, if its record was read or is queued: whenever a process is
//!   killed, the record is read after that, by [`Handler::run`] of any process.
//! * one process at a time reads a record, and holds a [`Lease`] of it by the clock of the store.
//!   That of a killed process expires: after 10 seconds if the read was for a callback, else after
//!   two minutes.
//! * a read that outlives its lease records nothing once another one has started, so that no older
//!   state replaces a newer one.
//!
//! A handler outlives its credentials and its secret: a client with a
//! [`CredentialsProvider`](api_runtime::CredentialsProvider) reads with new credentials, and
//! [`Handler::add_secret`] accepts a second secret for a while.
//!
//! # In front of it
//!
//! The server in front must limit the number of connections and the time to receive the head of a
//! request: neither is visible here.

mod confirmation;
mod handler;
mod handlers;
mod lock;
mod pending_callback;
mod queue;
mod record_key;
mod refetch;
mod request;
mod sanitize;
mod secret;
mod store;
mod wakeups;
mod watch;

pub use handler::Handler;
pub use handlers::Handlers;
pub use pending_callback::PendingCallback;
pub use queue::callback_queue::{CallbackQueue, Claim, Lease, QueuedRecord};
pub use record_key::RecordKey;
pub use refetch::Refetch;
#[cfg(feature = "axum")]
pub use request::axum_router::router;
pub use request::body::{BODY_TIMEOUT, MAX_BODY_SIZE, read_body};
pub use request::disposition::Disposition;
pub use request::response::CallbackResponse;
pub use secret::InvalidSecret;
pub use store::callback_store::{CallbackStore, KnownRecord};
pub use store::error::StoreError;
pub use store::events::Events;
pub use store::memory_store::{MemoryStore, StoreFull};
pub use store::record_changed::RecordChanged;
pub use wakeups::Wakeups;
pub use watch::watch;
