//! Errors of stores.

use std::pin::Pin;

pub use api_runtime::operation::BoxError;

/// The future of a function of a store.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + Send + 'a>>;
