//! The kinds of failure.

use std::fmt;

/// What kind of failure an [`Error`](crate::Error) is.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::{Error, ErrorKind};
/// # use shop_client::GetOrder;
///
/// fn advice(error: &Error) -> &'static str {
///     match error.kind() {
///         ErrorKind::NotFound => "forget the order",
///         ErrorKind::Unauthorized | ErrorKind::Forbidden => "wake somebody up: the token does not suffice",
///         ErrorKind::RateLimited | ErrorKind::Server => "come back later",
///         _ => "look at the log",
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([(404, ""), (401, "")]);
/// // The server answers 404, then 401.
/// let error = client.send(GetOrder::new(7)).await.unwrap_err();
/// assert_eq!(advice(&error), "forget the order");
/// let error = client.send(GetOrder::new(7)).await.unwrap_err();
/// assert_eq!(advice(&error), "wake somebody up: the token does not suffice");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The environment or the client's settings cannot be used.
    Config,
    /// The request was refused here, before anything was sent: [`invalid_fields`](crate::Error::invalid_fields) say why. What a
    /// server does not accept is [`BadRequest`](Self::BadRequest).
    InvalidRequest,
    /// A client of the feature `blocking` cannot wait for the call: the place where it was made does not allow it,
    /// or the client's background thread has ended.
    Runtime,
    /// No connection came about.
    Connect,
    /// A connection came about, but no trusted one: a certificate, a name or a version is wrong.
    Tls,
    /// A time limit passed.
    Timeout,
    /// The connection broke, or what came was no HTTP.
    Interrupted,
    /// The response is larger than the client's limit.
    TooLarge,
    /// The server wants the request elsewhere. Redirects are never followed.
    Redirect,
    /// 400 or 422: the server does not accept what was asked; [`messages`](crate::Error::messages) may say why.
    BadRequest,
    /// 401: the credentials are missing or wrong.
    Unauthorized,
    /// 403: the credentials are valid and do not suffice.
    Forbidden,
    /// 404, or a documented 204: it does not exist, or not for these credentials.
    NotFound,
    /// 429: too many requests.
    RateLimited,
    /// Another status that is no success.
    Other,
    /// 500 and above: the server failed.
    Server,
    /// The status is a success, and the envelope beside it says that the request failed;
    /// [`messages`](crate::Error::messages) say why. Beside another status the kind is that of the status, and the
    /// messages are the envelope's all the same.
    Unsuccessful,
    /// The body is not JSON and says so: a page of HTML with status 200.
    WrongContentType,
    /// The response cannot be read as what it should be.
    Decode,
    /// Values of the response are not what they should be: any values, in strict reading, and else those that
    /// must be exact, such as amounts.
    Mismatch,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Config => "the client cannot be made",
            Self::InvalidRequest => "the request was not sent, it cannot be valid",
            Self::Runtime => "the call cannot be waited for",
            Self::Connect => "no connection",
            Self::Tls => "no trusted connection",
            Self::Timeout => "a time limit passed",
            Self::Interrupted => "the connection broke",
            Self::TooLarge => "the response is too large",
            Self::Redirect => "a redirect, which is not followed",
            Self::BadRequest => "the server does not accept the request",
            Self::Unauthorized => "the credentials are missing or wrong",
            Self::Forbidden => "the credentials do not suffice",
            Self::NotFound => "not found",
            Self::RateLimited => "too many requests",
            Self::Other => "an unexpected status",
            Self::Server => "the server failed",
            Self::Unsuccessful => "the server refused the request",
            Self::WrongContentType => "the response is not JSON",
            Self::Decode => "the response cannot be read",
            Self::Mismatch => "the response is not what the API describes",
        })
    }
}
