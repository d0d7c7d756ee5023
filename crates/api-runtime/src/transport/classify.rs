//! Classifies reqwest's errors: what kind of failure it is, and whether the request may have been
//! sent.

use std::io;

use crate::error::kind::ErrorKind;
use crate::redact::cause::{Cause, chain};
use crate::transport::TransportError;

/// An error before the head of the response was read.
pub(crate) fn send_error(error: reqwest::Error) -> TransportError {
    let server = error.url().filter(|_| error.is_connect()).and_then(server);
    let error = error.without_url();
    let (kind, sent) = if error.is_builder() {
        (ErrorKind::InvalidRequest, false)
    } else {
        match (error.is_connect(), error.is_timeout()) {
            (true, true) => (ErrorKind::Timeout, false),
            (true, false) if is_untrusted(&error) => (ErrorKind::Tls, false),
            (true, false) => (ErrorKind::Connect, false),
            (false, true) => (ErrorKind::Timeout, true),
            (false, false) => (ErrorKind::Interrupted, !is_unsent(&error)),
        }
    };
    let mut error = transport_error(kind, sent, &error);
    if let Some(server) = server {
        let separator = if error.detail.is_empty() { "" } else { ", " };
        error.detail += &format!("{separator}{server}");
    }
    error
}

/// The host and port that cannot be connected to.
fn server(url: &reqwest::Url) -> Option<String> {
    let port = url.port_or_known_default()?;
    Some(format!("{}:{port}", url.host_str()?))
}

/// An error while the body of the response was read.
pub(crate) fn read_error(error: reqwest::Error) -> TransportError {
    let error = error.without_url();
    // hyper's errors are those of the connection; anything else that fails is decompression, by a feature
    // of reqwest that the application enables.
    let is_connection = chain(&error).any(|cause| cause.is::<hyper::Error>());
    let kind = if error.is_timeout() {
        ErrorKind::Timeout
    } else if is_connection {
        ErrorKind::Interrupted
    } else {
        ErrorKind::Decode
    };
    transport_error(kind, true, &error)
}

fn transport_error(kind: ErrorKind, sent: bool, error: &reqwest::Error) -> TransportError {
    TransportError {
        source: Some(Cause::new(error)),
        ..TransportError::new(kind, sent, detail(error))
    }
}

/// Whether the connection returned the request before it was written.
///
/// hyper returns a request only then, and hyper-util calls the error "Canceled" only then
/// (`TrySendError::Retryable`). hyper-util's kind is private, so the text is compared. Should it
/// change, such a request counts as one that may have been sent.
fn is_unsent(error: &reqwest::Error) -> bool {
    chain(error).any(|cause| cause.to_string() == "client error (Canceled)")
        || is_refused_by_http2(error)
}

/// Whether an HTTP/2 server did not process the request: it refused the stream, or it is going away
/// without an error, which ends only the streams that it did not process.
#[cfg(feature = "http2")]
fn is_refused_by_http2(error: &reqwest::Error) -> bool {
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
fn is_refused_by_http2(_: &reqwest::Error) -> bool {
    false
}

/// The cause in a few words of our own or of the standard library.
fn detail(error: &reqwest::Error) -> String {
    if error.is_dns() {
        return "unknown host name".to_owned();
    }
    let causes = chain(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
    // A wrapping error has the kind "other": the innermost one says what failed.
    let kind = causes
        .map(io::Error::kind)
        .filter(|kind| *kind != io::ErrorKind::Other)
        .last();
    kind.map(|kind| kind.to_string()).unwrap_or_default()
}

/// Whether TLS rejected the server, because of its certificate, its name or its version. rustls
/// reports that as invalid data.
fn is_untrusted(error: &reqwest::Error) -> bool {
    let is_rejected = chain(error)
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::InvalidData);
    is_rejected && !has_transient_alert(error)
}

/// Whether the server ended the handshake by an alert that reports a failure of the moment, which says
/// nothing about trust.
#[cfg(feature = "rustls-no-provider")]
fn has_transient_alert(error: &reqwest::Error) -> bool {
    use rustls::AlertDescription::{BadRecordMac, CloseNotify, InternalError, UserCanceled};
    use rustls::Error::AlertReceived;

    chain(error).any(|cause| {
        matches!(
            cause.downcast_ref(),
            Some(AlertReceived(
                CloseNotify | BadRecordMac | InternalError | UserCanceled
            ))
        )
    })
}

#[cfg(not(feature = "rustls-no-provider"))]
fn has_transient_alert(_: &reqwest::Error) -> bool {
    false
}
