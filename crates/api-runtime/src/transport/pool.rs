//! Connection pools, and how they are configured.

use std::error::Error as StdError;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use api_wire::Secret;
use url::Url;

use crate::Retry;
use crate::config::is_loopback;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::error::source::chain;
use crate::transport::tls::Tls;

/// The connection pools that all clones of a client share.
pub(crate) struct Pools {
    default: Arc<Pool>,
    /// For non-idempotent requests: its connections expire after a short time without a request.
    ///
    /// A server that closes an idle connection may do so just when a request is sent. Then it is
    /// unknown whether the request was read, and it cannot be retried. The age of a connection is
    /// checked when it is taken from the pool (hyper-util's `IdlePopper`).
    short_idle: Arc<Pool>,
}

/// How long a connection may be idle before it carries a non-idempotent request. Servers and
/// proxies close idle connections after five seconds or more.
const SHORT_IDLE: Duration = Duration::from_secs(3);

impl Pools {
    /// New pools, with the same TLS configuration.
    pub(crate) fn new(config: PoolConfig) -> Result<Self, InvalidField> {
        let tls = config.tls()?;
        let shared = Arc::new((config, tls));
        Ok(Self {
            default: Arc::new(Pool::new(&shared, None)?),
            short_idle: Arc::new(Pool::new(&shared, Some(SHORT_IDLE))?),
        })
    }

    /// The pool of a client that the caller provides.
    pub(crate) fn from_client(client: reqwest::Client) -> Self {
        let pool = Arc::new(Pool::from_client(client));
        Self {
            default: Arc::clone(&pool),
            short_idle: pool,
        }
    }

    /// The pool for requests with this retry rule.
    pub(crate) fn pool(&self, retry: Retry) -> &Arc<Pool> {
        match retry {
            Retry::Safe | Retry::Idempotent => &self.default,
            Retry::Never | Retry::UniqueKey(_) => &self.short_idle,
        }
    }

    /// Discards the connections of both pools.
    pub(crate) fn discard_connections(&self) {
        self.default.discard_connections();
        self.short_idle.discard_connections();
    }
}

/// A connection pool that can be replaced by an empty one, since reqwest cannot close a single
/// connection.
pub(crate) struct Pool {
    /// `None` if the caller provides the client, which cannot be replaced.
    config: Option<(Arc<(PoolConfig, Tls)>, Option<Duration>)>,
    /// `None` from a discard to the next request.
    current: Mutex<Option<PoolClient>>,
}

/// The client of a pool, until the pool is replaced.
#[derive(Clone)]
pub(crate) struct PoolClient {
    pub(crate) client: reqwest::Client,
    /// Whether a response was HTTP/1, which uses a connection for one request at a time.
    is_http1: Arc<AtomicBool>,
}

impl PoolClient {
    fn new(client: reqwest::Client) -> Self {
        let is_http1 = Arc::default();
        Self { client, is_http1 }
    }

    /// Records the HTTP version of a response.
    pub(crate) fn record_version(&self, version: http::Version) {
        if version < http::Version::HTTP_2 {
            self.is_http1.store(true, Relaxed);
        }
    }
}

impl Pool {
    fn new(
        config: &Arc<(PoolConfig, Tls)>,
        idle_timeout: Option<Duration>,
    ) -> Result<Self, InvalidField> {
        let client = config.0.client(&config.1, idle_timeout)?;
        Ok(Self {
            current: Mutex::new(Some(PoolClient::new(client))),
            config: Some((Arc::clone(config), idle_timeout)),
        })
    }

    fn from_client(client: reqwest::Client) -> Self {
        Self {
            config: None,
            current: Mutex::new(Some(PoolClient::new(client))),
        }
    }

    /// The client for a request.
    pub(crate) fn client(&self) -> Result<PoolClient, InvalidField> {
        let mut current = self.current();
        match (&*current, &self.config) {
            (Some(client), _) => Ok(client.clone()),
            (None, Some((config, idle_timeout))) => {
                let client = config.0.client(&config.1, *idle_timeout)?;
                Ok(current.insert(PoolClient::new(client)).clone())
            }
            (None, None) => Err(invalid("no HTTP client")),
        }
    }

    /// Later requests use new connections. Those of current requests are closed when these end.
    ///
    /// The next request replaces the pool, so that a discard without a request in between has no
    /// cost, and no request opens more than one connection.
    pub(crate) fn discard_connections(&self) {
        if self.config.is_some() {
            *self.current() = None;
        }
    }

    /// Discards the connections of this client. If the pool was replaced since it was taken from
    /// it, there is nothing to do: of a hundred requests that fail together, one replaces the pool.
    pub(crate) fn discard_connections_of(&self, used: &PoolClient) {
        let mut current = self.current();
        let is_current = |client: &PoolClient| Arc::ptr_eq(&client.is_http1, &used.is_http1);
        if self.config.is_some() && current.as_ref().is_some_and(is_current) {
            *current = None;
        }
    }

    /// Discards the connection of a request that timed out, and those beside it.
    ///
    /// A connection of HTTP/1 is closed with the future of its request. One of HTTP/2 is not, and
    /// may be one that does not respond any more.
    pub(crate) fn discard_after_timeout(&self, used: &PoolClient) {
        let is_plain = |config: &(PoolConfig, Tls)| config.0.is_plain;
        let is_plain = self
            .config
            .as_ref()
            .is_some_and(|(shared, _)| is_plain(shared));
        if cfg!(feature = "http2") && !is_plain && !used.is_http1.load(Relaxed) {
            self.discard_connections_of(used);
        }
    }

    /// Whether a body that ends with the connection may be cut, see [`Tls::hides_truncation`].
    pub(crate) fn hides_truncation(&self) -> bool {
        let shared = self.config.as_ref().map(|(shared, _)| shared);
        shared.is_some_and(|shared| shared.1.hides_truncation())
    }

    fn current(&self) -> MutexGuard<'_, Option<PoolClient>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How connections are established.
pub(crate) struct PoolConfig {
    /// Divided among the addresses of a name.
    pub(crate) connect_timeout: Duration,
    pub(crate) proxy: Option<Secret>,
    /// Plain http, to loopback addresses only.
    pub(crate) is_plain: bool,
}

/// How long a connection may be silent before the client checks that the server still responds:
/// by a PING of HTTP/2, also while it is idle in the pool, and by a keep-alive probe of TCP.
///
/// With [`KEEP_ALIVE_TIMEOUT`], a dead connection of HTTP/2 fails in 20 s, before the default
/// attempt timeout of 30 s. Then the pool has removed it, and a retry uses another.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// How long the client waits for the response to a PING.
#[cfg(feature = "http2")]
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(5);

impl PoolConfig {
    fn tls(&self) -> Result<Tls, InvalidField> {
        // Loading certificates takes time and needs a certificate store.
        if self.is_plain && self.proxy.is_none() {
            return Ok(Tls::unused());
        }
        Tls::new().map_err(|error| invalid(&format!("cannot set up TLS: {}", causes(&*error))))
    }

    fn client(
        &self,
        tls: &Tls,
        idle_timeout: Option<Duration>,
    ) -> Result<reqwest::Client, InvalidField> {
        if !self.is_plain && !cfg!(any(feature = "rustls", feature = "native-tls")) {
            return Err(invalid(
                "https requires the feature `rustls` or `native-tls`",
            ));
        }
        let builder = reqwest::Client::builder()
            .connect_timeout(self.connect_timeout)
            .tcp_keepalive(KEEP_ALIVE_INTERVAL)
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            // The retry policy is ours: it knows the operation.
            .retry(reqwest::retry::never())
            // Only a proxy that was configured here is used.
            .no_proxy()
            // The transport decompresses by itself.
            .no_gzip();
        #[cfg(feature = "http2")]
        let builder = builder
            .http2_keep_alive_interval(KEEP_ALIVE_INTERVAL)
            .http2_keep_alive_timeout(KEEP_ALIVE_TIMEOUT)
            .http2_keep_alive_while_idle(true);
        let builder = match &self.proxy {
            None => builder,
            Some(url) => builder.proxy(proxy(url, self.is_plain)?),
        };
        let builder = match self.is_plain {
            // Whatever a name server returns, this name stays on this machine.
            true => builder.resolve_to_addrs("localhost", &LOOPBACK),
            false => builder,
        };
        let builder = match idle_timeout {
            Some(timeout) => builder.pool_idle_timeout(timeout),
            None => builder,
        };
        tls.configure(builder).build().map_err(|error| {
            invalid(&format!(
                "cannot set up TLS: {}",
                causes(&error.without_url())
            ))
        })
    }
}

/// The addresses of the name `localhost`. The port is that of the URL.
const LOOPBACK: [SocketAddr; 2] = [
    SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
    SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), 0),
];

fn invalid(reason: &str) -> InvalidField {
    InvalidField::new(FieldLocation::Settings, "", reason)
}

/// A proxy. No error shows its URL, which may contain a password.
fn proxy(url: &Secret, is_plain: bool) -> Result<reqwest::Proxy, InvalidField> {
    const INVALID_URL: &str = "invalid proxy URL";
    let url = Url::parse(url.expose()).map_err(|_| invalid(INVALID_URL))?;
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
