//! The one type of boxed futures.

use std::future::Future;
use std::pin::Pin;

/// A boxed future, so that calls are compiled in this crate and not in every application.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;
