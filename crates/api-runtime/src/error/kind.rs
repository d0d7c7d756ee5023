//! Error kinds.

use std::fmt;

/// The kind of an [`Error`](crate::Error).
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::{Error, ErrorKind};
/// # use shop_client::GetOrder;
///
/// fn advice(error: &Error) -> &'static str {
///     match error.kind() {
///         ErrorKind::NotFound => "forget the order",
///         ErrorKind::Unauthorized | ErrorKind::Forbidden => "check the token",
///         ErrorKind::RateLimited | ErrorKind::Server => "retry later",
///         _ => "see the log",
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([(404, ""), (401, "")]);
/// // The server returns 404, then 401.
/// let error = client.send(GetOrder::new(7)).await.unwrap_err();
/// assert_eq!(advice(&error), "forget the order");
/// let error = client.send(GetOrder::new(7)).await.unwrap_err();
/// assert_eq!(advice(&error), "check the token");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The configuration or the settings of the client are invalid.
    Config,
    /// The request is invalid and was not sent; see
    /// [`invalid_fields`](crate::Error::invalid_fields). A request that the server rejects is a
    /// [`BadRequest`](Self::BadRequest).
    InvalidRequest,
    /// The call was awaited outside of a Tokio runtime. Nothing was sent. A runtime without timers (Tokio's
    /// `enable_all` of its builder) cannot be told apart: there, Tokio panics.
    NoRuntime,
    /// The [`CredentialsProvider`](crate::CredentialsProvider) failed. Nothing was sent.
    Credentials,
    /// The server has a record with the unique key of the request, or seems to: it rejected the request
    /// with 409, or with a documented status of duplicates and either no messages or messages that name the
    /// unique key or its value, or a look-up found a record with [other values](crate::Error::differences).
    /// It may be the record of an earlier request of yours: under another unique key, there would be two.
    /// See [`messages`](crate::Error::messages).
    Duplicate,
    /// The key of a write belongs to another request. This call sent nothing.
    KeyReused,
    /// An earlier request with the same key may be on its way: another call is sending it, or has sent it
    /// less than a lease ago, and its outcome is unknown. This call sent nothing.
    InFlight,
    /// An earlier call with the same key has an unknown outcome. This call sent nothing.
    Unresolved,
    /// The journal was restored from a backup, and nobody has
    /// [reconciled](api_journal::Operator::reconciled) it. This call sent nothing.
    Restored,
    /// The journal failed. This call had no effect.
    Journal,
    /// The connection could not be established.
    Connect,
    /// TLS rejected the server: its certificate, its name or its protocol version.
    Tls,
    /// A timeout expired: of the connection, of the attempt, or of the call.
    Timeout,
    /// The future of the call was dropped before the call ended. No call returns this kind; hooks
    /// and spans report it.
    Canceled,
    /// The connection was lost, or the response was not HTTP, may be truncated, or was seen before the
    /// request was sent.
    Interrupted,
    /// The response exceeds a size limit: of its
    /// [body](crate::ClientBuilder::max_response_size), or of the memory that it takes when it is
    /// decoded, which is eight times its body, and at least 32 MiB.
    TooLarge,
    /// 3xx: the server redirects the request, or has nothing new. The client follows no redirects.
    Redirect,
    /// 400 or 422: the server rejected the request; see [`messages`](crate::Error::messages). With a unique
    /// key, it may be a [`Duplicate`](Self::Duplicate) instead.
    BadRequest,
    /// 401: missing or invalid credentials.
    Unauthorized,
    /// 403: valid credentials without permission for this request.
    Forbidden,
    /// 404, or a documented 204: the resource does not exist, or not for these credentials.
    NotFound,
    /// 429: the server throttles the client.
    RateLimited,
    /// Another status that is not a success.
    Other,
    /// 500 and above: a server error.
    Server,
    /// The status is a success but the response envelope reports a failure; see
    /// [`messages`](crate::Error::messages). With any other status, the kind is the kind of the status,
    /// and the messages are still the messages of the envelope. A write is rejected if there is nothing but
    /// the envelope, without a payload; otherwise its outcome is unknown.
    ///
    /// A documented error body next to a record, such as `errors`, contradicts the status, too. Then the
    /// outcome of a write is unknown, as after a flag in another form than that of the description.
    Unsuccessful,
    /// The response is about another record: it does not repeat the id or unique key of the
    /// request. A kept connection may have returned the response of an earlier request.
    WrongRecord,
    /// The body is not JSON, and its `Content-Type` says so: an HTML page with status 200.
    WrongContentType,
    /// The response cannot be decoded, or does not prove that a write took effect: it lacks an id, has one
    /// twice, or its undocumented body is neither empty nor the API's envelope. A blank text, zero, `null`,
    /// `N/A`, `0` and the nil UUID are no ids.
    Decode,
    /// A list was not read to its end: its totals contradict its pages, or it has more pages than the
    /// maximum. The records up to here were returned.
    Incomplete,
    /// A value of the response has an unexpected type. In strict mode, this is any value; otherwise, it
    /// is a value that must be exact, such as an amount. [`Items`](crate::Items) returns this kind after
    /// the last record if elements of the list are not records.
    Mismatch,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Config => "invalid client configuration",
            Self::InvalidRequest => "invalid request (not sent)",
            Self::NoRuntime => "called outside of a Tokio runtime",
            Self::Credentials => "cannot get credentials (not sent)",
            Self::Duplicate => "the unique key is in use",
            Self::KeyReused => "the key belongs to another request, and this call sent nothing",
            Self::InFlight => "an earlier request with the same key may be on its way, and this call sent nothing",
            Self::Unresolved => "the outcome of an earlier call with the same key is unknown, and this call sent nothing",
            Self::Restored => "nothing is sent until the restored journal is reconciled",
            Self::Journal => "the journal failed",
            Self::Connect => "connection failed",
            Self::Tls => "untrusted server (TLS)",
            Self::Timeout => "timeout",
            Self::Canceled => "canceled",
            Self::Interrupted => "connection interrupted",
            Self::TooLarge => "response too large",
            Self::Redirect => "unexpected redirect",
            Self::BadRequest => "the server rejected the request",
            Self::Unauthorized => "missing or invalid credentials",
            Self::Forbidden => "insufficient permissions",
            Self::NotFound => "not found",
            Self::RateLimited => "rate limited",
            Self::Other => "unexpected response",
            Self::Server => "server error",
            Self::Unsuccessful => "request unsuccessful",
            Self::WrongRecord => "response for another record",
            Self::WrongContentType => "response is not JSON",
            Self::Decode => "cannot decode the response",
            Self::Incomplete => "incomplete list",
            Self::Mismatch => "unexpected value in the response",
        })
    }
}
