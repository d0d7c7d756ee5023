//! The transport that everybody uses: reqwest, with nothing switched on that a client did not ask for.

use std::error::Error as StdError;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use api_wire::Secret;
use bytes::{Bytes, BytesMut};
use url::Url;

use crate::ErrorKind;
use crate::cause::Cause;
use crate::environment::is_loopback;
use crate::outcome::Seen;
use crate::refusal::{Part, Refusal};
use crate::transport::{Arrival, Failure, Pending, Transport};

/// Connections, kept and shared by all clones of a client.
pub(crate) struct HttpTransport(reqwest::Client);

/// What the connections are made with.
pub(crate) struct Connecting<'a> {
    pub(crate) timeout: Duration,
    pub(crate) proxy: Option<&'a Secret>,
    /// Whether it is plain http, which goes to loopback addresses only.
    pub(crate) is_plain: bool,
}

impl HttpTransport {
    pub(crate) fn new(connecting: &Connecting<'_>) -> Result<Self, Refusal> {
        if !connecting.is_plain && !cfg!(any(feature = "rustls", feature = "native-tls")) {
            return Err(refuse(
                "https needs one of the features `rustls` and `native-tls`",
            ));
        }
        let builder = reqwest::Client::builder()
            .connect_timeout(connecting.timeout)
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            // Repeating is decided where it is known what a second arrival does.
            .retry(reqwest::retry::never())
            // Proxies of the process's environment are not taken without a word.
            .no_proxy();
        let builder = match connecting.proxy {
            None => builder,
            Some(address) => builder.proxy(proxy(address, connecting.is_plain)?),
        };
        let builder = if connecting.is_plain {
            // Whatever a name server says of it, this name stays on this machine.
            builder.resolve_to_addrs("localhost", &LOOPBACK)
        } else {
            builder
        };
        #[cfg(any(feature = "rustls", feature = "native-tls"))]
        let builder = if connecting.is_plain && connecting.proxy.is_none() {
            // No certificates are loaded then, which takes time and needs a store of them.
            builder.tls_certs_only([])
        } else {
            builder
        };
        match builder.build() {
            Ok(client) => Ok(Self(client)),
            Err(error) => Err(refuse(&format!(
                "TLS cannot be set up: {}",
                causes(&error.without_url())
            ))),
        }
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
    fn send(&self, request: http::Request<Bytes>, cap: u64) -> Pending<Result<Arrival, Failure>> {
        let client = self.0.clone();
        Box::pin(async move {
            let request = reqwest::Request::try_from(request).map_err(failed_to_send)?;
            let mut response = client.execute(request).await.map_err(failed_to_send)?;
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
        return Err(too_large(cap));
    }
    // Most bodies come in one piece, which is then not copied.
    let mut first = Bytes::new();
    let mut all = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(failed_to_read)? {
        if (first.len() + all.len() + chunk.len()) as u64 > cap {
            return Err(too_large(cap));
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

fn too_large(cap: u64) -> Failure {
    Failure {
        kind: ErrorKind::TooLarge,
        seen: Seen::Unreadable,
        detail: format!("the limit is {cap} bytes"),
        source: None,
    }
}

fn failed_to_send(error: reqwest::Error) -> Failure {
    let error = error.without_url();
    let (kind, seen) = if error.is_builder() {
        (ErrorKind::Unsendable, Seen::Unsent)
    } else {
        match (error.is_connect(), error.is_timeout()) {
            (true, true) => (ErrorKind::Timeout, Seen::Unsent),
            (true, false) if is_distrust(&error) => (ErrorKind::Tls, Seen::Unsent),
            (true, false) => (ErrorKind::Connect, Seen::Unsent),
            (false, true) => (ErrorKind::Timeout, Seen::NoReply),
            (false, false) => (ErrorKind::Interrupted, Seen::NoReply),
        }
    };
    Failure {
        kind,
        seen,
        detail: detail(&error),
        source: Some(Box::new(Cause::of(&error))),
    }
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
    Failure {
        kind,
        seen: Seen::Unreadable,
        detail: detail(&error),
        source: Some(Box::new(Cause::of(&error))),
    }
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
