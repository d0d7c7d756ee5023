//! Connection pools, and how they are configured.

use std::error::Error as StdError;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use api_wire::Secret;
use url::Url;

use crate::Retry;
use crate::config::is_loopback;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::error::source::chain;

/// The connection pools that all clones of a client share.
pub(crate) struct Pools {
    default: Pool,
    /// For non-idempotent requests: its connections expire after a short time without a request.
    ///
    /// A server that closes an idle connection may do so just when a request is sent. Then it is
    /// unknown whether the request was read, and it cannot be retried. The age of a connection is
    /// checked when it is taken from the pool (hyper-util's `IdlePopper`).
    short_idle: Pool,
}

/// How long a connection may be idle before it carries a non-idempotent request. Servers and
/// proxies close idle connections after five seconds or more.
const SHORT_IDLE: Duration = Duration::from_secs(3);

impl Pools {
    /// New pools.
    pub(crate) fn new(config: PoolConfig) -> Result<Self, InvalidField> {
        let config = Arc::new(config);
        Ok(Self {
            default: Pool::new(&config, None)?,
            short_idle: Pool::new(&config, Some(SHORT_IDLE))?,
        })
    }

    /// The pool of a client that the caller provides.
    pub(crate) fn from_client(client: reqwest::Client) -> Self {
        Self {
            default: Pool::from_client(client.clone()),
            short_idle: Pool::from_client(client),
        }
    }

    /// The pool for requests with this retry rule.
    pub(crate) fn pool(&self, retry: Retry) -> &Pool {
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

/// A connection pool that can be replaced by an empty one: reqwest cannot close one connection.
pub(crate) struct Pool {
    /// `None` if the caller provides the client, which cannot be replaced.
    config: Option<(Arc<PoolConfig>, Option<Duration>)>,
    /// `None` from a discard to the next request.
    client: Mutex<Option<reqwest::Client>>,
}

impl Pool {
    fn new(config: &Arc<PoolConfig>, idle_timeout: Option<Duration>) -> Result<Self, InvalidField> {
        Ok(Self {
            client: Mutex::new(Some(config.client(idle_timeout)?)),
            config: Some((Arc::clone(config), idle_timeout)),
        })
    }

    fn from_client(client: reqwest::Client) -> Self {
        Self {
            config: None,
            client: Mutex::new(Some(client)),
        }
    }

    /// The client for a request.
    pub(crate) fn client(&self) -> Result<reqwest::Client, InvalidField> {
        let mut current = self.lock();
        match (&*current, &self.config) {
            (None, Some((config, idle_timeout))) => {
                let client = config.client(*idle_timeout)?;
                Ok(current.insert(client).clone())
            }
            (Some(client), _) => Ok(client.clone()),
            (None, None) => Err(invalid("no HTTP client")),
        }
    }

    /// Later requests use new connections. Those of current requests are closed when these end.
    ///
    /// The next request replaces the pool, so that a discard without a request in between has no
    /// cost, and no request opens more than one connection.
    pub(crate) fn discard_connections(&self) {
        if self.config.is_some() {
            *self.lock() = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<reqwest::Client>> {
        self.client.lock().unwrap_or_else(PoisonError::into_inner)
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

impl PoolConfig {
    fn client(&self, idle_timeout: Option<Duration>) -> Result<reqwest::Client, InvalidField> {
        if !self.is_plain && !cfg!(any(feature = "rustls", feature = "native-tls")) {
            return Err(invalid(
                "https requires the feature `rustls` or `native-tls`",
            ));
        }
        let builder = reqwest::Client::builder()
            .connect_timeout(self.connect_timeout)
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            // The retry policy is ours: it knows the operation.
            .retry(reqwest::retry::never())
            // Only a proxy that was configured here is used.
            .no_proxy();
        let builder = match &self.proxy {
            None => builder,
            Some(url) => builder.proxy(proxy(url, self.is_plain)?),
        };
        let builder = match self.is_plain {
            // Whatever a name server returns, this name stays on this machine.
            true => builder.resolve_to_addrs("localhost", &LOOPBACK),
            false => builder,
        };
        #[cfg(any(feature = "rustls", feature = "native-tls"))]
        let builder = match self.is_plain && self.proxy.is_none() {
            // Loading certificates takes time and needs a certificate store.
            true => builder.tls_certs_only([]),
            false => builder,
        };
        let builder = match idle_timeout {
            Some(timeout) => builder.pool_idle_timeout(timeout),
            None => builder,
        };
        builder.build().map_err(|error| {
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
