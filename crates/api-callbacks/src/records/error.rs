//! Errors of stores.

use std::pin::Pin;

pub use api_runtime::operation::BoxError;

/// What a function of a store returns: boxed, so that the traits are of any store.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + Send + 'a>>;
