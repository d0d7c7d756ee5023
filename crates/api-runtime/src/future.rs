//! The one type of boxed futures, and the next item of a stream.

use std::future::{Future, poll_fn};
use std::pin::Pin;

use futures_core::Stream;

/// A boxed future, so that calls are compiled in this crate and not in every application.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The next item of a stream. Nothing is lost if the future is dropped.
pub(crate) async fn next<S: Stream + Unpin>(stream: &mut S) -> Option<S::Item> {
    poll_fn(|context| Pin::new(&mut *stream).poll_next(context)).await
}
