//! The responses to the browser when a write fails.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pos_v1_client::callback::StoreFull;
use pos_v1_client::{Difference, Error, Outcome};
use serde::Serialize;

pub(crate) enum Failure {
    Call(Error),
    /// The record exists with other values than were sent.
    Differs(Vec<Difference>),
    Store(StoreFull),
}

/// What the browser sees of it: no text of an error, which is for logs.
#[derive(Serialize)]
struct Body {
    outcome: &'static str,
    messages: Vec<String>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Call(error)
    }
}

impl From<StoreFull> for Failure {
    fn from(error: StoreFull) -> Self {
        Self::Store(error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, outcome, messages) = match self {
            Self::Call(error) => {
                eprintln!("{error}");
                let messages = error.messages().iter().map(ToString::to_string).collect();
                match error.outcome() {
                    // The buyer can try again.
                    Outcome::NotSent => (StatusCode::SERVICE_UNAVAILABLE, "not sent", messages),
                    Outcome::Rejected => (StatusCode::UNPROCESSABLE_ENTITY, "rejected", messages),
                    // It may have taken effect: the buyer must not try again.
                    _ => (StatusCode::ACCEPTED, "unknown", messages),
                }
            }
            Self::Differs(differences) => {
                // A person has to look at it.
                eprintln!("differs: {differences:?}");
                (StatusCode::CONFLICT, "differs", Vec::new())
            }
            Self::Store(error) => {
                eprintln!("{error}");
                (StatusCode::SERVICE_UNAVAILABLE, "not sent", Vec::new())
            }
        };
        (status, Json(Body { outcome, messages })).into_response()
    }
}
