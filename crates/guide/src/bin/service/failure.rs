//! What the browser gets when something fails.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use pos_v3_client::Reply;

/// Any error.
pub(crate) type Fault = Box<dyn Error + Send + Sync>;

/// A statement has failed, or its commit had no reply.
#[derive(Debug)]
pub(crate) struct DatabaseError(pub(crate) Fault);

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the database failed")
    }
}

impl Error for DatabaseError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}

// ANCHOR: failure
/// What a handler answers. `?` logs an error of any type, and finds its reply: errors of the clients show no secret.
/// While the database fails, it is `Busy`, as each request can be repeated.
pub(crate) struct Failure(pub(crate) Reply);

impl<E: Into<Fault>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        eprintln!("{}", text(&*error));
        let after = Duration::from_secs(5);
        Self(match error.is::<DatabaseError>() {
            true => Reply::Busy { after },
            false => Reply::of(&*error),
        })
    }
}
// ANCHOR_END: failure

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
