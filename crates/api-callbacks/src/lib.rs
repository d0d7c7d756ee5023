//! Callbacks: what a service receives from the remote API, and what it believes of it.
//!
//! A callback is an unsigned form that anybody can send. It is a hint that a record may have changed; the record that is
//! read back is the truth. A [`Handler`] takes the callbacks of one venue or account, at a path that only the remote
//! service knows. It reads back only records that its [`CallbackStore`] knows or expects, and hands each change to it once.
//!
//! | what comes | what is answered |
//! |---|---|
//! | a path that is no handler's | 404; all paths are compared in constant time |
//! | another method than POST | 405 |
//! | another media type, another charset than UTF-8, a packed body | 415 |
//! | more than [`BODY_LIMIT`] bytes; a body that takes longer than [`BODY_TIME`] | 413; 408 |
//! | a body that is no form, has bad escapes, a key twice, nested brackets, too many keys, or no id | 400 |
//! | a record that the store does not know | 200, and nothing is read |
//! | a known record | it is read back: 200, whether it has changed or not |
//! | a record that these credentials do not reach, or that has another reference | 403, and it is forgotten |
//! | a record that could not be read within four seconds, or a change that could not be handed over | 503, and it stays queued |
//!
//! It does not depend on a web framework: [`Handlers::admit`] looks at the head of a request, [`read_body`] reads its
//! body within the limits, [`PendingCallback::receive`] does the rest. With the feature `axum`, `router` is all of it for that
//! framework.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
//! use api_callbacks::{MemoryStore, Handler, Handlers, Disposition};
//! use api_runtime::http::{HeaderMap, HeaderValue, Method, header};
//! use shop_client::GetOrder;
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let client = shop_client::client([(200, r#"{"id": 7, "reference_no": "WEB-1", "state": "processing"}"#)]);
//! // One handler for each venue, at a path of its own, with the venue's client.
//! let orders = MemoryStore::<GetOrder>::new(10_000);
//! let handlers = Handlers::new([Handler::new(client, "d41d8cd98f00b204", orders.clone())?]);
//!
//! // Before the order is created, since its callback may be quicker than the response.
//! orders.expect("WEB-1")?;
//!
//! // What the web framework gives: the method, the path's last segment, the headers, and then the body.
//! let mut headers = HeaderMap::new();
//! let form = HeaderValue::from_static("application/x-www-form-urlencoded");
//! headers.insert(header::CONTENT_TYPE, form);
//! let stranger = handlers.admit(&Method::POST, "guessed", &headers);
//! assert_eq!(stranger.unwrap_err().status(), 404);
//!
//! let admitted = handlers.admit(&Method::POST, "d41d8cd98f00b204", &headers).map_err(|no| no.to_string())?;
//! let received = admitted.handle(b"order[id]=7&order[reference_no]=WEB-1&order[state]=forged").await;
//! assert_eq!((received.disposition(), received.status().as_u16()), (Disposition::Changed, 200));
//!
//! // What was read back, once.
//! let change = orders.events().next().await;
//! assert_eq!((change.id, change.state.as_str()), (7, "processing"));
//! # Ok(())
//! # }
//! ```
//!
//! A server in front of it must limit the time for the head of a request and the number of connections: neither is seen
//! from here.

#[cfg(feature = "axum")]
mod axum_router;
mod body;
mod callback_response;
mod flights;
mod handler;
mod handlers;
mod memory_store;
mod pending_callback;
mod queue;
mod record_changed;
mod refetch;
mod sanitize;
mod secret;
mod store;
mod wakeups;
mod watch;

#[cfg(feature = "axum")]
pub use axum_router::router;
pub use body::{BODY_LIMIT, BODY_TIME, read_body};
pub use callback_response::{CallbackResponse, Disposition};
pub use handler::Handler;
pub use handlers::Handlers;
pub use memory_store::{Events, MemoryStore, StoreFull};
pub use pending_callback::PendingCallback;
pub use record_changed::RecordChanged;
pub use refetch::Refetch;
pub use secret::InvalidSecret;
pub use store::{CallbackStore, KnownRecord, StoreError};
pub use wakeups::Wakeups;
pub use watch::watch;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A lock whose holder panicked holds whole values here: each change of them is one step.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
