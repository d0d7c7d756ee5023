//! The transport that everybody uses: reqwest, with nothing switched on that a client did not ask for.

use std::error::Error as StdError;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use api_wire::Secret;
use bytes::{Bytes, BytesMut};
use url::Url;

use crate::cause::Cause;
use crate::conclude::over;
use crate::environment::is_loopback;
use crate::refusal::{Part, Refusal};
use crate::transport::{Arrival, Failure, Pending, Transport};
use crate::{Attempt, ErrorKind, Repeat};

/// Connections, kept and shared by all clones of a client.
pub(crate) struct HttpTransport {
    usual: reqwest::Client,
    /// Connections for what may not arrive twice.
    ///
    /// A server that closes an idle connection may do so just when a request comes. Then nobody knows whether it was read,
    /// and such a request cannot be sent again. So it gets a connection that was used a moment ago, or a new one. The pool
    /// looks at the age when a connection is taken from it (hyper-util's `IdlePopper`), and not from time to time only.
    fresh: reqwest::Client,
}

/// How long a connection may have been idle before it carries what may not arrive twice. Servers, and what stands before
/// them, close idle connections after five seconds or more.
const FRESH: Duration = Duration::from_secs(3);

/// What the connections are made with.
pub(crate) struct Connecting<'a> {
    pub(crate) timeout: Duration,
    pub(crate) proxy: Option<&'a Secret>,
    /// Whether it is plain http, which goes to loopback addresses only.
    pub(crate) is_plain: bool,
}

impl HttpTransport {
    pub(crate) fn new(connecting: &Connecting<'_>) -> Result<Self, Refusal> {
        Ok(Self {
            usual: connecting.build(|builder| builder)?,
            fresh: connecting.build(|builder| builder.pool_idle_timeout(FRESH))?,
        })
    }

    /// Sends everything by a client that is brought along: what it is set to do is not known.
    pub(crate) fn of(client: reqwest::Client) -> Self {
        Self {
            usual: client.clone(),
            fresh: client,
        }
    }
}

impl Connecting<'_> {
    fn build(
        &self,
        set: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder,
    ) -> Result<reqwest::Client, Refusal> {
        if !self.is_plain && !cfg!(any(feature = "rustls", feature = "native-tls")) {
            return Err(refuse(
                "https needs one of the features `rustls` and `native-tls`",
            ));
        }
        let builder = reqwest::Client::builder()
            .connect_timeout(self.timeout)
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            // Repeating is decided where it is known what a second arrival does.
            .retry(reqwest::retry::never())
            // Proxies of the process's environment are not taken without a word.
            .no_proxy();
        let builder = match self.proxy {
            None => builder,
            Some(address) => builder.proxy(proxy(address, self.is_plain)?),
        };
        let builder = if self.is_plain {
            // Whatever a name server says of it, this name stays on this machine.
            builder.resolve_to_addrs("localhost", &LOOPBACK)
        } else {
            builder
        };
        #[cfg(any(feature = "rustls", feature = "native-tls"))]
        let builder = if self.is_plain && self.proxy.is_none() {
            // No certificates are loaded then, which takes time and needs a store of them.
            builder.tls_certs_only([])
        } else {
            builder
        };
        set(builder).build().map_err(|error| {
            refuse(&format!(
                "TLS cannot be set up: {}",
                causes(&error.without_url())
            ))
        })
    }
}

/// Where the name `localhost` leads. The port is that of the address.
const LOOPBACK: [SocketAddr; 2] = [
    SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
    SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), 0),
];

fn refuse(reason: &str) -> Refusal {
    Refusal::new(Part::Settings, "", reason)
}

/// The proxy of this address. No error shows the address, since it may have a password in it.
fn proxy(address: &Secret, is_plain: bool) -> Result<reqwest::Proxy, Refusal> {
    let url =
        Url::parse(address.expose()).map_err(|_| refuse("the proxy's address is not valid"))?;
    if is_plain && !is_loopback(&url) {
        return Err(refuse(
            "plain http does not go by way of a proxy that is not on a loopback address",
        ));
    }
    reqwest::Proxy::all(url).map_err(|_| refuse("the proxy's address is not valid"))
}

impl Transport for HttpTransport {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> Pending<Result<Arrival, Failure>> {
        let client = match attempt.repeat {
            Repeat::Safe | Repeat::Idempotent => self.usual.clone(),
            Repeat::Never | Repeat::Guarded(_) => self.fresh.clone(),
        };
        let cap = attempt.response_cap;
        Box::pin(async move {
            let request = reqwest::Request::try_from(request).map_err(failed_to_send)?;
            let asked = request.url().clone();
            let mut response = client.execute(request).await.map_err(failed_to_send)?;
            if *response.url() != asked {
                return Err(Failure::redirected());
            }
            Ok(Arrival {
                status: response.status(),
                headers: std::mem::take(response.headers_mut()),
                body: read(response, cap).await,
            })
        })
    }
}

async fn read(mut response: reqwest::Response, cap: u64) -> Result<Bytes, Failure> {
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

fn failed_to_send(error: reqwest::Error) -> Failure {
    let error = error.without_url();
    let (kind, sent) = if error.is_builder() {
        (ErrorKind::Unsendable, false)
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

fn told(kind: ErrorKind, sent: bool, error: &reqwest::Error) -> Failure {
    Failure {
        source: Some(Cause::of(error)),
        ..Failure::new(kind, sent, detail(error))
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

fn failed_to_read(error: reqwest::Error) -> Failure {
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

/// TLS libraries report what they do not accept as invalid data.
fn is_distrust(error: &reqwest::Error) -> bool {
    chain(error)
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::InvalidData)
}

fn chain<'e>(
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

fn causes(error: &(dyn StdError + 'static)) -> String {
    chain(error)
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}
