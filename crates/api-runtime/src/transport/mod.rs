//! The seam below which bytes travel. Above it everything is written once, below it one attempt is made.

pub(crate) mod classify;
pub(crate) mod http_transport;
pub(crate) mod pool;

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use crate::error::redact::Redactor;
use crate::error::source::Cause;
use crate::{Attempt, ErrorKind, RawResponse};

/// A future in a box, so that what waits is compiled here and not again in every service.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Sends a request once. A service can bring its own: to go another way than by reqwest, or to test without a server.
///
/// Credentials are in the request already; limits of time, further attempts and the meaning of responses are above. So a
/// transport repeats nothing, follows no redirect and sets no limit of time: when time is up, its future is dropped, and
/// then it sends nothing more. One limit is its own to keep, since nobody else sees what it is about: that of a body,
/// [`max_response_size`](Attempt::max_response_size).
///
/// A transport that a test answers from:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::http::{self, HeaderMap, StatusCode};
/// use api_runtime::{RawResponse, Attempt, Bytes, TransportError, BoxFuture, Transport};
/// use shop_client::{Client, GetOrder};
///
/// /// Has no connection at the first attempt, and an answer at the second.
/// struct Canned;
///
/// impl Transport for Canned {
///     fn send(&self, request: http::Request<Bytes>, attempt: &Attempt<'_>) -> BoxFuture<Result<RawResponse, TransportError>> {
///         assert_eq!(request.uri().path(), "/api/orders/7");
///         let number = attempt.number;
///         Box::pin(async move {
///             match number {
///                 1 => Err(TransportError::not_connected("the cable is out")),
///                 _ => Ok(RawResponse::new(StatusCode::OK, HeaderMap::new(), r#"{"id": 7}"#)),
///             }
///         })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let config = shop_client::config();
/// let client = Client::builder(config).transport(Canned).build()?;
/// assert_eq!(client.send(GetOrder::new(7)).await?.id, Some(7));
/// # Ok(())
/// # }
/// ```
pub trait Transport: Send + Sync + 'static {
    /// Sends the request, and reads the whole response.
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>>;
}

/// An attempt that came to nothing: how far it came decides whether it is made again.
///
/// The text that each has is shown in errors, in a few escaped words: it must not have an address in it.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::io;
///
/// use api_runtime::TransportError;
/// # use api_runtime::http::{self, StatusCode};
/// # use api_runtime::{RawResponse, Attempt, Bytes, ErrorKind, Outcome, BoxFuture, Transport};
/// # use shop_client::{Client, CreateOrder};
///
/// /// What came of an attempt over a socket.
/// fn failure(error: io::Error) -> TransportError {
///     let failure = match error.kind() {
///         io::ErrorKind::ConnectionRefused => TransportError::not_connected("nobody listens"),
///         io::ErrorKind::TimedOut => TransportError::timed_out("the socket's own limit passed"),
///         _ => TransportError::interrupted("the socket failed"), // some of the request may be out
///     };
///     failure.with_source(error)
/// }
/// # struct Socket;
/// # impl Transport for Socket {
/// #     fn send(&self, _: http::Request<Bytes>, _: &Attempt<'_>) -> BoxFuture<Result<RawResponse, TransportError>> {
/// #         Box::pin(async { Err(failure(io::ErrorKind::ConnectionReset.into())) })
/// #     }
/// # }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = Client::builder(shop_client::config()).transport(Socket).build()?;
/// // A write that meets `ConnectionReset` is not sent again:
/// let error = client.send(CreateOrder::new("WEB-1")).await.unwrap_err();
/// assert_eq!((error.kind(), error.outcome()), (ErrorKind::Interrupted, Outcome::Unknown));
/// assert_eq!(error.attempts(), 1);
/// # Ok(())
/// # }
/// ```
pub struct TransportError {
    pub(crate) kind: ErrorKind,
    /// Whether any of the request may have left this process.
    pub(crate) sent: bool,
    pub(crate) detail: String,
    pub(crate) source: Option<Cause>,
    /// The status and headers, if only the body could not be read.
    pub(crate) head: Option<Box<(StatusCode, HeaderMap)>>,
}

impl TransportError {
    pub(crate) fn new(kind: ErrorKind, sent: bool, detail: impl Into<String>) -> Self {
        Self {
            kind,
            sent,
            detail: detail.into(),
            source: None,
            head: None,
        }
    }

    /// No connection came about: the name is not known, or nobody listens. Nothing was sent. It is tried again.
    pub fn not_connected(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Connect, false, detail)
    }

    /// The other side is not trusted: a certificate, a name or a version is wrong. Nothing was sent, and nothing will be.
    pub fn not_trusted(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Tls, false, detail)
    }

    /// There was a connection, and it is certain that nothing of the request went out on it. It is tried again.
    pub fn not_sent(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Interrupted, false, detail)
    }

    /// The request can never be sent like this. Nothing was sent, and nothing will be.
    pub fn not_sendable(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidRequest, false, detail)
    }

    /// The connection broke when the request may have been sent, or what came was no HTTP.
    pub fn interrupted(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Interrupted, true, detail)
    }

    /// A limit of time of the transport's own passed when the request may have been sent.
    pub fn timed_out(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Timeout, true, detail)
    }

    /// The body is larger than the attempt's [`max_response_size`](Attempt::max_response_size).
    pub fn too_large(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::TooLarge, true, detail)
    }

    /// The body came whole, and cannot be unpacked.
    pub fn not_unpacked(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Decode, true, detail)
    }

    pub(crate) fn over_limit(max_size: u64) -> Self {
        Self::too_large(format!("the limit is {max_size} bytes"))
    }

    /// A redirect was followed: who did what is not known.
    pub(crate) fn redirected() -> Self {
        Self::new(
            ErrorKind::Redirect,
            true,
            "the client that was brought along followed it",
        )
    }

    /// Adds the status and headers of a response whose body could not be read. They are interpreted even then.
    pub fn with_head(mut self, status: StatusCode, headers: HeaderMap) -> Self {
        self.head = Some(Box::new((status, headers)));
        self
    }

    /// What lies behind it. It is kept by what it says, with all its causes; its `Debug` is not used.
    pub fn with_source(mut self, source: impl Error + 'static) -> Self {
        self.source = Some(Cause::new(&source));
        self
    }
}

impl fmt::Debug for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = self.source.as_ref();
        f.debug_struct("TransportError")
            .field("kind", &self.kind)
            .field("sent", &self.sent)
            .field("detail", &self.detail)
            .field(
                "source",
                &source.map(|cause| cause.redacted(&Redactor::default())),
            )
            .finish()
    }
}
