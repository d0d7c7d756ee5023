//! What the browser gets when something fails.

use std::error::Error as StdError;
use std::fmt;

use axum::response::{IntoResponse, Response};
use pos_v3_client::Reply;

/// A reply, or any error: `?` converts each into a `Failure`.
pub(crate) enum Failure {
    Reply(Reply),
    Error(Box<dyn StdError + Send + Sync>),
}

impl<E: Into<Box<dyn StdError + Send + Sync>>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// With the causes of the error: they say more than the errors of a database.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = match self {
            Self::Reply(reply) => return reply.fmt(f),
            Self::Error(error) => error,
        };
        error.fmt(f)?;
        let mut error: &dyn StdError = &**error;
        while let Some(cause) = error.source() {
            write!(f, ": {cause}")?;
            error = cause;
        }
        Ok(())
    }
}

/// For `main`.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let reply = match &self {
            Self::Reply(reply) => *reply,
            Self::Error(error) => {
                // For the log; errors of the clients show no secret.
                eprintln!("{self}");
                Reply::of(&**error)
            }
        };
        reply.into_response()
    }
}
