//! Boxed futures.

use std::future::Future;
use std::pin::Pin;

use crate::error::JournalError;

/// The future of a look-up, or of the send of a write.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The future of a method of a [`Store`](crate::Store).
pub type JournalFuture<'a, T> = BoxFuture<'a, Result<T, JournalError>>;
