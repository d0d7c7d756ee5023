//! What the browser gets when something fails.

// ANCHOR: failure
use std::error::Error as StdError;
use std::fmt;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use payments_client::{Error, NextStep};

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
        // For the log; errors of the clients show no secret. The browser gets the status alone.
        eprintln!("{self}");
        let error = self.0.downcast_ref::<Error>();
        match error.map(Error::next_step) {
            Some(NextStep::Again { .. } | NextStep::Wait | NextStep::Person) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Some(NextStep::Correct) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        }
        .into_response()
    }
}
// ANCHOR_END: failure
