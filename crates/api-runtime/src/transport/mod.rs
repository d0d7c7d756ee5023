//! The transport layer: one HTTP exchange. Retries, credentials and decoding are above it.

mod body_budget;
pub(crate) mod classify;
pub(crate) mod connections;
pub(crate) mod connector;
pub(crate) mod framing;
mod growth;
#[cfg(feature = "gzip")]
pub(crate) mod gzip;
pub(crate) mod request_body;
pub(crate) mod reqwest_transport;
pub(crate) mod response_body;
pub(crate) mod tls;

pub use bytes::Bytes;
pub use reqwest;

use std::error::Error;
use std::fmt;

use http::{HeaderMap, StatusCode};

use crate::body::raw_response::RawResponse;
use crate::error::kind::ErrorKind;
use crate::future::BoxFuture;
use crate::observe::attempt::Attempt;
use crate::redact::cause::Cause;
use crate::redact::redactor::Redactor;

/// Sends a request once.
///
/// Implement it to use another HTTP client than reqwest, or to test without a server.
///
/// The request has its credentials. Timeouts, retries and the classification of responses are above
/// the transport, so it must not retry, follow redirects or set timeouts: when a timeout expires,
/// its future is dropped, and must stop sending. Only the transport can limit the size of a body,
/// to [`max_response_size`](Attempt::max_response_size), and record the head of a response before
/// its body is complete, in the attempt's [`progress`](Attempt::progress).
///
/// A transport with canned responses, for a test:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::http::{self, HeaderMap, StatusCode};
/// use api_runtime::{BoxFuture, RawResponse};
/// use api_runtime::observe::Attempt;
/// use api_runtime::transport::{Bytes, Transport, TransportError};
/// use shop_client::{Client, GetOrder};
///
/// /// Fails to connect at the first attempt, and returns an order at the second.
/// struct Canned;
///
/// impl Transport for Canned {
///     fn send(
///         &self,
///         request: http::Request<Bytes>,
///         attempt: &Attempt<'_>,
///     ) -> BoxFuture<Result<RawResponse, TransportError>> {
///         assert_eq!(request.uri().path(), "/api/orders/7");
///         let number = attempt.number;
///         Box::pin(async move {
///             match number {
///                 1 => Err(TransportError::not_connected("connection refused")),
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
#[doc(alias = "mock")]
#[doc(alias = "connector")]
#[doc(alias = "http client")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a transport",
    label = "expected a `Transport`",
    note = "settings of reqwest are set by `ClientBuilder::http`"
)]
pub trait Transport: Send + Sync + 'static {
    /// Sends the request, and reads the whole response.
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>>;

    /// Discards the pooled connections, so that later requests use new ones.
    ///
    /// The client calls this after a response that belongs to another request, because later responses on
    /// this connection may belong to other requests, too. Do not cancel requests in flight, and do not
    /// block. The default does nothing, for a transport without a pool.
    ///
    /// The default transport replaces its pool at the next request.
    fn discard_connections(&self) {}
}

/// The error of an attempt without a complete response.
///
/// Its constructor says whether the request may have been sent; retries depend on this. Errors show the
/// detail, escaped and truncated. The detail must not contain a URL.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::io;
///
/// use api_runtime::transport::TransportError;
/// # use api_runtime::http::{self, StatusCode};
/// # use api_runtime::{BoxFuture, ErrorKind, Outcome, RawResponse};
/// # use api_runtime::observe::Attempt;
/// # use api_runtime::transport::{Bytes, Transport};
/// # use shop_client::{Client, CreateOrder};
///
/// /// Classifies the error of a socket.
/// fn transport_error(error: io::Error) -> TransportError {
///     let transport_error = match error.kind() {
///         io::ErrorKind::ConnectionRefused => TransportError::not_connected("connection refused"),
///         io::ErrorKind::TimedOut => TransportError::timed_out("socket timed out"),
///         _ => TransportError::interrupted("socket error"), // part of the request may be sent
///     };
///     transport_error.with_source(error)
/// }
/// # struct Socket;
/// # impl Transport for Socket {
/// #     fn send(
/// #         &self,
/// #         _: http::Request<Bytes>,
/// #         _: &Attempt<'_>,
/// #     ) -> BoxFuture<Result<RawResponse, TransportError>> {
/// #         Box::pin(async { Err(transport_error(io::ErrorKind::ConnectionReset.into())) })
/// #     }
/// # }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = Client::builder(shop_client::config()).transport(Socket).build()?;
/// // A write that fails with `ConnectionReset` is not retried:
/// let error = client.send(CreateOrder::new("WEB-1")).await.unwrap_err();
/// assert_eq!((error.kind(), error.outcome()), (ErrorKind::Interrupted, Outcome::Unknown));
/// assert_eq!(error.attempts(), 1);
/// # Ok(())
/// # }
/// ```
#[doc(alias = "connector error")]
#[derive(Clone)]
pub struct TransportError {
    pub(crate) kind: ErrorKind,
    /// Whether part of the request may have been sent.
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

    /// The connection could not be established, for instance because the host name is unknown.
    /// Nothing was sent. The request is retried.
    pub fn not_connected(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Connect, false, detail)
    }

    /// TLS rejected the server: its certificate, its name or its protocol version. Nothing was
    /// sent. The request is not retried.
    pub fn untrusted(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Tls, false, detail)
    }

    /// The connection was established, and provably nothing of the request was sent on it. The
    /// request is retried.
    pub fn not_sent(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Interrupted, false, detail)
    }

    /// The connection was lost when the request may have been sent, or the response was not HTTP.
    pub fn interrupted(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Interrupted, true, detail)
    }

    /// A timeout of the transport expired when the request may have been sent.
    pub fn timed_out(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Timeout, true, detail)
    }

    /// The body is larger than the attempt's [`max_response_size`](Attempt::max_response_size).
    pub fn too_large(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::TooLarge, true, detail)
    }

    /// The body was received completely, but cannot be decompressed.
    pub fn decompression_failed(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Decode, true, detail)
    }

    pub(crate) fn over_limit(max_size: u64) -> Self {
        Self::too_large(format!("more than {max_size} bytes"))
    }

    /// The kind of the error that the call has, unless an error status takes precedence.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Whether provably nothing of the request was sent.
    pub fn is_unsent(&self) -> bool {
        !self.sent
    }

    /// The status of the response, if only its body could not be read.
    pub fn status(&self) -> Option<StatusCode> {
        self.head.as_ref().map(|head| head.0)
    }

    /// Adds the status and headers of a response whose body could not be read. An error status
    /// takes precedence over the transport error.
    pub fn with_head(mut self, status: StatusCode, headers: HeaderMap) -> Self {
        self.head = Some(Box::new((status, headers)));
        self
    }

    /// Adds the cause. Its `Display` and that of its sources are kept as text; its `Debug` is not
    /// used.
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
