//! The transport that everybody uses: reqwest, with nothing switched on that a client did not ask for.

use std::error::Error as StdError;
use std::future::ready;
use std::io;
use std::sync::OnceLock;

use bytes::{Bytes, BytesMut};

use crate::error::invalid_field::InvalidField;
use crate::error::source::Cause;
use crate::response::classify::over;
use crate::transport::connect_timeout::within;
use crate::transport::pool::{Connecting, Connections};
use crate::transport::{BoxFuture, Transport, TransportError};
use crate::{Attempt, ErrorKind, RawResponse};

/// Sends by connections that are made when they are needed.
pub(crate) struct HttpTransport {
    connections: Connections,
    hurried: Option<Hurried>,
}

/// Connections for calls that do not wait for one as long as others do.
struct Hurried {
    connecting: Connecting,
    /// Set up when the first such call comes.
    connections: OnceLock<Connections>,
}

impl HttpTransport {
    pub(crate) fn new(connecting: Connecting) -> Result<Self, InvalidField> {
        Ok(Self {
            connections: connecting.connections()?,
            hurried: Some(Hurried {
                connecting,
                connections: OnceLock::new(),
            }),
        })
    }

    /// Sends everything by a client that is brought along. It has its own limit for connections.
    pub(crate) fn of(client: reqwest::Client) -> Self {
        Self {
            connections: Connections::of(client),
            hurried: None,
        }
    }

    fn connections(&self, attempt: &Attempt<'_>) -> Result<&Connections, InvalidField> {
        match &self.hurried {
            Some(hurried) if attempt.connect_timeout < hurried.connecting.timeout => hurried.get(),
            _ => Ok(&self.connections),
        }
    }
}

impl Hurried {
    fn get(&self) -> Result<&Connections, InvalidField> {
        if let Some(connections) = self.connections.get() {
            return Ok(connections);
        }
        let made = self.connecting.limited_connections()?;
        Ok(self.connections.get_or_init(|| made))
    }
}

impl Transport for HttpTransport {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let client = match self.connections(attempt) {
            Ok(connections) => connections.client(attempt.retry).clone(),
            Err(invalid_field) => {
                let failure =
                    TransportError::new(ErrorKind::Config, false, invalid_field.to_string());
                return Box::pin(ready(Err(failure)));
            }
        };
        let connect_timeout = attempt.connect_timeout;
        let cap = attempt.max_response_size;
        Box::pin(async move {
            let request = reqwest::Request::try_from(request).map_err(failed_to_send)?;
            let asked = request.url().clone();
            let mut response = within(connect_timeout, client.execute(request))
                .await
                .map_err(failed_to_send)?;
            if *response.url() != asked {
                return Err(TransportError::redirected());
            }
            let status = response.status();
            let headers = std::mem::take(response.headers_mut());
            match read(response, cap).await {
                Ok(body) => Ok(RawResponse::new(status, headers, body)),
                Err(error) => Err(error.with_head(status, headers)),
            }
        })
    }
}

async fn read(mut response: reqwest::Response, cap: u64) -> Result<Bytes, TransportError> {
    if response.content_length().is_some_and(|length| length > cap) {
        return Err(over(cap));
    }
    // Most bodies come in one piece, which is then not copied.
    let mut first = Bytes::new();
    let mut all = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(failed_to_read)? {
        if (first.len() + all.len() + chunk.len()) as u64 > cap {
            return Err(over(cap));
        }
        if first.is_empty() && all.is_empty() {
            first = chunk;
        } else {
            all.extend_from_slice(&std::mem::take(&mut first));
            all.extend_from_slice(&chunk);
        }
    }
    Ok(if all.is_empty() { first } else { all.freeze() })
}

fn failed_to_send(error: reqwest::Error) -> TransportError {
    let error = error.without_url();
    let (kind, sent) = if error.is_builder() {
        (ErrorKind::InvalidRequest, false)
    } else if error.is_redirect() {
        // The policy of a client that was brought along has refused to go on.
        (ErrorKind::Redirect, true)
    } else {
        match (error.is_connect(), error.is_timeout()) {
            (true, true) => (ErrorKind::Timeout, false),
            (true, false) if is_distrust(&error) => (ErrorKind::Tls, false),
            (true, false) => (ErrorKind::Connect, false),
            (false, true) => (ErrorKind::Timeout, true),
            (false, false) => (ErrorKind::Interrupted, !is_handed_back(&error)),
        }
    };
    told(kind, sent, &error)
}

fn told(kind: ErrorKind, sent: bool, error: &reqwest::Error) -> TransportError {
    TransportError {
        source: Some(Cause::of(error)),
        ..TransportError::new(kind, sent, detail(error))
    }
}

/// Whether the connection gave the request back before it began to write it.
///
/// hyper gives a request back by value in this case only, and hyper-util calls the error "Canceled" in that case only
/// (`TrySendError::Retryable`). Neither type can be named by users of reqwest, so this text is looked at. Should it change
/// one day, then such a request counts as one that may have arrived.
fn is_handed_back(error: &reqwest::Error) -> bool {
    chain(error).any(|cause| cause.to_string() == "client error (Canceled)") || is_not_begun(error)
}

/// Whether an HTTP/2 server said that it did not begin with the request: by refusing its stream, or by going away in
/// peace, which ends only the streams that it did not look at.
#[cfg(feature = "http2")]
fn is_not_begun(error: &reqwest::Error) -> bool {
    chain(error)
        .filter_map(|cause| cause.downcast_ref::<h2::Error>())
        .any(|error| {
            let reason = error.reason();
            error.is_remote()
                && (error.is_go_away() && reason == Some(h2::Reason::NO_ERROR)
                    || error.is_reset() && reason == Some(h2::Reason::REFUSED_STREAM))
        })
}

#[cfg(not(feature = "http2"))]
fn is_not_begun(_: &reqwest::Error) -> bool {
    false
}

fn failed_to_read(error: reqwest::Error) -> TransportError {
    let error = error.without_url();
    // hyper's errors are the connection's; what else fails is decompression. The type cannot be named here
    // without one more dependency, and only the kind depends on it, never the outcome.
    let of_connection = chain(&error).any(|cause| format!("{cause:?}").starts_with("hyper::Error"));
    let kind = if error.is_timeout() {
        ErrorKind::Timeout
    } else if of_connection {
        ErrorKind::Interrupted
    } else {
        ErrorKind::Decode
    };
    told(kind, true, &error)
}

/// The cause in a few words of our own or the standard library's, which name no host.
fn detail(error: &reqwest::Error) -> String {
    if error.is_dns() {
        return "the host's name is not known".to_owned();
    }
    let causes = chain(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
    // The kind that a wrapping error has is "other": the innermost one is meant.
    let kind = causes
        .map(io::Error::kind)
        .filter(|kind| *kind != io::ErrorKind::Other)
        .last();
    kind.map(|kind| kind.to_string()).unwrap_or_default()
}

/// Whether TLS did not accept what is at the other end. rustls reports that as invalid data.
fn is_distrust(error: &reqwest::Error) -> bool {
    chain(error)
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::InvalidData)
        || is_native_distrust(error)
}

/// The platform's own library has one type of error for all that ends a handshake, a lost connection too. Then there is an
/// I/O error behind it, and if the connection was closed, a text: OpenSSL and Windows begin it alike.
#[cfg(feature = "native-tls")]
fn is_native_distrust(error: &reqwest::Error) -> bool {
    let is_lost = |cause: &(dyn StdError + 'static)| {
        chain(cause).any(|behind| behind.is::<io::Error>())
            || cause.to_string().starts_with("unexpected EOF")
    };
    chain(error).any(|cause| cause.is::<native_tls::Error>() && !is_lost(cause))
}

#[cfg(not(feature = "native-tls"))]
fn is_native_distrust(_: &reqwest::Error) -> bool {
    false
}

pub(crate) fn chain<'e>(
    error: &'e (dyn StdError + 'static),
) -> impl Iterator<Item = &'e (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |cause| {
        match (*cause).downcast_ref::<io::Error>() {
            // An I/O error's own `source` leaves out the error that it is made of.
            Some(io) => io.get_ref().map(|inner| inner as &(dyn StdError + 'static)),
            None => (*cause).source(),
        }
    })
}
