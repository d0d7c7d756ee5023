//! What the browser gets when something fails.

// ANCHOR: failure
use std::error::Error;

use axum::response::{IntoResponse, Response};
use pos_v3_client::Reply;

/// Any error.
pub(crate) type Fault = Box<dyn Error + Send + Sync>;

/// What a handler answers. `?` logs an error of any type, and finds its reply: errors of the clients show no secret.
pub(crate) struct Failure(pub(crate) Reply);

impl<E: Into<Fault>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        eprintln!("{}", text(&*error));
        Self(Reply::of(&*error))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

/// The text of an error with its causes: they say more than the errors of a database.
pub(crate) fn text(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
// ANCHOR_END: failure
