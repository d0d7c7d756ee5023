//! What a web handler answers the person behind a request.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use http::StatusCode;

use crate::error::Error;

/// What a web handler answers the person behind a request.
///
/// Each has a status of its own, but [`Busy`](Self::Busy) and [`Closed`](Self::Closed), of which only the first has
/// `Retry-After`. With the feature `axum`, it is a response: the status, and a body such as `{"error":"busy"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply {
    /// The same request again is safe, and may soon succeed. An earlier one may be on its way. Status 503.
    Busy {
        /// Not before this time has passed.
        after: Duration,
    },
    /// Nothing was done, and nothing will be before somebody has mended the access. Status 503.
    Closed,
    /// Nothing was done, and the person can correct it: show [`messages`](Error::messages). Status 422.
    Invalid,
    /// There is a record with this reference. It may be the person's own. Status 409.
    Duplicate,
    /// It may have been done, and has to be found out. Status 202.
    Unknown,
    /// Nothing was done: the server said no. Status 402.
    Declined,
    /// There is no such record. Status 404.
    NotFound,
    /// A mistake of this program, or of the server. Status 500.
    Bug,
}

impl Reply {
    /// The reply of an error of any type: that of the [`Error`] that it is, or that is among its sources; else
    /// [`Bug`](Self::Bug).
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::error::Error;
    ///
    /// use api_runtime::Reply;
    /// use shop_client::GetOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// # let client = shop_client::client([(404, "")]);
    /// // The server returns 404.
    /// let error = client.send(GetOrder::new(7)).await.unwrap_err();
    /// let error: Box<dyn Error> = error.into(); // as `?` does
    /// assert_eq!(Reply::of(&*error), Reply::NotFound);
    /// # }
    /// ```
    pub fn of(error: &(dyn StdError + 'static)) -> Self {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if let Some(error) = error.downcast_ref::<Error>() {
                return error.reply();
            }
            cause = error.source();
        }
        Self::Bug
    }

    /// The status of the response.
    pub fn status(self) -> StatusCode {
        self.parts().0
    }

    /// `busy`, `closed` and so on: for JSON, metrics and the columns of a table.
    pub fn as_str(self) -> &'static str {
        self.parts().1
    }

    fn parts(self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::Busy { .. } => (
                StatusCode::SERVICE_UNAVAILABLE,
                "busy",
                "This is not finished. Try the same again in a moment.",
            ),
            Self::Closed => (
                StatusCode::SERVICE_UNAVAILABLE,
                "closed",
                "This does not work at the moment.",
            ),
            Self::Invalid => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "invalid",
                "Something in this is not valid.",
            ),
            Self::Duplicate => (
                StatusCode::CONFLICT,
                "duplicate",
                "This exists already, and may be yours. Ask before you try another one.",
            ),
            Self::Unknown => (
                StatusCode::ACCEPTED,
                "unknown",
                "This may have been done, and we are finding out. Do not do it again elsewhere.",
            ),
            Self::Declined => (
                StatusCode::PAYMENT_REQUIRED,
                "declined",
                "This was declined.",
            ),
            Self::NotFound => (StatusCode::NOT_FOUND, "not_found", "This does not exist."),
            Self::Bug => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "bug",
                "Something is wrong on our side.",
            ),
        }
    }
}

/// A sentence for the person.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.parts().2)
    }
}

#[cfg(feature = "axum")]
impl axum::response::IntoResponse for Reply {
    fn into_response(self) -> axum::response::Response {
        use http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};

        let body = format!(r#"{{"error":"{}"}}"#, self.as_str());
        let json = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        let mut response = (self.status(), json, body).into_response();
        if let Self::Busy { after } = self {
            // Rounded up: earlier would be in vain.
            let seconds = after.as_secs() + u64::from(after.subsec_nanos() > 0);
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}
