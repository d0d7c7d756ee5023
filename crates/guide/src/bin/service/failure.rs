//! What the browser gets when something fails.

// ANCHOR: failure
use std::error::Error as StdError;
use std::fmt;

use axum::response::{IntoResponse, Response};
use payments_client::Reply;

/// Any error: `?` converts each into a `Failure`.
pub(crate) struct Failure(pub(crate) Box<dyn StdError + Send + Sync>);

impl<E: Into<Box<dyn StdError + Send + Sync>>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// With the causes of the error: they say more than the errors of a database.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)?;
        let mut error: &dyn StdError = &*self.0;
        while let Some(cause) = error.source() {
            write!(f, ": {cause}")?;
            error = cause;
        }
        Ok(())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        // For the log; errors of the clients show no secret.
        eprintln!("{self}");
        Reply::of(&*self.0).into_response()
    }
}
// ANCHOR_END: failure
