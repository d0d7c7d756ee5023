//! The responses to the browser when a write fails.

use std::error::Error as StdError;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pos_v1_client::callback;
use pos_v1_client::journal::{JournalError, ResolveError};
use pos_v1_client::{Difference, Error, ErrorKind, Outcome};
use serde::Serialize;
use store_sqlite::{StoreError, rusqlite};

#[derive(Debug)]
pub(crate) enum Failure {
    Send(Error),
    /// The record exists with other values than were sent.
    Differs(Vec<Difference>),
    NotFound,
    Database(Box<dyn StdError + Send + Sync>),
}

/// What the browser sees of it: no text of an error, which is for logs.
#[derive(Serialize)]
struct Body {
    outcome: &'static str,
    messages: Vec<String>,
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut messages = Vec::new();
        let (status, outcome) = match self {
            Self::Send(error) => {
                eprintln!("{error}");
                messages = error.messages().to_vec();
                match error.outcome() {
                    _ if error.kind() == ErrorKind::KeyReused => {
                        (StatusCode::CONFLICT, "another request has this reference")
                    }
                    // The buyer can try again.
                    Outcome::NotSent => (StatusCode::SERVICE_UNAVAILABLE, "not sent"),
                    Outcome::Rejected => (StatusCode::UNPROCESSABLE_ENTITY, "rejected"),
                    // It may have taken effect, or does so now. Trying again sends nothing.
                    _ => (StatusCode::ACCEPTED, "unknown"),
                }
            }
            Self::Differs(differences) => {
                // A person has to look at it.
                eprintln!("differs: {differences:?}");
                (StatusCode::CONFLICT, "differs")
            }
            Self::NotFound => (StatusCode::NOT_FOUND, "not found"),
            Self::Database(error) => {
                eprintln!("{error}");
                (StatusCode::INTERNAL_SERVER_ERROR, "error")
            }
        };
        (status, Json(Body { outcome, messages })).into_response()
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Send(error)
    }
}

macro_rules! database_errors {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::Database(error.into())
            }
        })*
    };
}

database_errors!(
    JournalError,
    ResolveError,
    StoreError,
    rusqlite::Error,
    callback::StoreError
);
