//! A blocking client: each call blocks the calling thread until it ends.
//!
//! It has the operations, names, timeouts, retries and errors of [`crate::Client`], which it runs.
//! A [`Client`] has one background thread with a small Tokio runtime, for its timers and
//! connections. All clones share it, and it ends with the last of them and of their iterators. The
//! call itself runs on the calling thread, and so do hooks, transports and the decoding of
//! responses.
//!
//! # Where it can be called
//!
//! On any thread, concurrently, and also where blocking is discouraged: in a task of any runtime,
//! in a hook, or during another call of the same thread. Calls there do not panic. But a task that
//! blocks keeps its thread from other tasks: if the only thread of a runtime waits for a response
//! that another task of the same runtime would send, the call ends with a timeout. Clients can be
//! created and dropped anywhere.
//!
//! In three places a call fails with kind [`CannotBlock`](crate::ErrorKind::CannotBlock) before anything is
//! sent: on the background thread itself, on which a transport can spawn tasks; in a process that
//! was forked after the client was created, since a fork does not copy threads; and on an exiting
//! thread that has dropped its thread-local data. If the background thread ends before its client,
//! calls in flight fail with that kind, too, and their outcome is unknown.
//!
//! A `reqwest::Client` passed to the builder keeps connections that were made here, which end
//! with this client. Do not use it in asynchronous code at the same time.

mod background;
mod block_on;
mod client;
mod iter;

pub use client::Client;
pub use iter::{IncrementalSync, Items, Iter, Pages};

/// Builds a blocking [`Client`].
pub type ClientBuilder<A, C> = crate::ClientBuilder<A, C, Client<A, C>>;
