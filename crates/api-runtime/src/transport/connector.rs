//! How connections are established.

use std::error::Error as StdError;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use api_wire::Secret;
use url::Url;

use crate::base_url::is_loopback;
use crate::error::invalid_field::InvalidField;
use crate::redact::cause::chain;
use crate::transport::tls::Tls;

/// Settings of the application.
pub(crate) type HttpSettings =
    Arc<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

/// How connections are established.
pub(crate) struct ConnectionConfig {
    /// Divided among the addresses of a name.
    pub(crate) connect_timeout: Duration,
    pub(crate) proxy: Option<Secret>,
    /// The hosts that are reached without the proxy.
    pub(crate) no_proxy: Option<reqwest::NoProxy>,
    /// PEM texts of root certificates besides those of the platform.
    pub(crate) roots: Vec<Vec<u8>>,
    /// Plain http, to a loopback address or the host that the base URL allows.
    pub(crate) is_plain: bool,
    pub(crate) http: Option<HttpSettings>,
}

impl ConnectionConfig {
    pub(crate) fn new(is_plain: bool) -> Self {
        Self {
            connect_timeout: DEFAULT_CONNECT_TIMEOUT,
            proxy: None,
            no_proxy: None,
            roots: Vec::new(),
            is_plain,
            http: None,
        }
    }
}

/// The connect timeout: a little more than three seconds, when a lost SYN packet is retransmitted
/// for the second time.
const DEFAULT_CONNECT_TIMEOUT: Duration = Duration::from_millis(3_100);

/// How long a connection may be silent before the client checks that the server still responds:
/// by a PING of HTTP/2, also while it is idle in the pool, and by a keep-alive probe of TCP.
///
/// With [`KEEP_ALIVE_TIMEOUT`], a dead connection of HTTP/2 fails in 20 s, before the default
/// attempt timeout of 30 s. Then the pool has removed it, and a retry uses another.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// How long the client waits for the response to a PING.
#[cfg(feature = "http2")]
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(5);

/// Creates clients.
pub(crate) struct Connector {
    config: ConnectionConfig,
    tls: Tls,
}

impl Connector {
    pub(crate) fn new(config: ConnectionConfig) -> Result<Self, InvalidField> {
        let is_used = !config.is_plain || config.proxy.is_some() || !config.roots.is_empty();
        let tls = match is_used {
            false => Tls::unused(),
            true => Tls::new(&config.roots),
        };
        let tls = tls.map_err(|error| invalid_tls(&*error))?;
        Ok(Self { config, tls })
    }

    /// Whether the server may choose HTTP/2.
    pub(crate) fn offers_http2(&self) -> bool {
        cfg!(feature = "http2") && !self.config.is_plain
    }

    /// A client with an empty pool.
    pub(crate) fn pooled(&self) -> Result<reqwest::Client, InvalidField> {
        build(self.builder()?)
    }

    /// A client without a pool: each request has a connection of its own.
    pub(crate) fn fresh(&self) -> Result<reqwest::Client, InvalidField> {
        build(self.builder()?.pool_max_idle_per_host(0))
    }

    /// The settings of a client: those that the application may change, then its own, then the others.
    fn builder(&self) -> Result<reqwest::ClientBuilder, InvalidField> {
        let ConnectionConfig {
            connect_timeout,
            ref proxy,
            ref no_proxy,
            is_plain,
            ref http,
            ..
        } = self.config;
        if !is_plain && !cfg!(feature = "rustls-no-provider") && http.is_none() {
            return Err(invalid("https requires the feature `rustls`"));
        }
        let builder = reqwest::Client::builder()
            .connect_timeout(connect_timeout)
            .tcp_keepalive(KEEP_ALIVE_INTERVAL);
        #[cfg(feature = "http2")]
        let builder = builder
            .http2_keep_alive_interval(KEEP_ALIVE_INTERVAL)
            .http2_keep_alive_timeout(KEEP_ALIVE_TIMEOUT)
            .http2_keep_alive_while_idle(true);
        let builder = self.tls.configure(builder);
        let builder = match http {
            Some(settings) => settings(builder),
            None => builder,
        };
        let builder = builder
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            // The retry policy is ours: it knows the operation.
            .retry(reqwest::retry::never())
            // Only a proxy that was configured here is used.
            .no_proxy()
            // The transport decompresses by itself.
            .no_gzip();
        let builder = match proxy {
            None => builder,
            Some(url) => builder.proxy(reqwest_proxy(url, is_plain)?.no_proxy(no_proxy.clone())),
        };
        Ok(match is_plain {
            // Whatever a name server returns, this name stays on this machine.
            true => builder.resolve_to_addrs("localhost", &LOOPBACK),
            false => builder,
        })
    }
}

fn build(builder: reqwest::ClientBuilder) -> Result<reqwest::Client, InvalidField> {
    let client = builder.build();
    client.map_err(|error| invalid_tls(&error.without_url()))
}

/// The addresses of the name `localhost`. The port is that of the URL.
const LOOPBACK: [SocketAddr; 2] = [
    SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
    SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), 0),
];

pub(crate) fn invalid(reason: &str) -> InvalidField {
    InvalidField::setting("", reason)
}

fn invalid_tls(error: &(dyn StdError + 'static)) -> InvalidField {
    invalid(&format!("cannot set up TLS: {}", causes(error)))
}

/// A proxy. No error shows its URL, which may contain a password.
fn reqwest_proxy(url: &Secret, is_plain: bool) -> Result<reqwest::Proxy, InvalidField> {
    const INVALID_URL: &str = "invalid proxy URL";
    let url = Url::parse(url.expose()).map_err(|_| invalid(INVALID_URL))?;
    // reqwest ignores a proxy of another scheme, or fails at the first request.
    match url.scheme() {
        "http" => {}
        "https" if cfg!(feature = "rustls-no-provider") => {}
        "https" => {
            let reason = "an https proxy requires the feature `rustls`";
            return Err(invalid(reason));
        }
        _ => {
            return Err(invalid(
                "expected a proxy URL with the scheme `http` or `https`",
            ));
        }
    }
    if is_plain && !is_loopback(&url) {
        return Err(invalid("plain http requires a proxy on a loopback address"));
    }
    reqwest::Proxy::all(url).map_err(|_| invalid(INVALID_URL))
}

fn causes(error: &(dyn StdError + 'static)) -> String {
    chain(error)
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}
