//! The same client for code that does not await: every call waits until it has ended.
//!
//! Operations, names, limits, attempts and errors are those of [`crate::Client`], which does the work. A [`Client`] has one
//! thread in the background, with a small runtime of tokio on it: its clock, and the connections. All clones share it, and
//! it ends with the last of them and of their iterators. A call itself is made on the thread that waits for it, and so are
//! hooks, transports and the reading of responses.
//!
//! # Where it can be called
//!
//! On every thread, many at once, and also where waiting is not welcome: in a task of any runtime, in a hook, or while
//! another call of the same thread is under way. No call panics for being made there. But a task that waits keeps its
//! thread from other tasks: if the only thread of a runtime waits for an answer that another task of that runtime would
//! have to give, then the call ends with its limit of time. Clients can be made and dropped anywhere.
//!
//! Three places cannot work, and give an error of kind [`Runtime`](crate::ErrorKind::Runtime) before anything is sent: the
//! background thread itself, on which a transport can start tasks of its own; a process that was forked from the one in
//! which the client was made, since threads are not forked; and a thread that is about to end and has dropped its local
//! data. Should the background thread end before its client, calls under way end with that kind, too, and their outcome
//! is unknown.
//!
//! A [`reqwest::Client`] that is brought along keeps the connections that were made here, and they end with this client.
//! Bring one that asynchronous code does not use at the same time.

mod background;
mod block_on;
mod client;
mod iter;

pub use client::Client;
pub use iter::{IncrementalSync, Items, Iter, Pages};

pub(crate) use background::Background;

/// The settings of a client, before it is one.
pub type ClientBuilder<A, C> = crate::ClientBuilder<A, C, Client<A, C>>;
