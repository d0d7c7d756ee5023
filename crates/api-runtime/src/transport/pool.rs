//! Connection pools, and how they are configured.

use std::error::Error as StdError;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use api_wire::Secret;
use url::Url;

use crate::Retry;
use crate::config::is_loopback;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::error::source::chain;

/// The connection pools that all clones of a client share.
pub(crate) struct Pools {
    default: reqwest::Client,
    /// For non-idempotent requests: its connections expire after a short time without a request.
    ///
    /// A server that closes an idle connection may do so just when a request is sent. Then it is
    /// unknown whether the request was read, and it cannot be retried. The age of a connection is
    /// checked when it is taken from the pool (hyper-util's `IdlePopper`).
    short_idle: reqwest::Client,
}

/// How long a connection may be idle before it carries a non-idempotent request. Servers and
/// proxies close idle connections after five seconds or more.
const SHORT_IDLE: Duration = Duration::from_secs(3);

impl Pools {
    /// The pool of a client that the caller provides.
    pub(crate) fn from_client(client: reqwest::Client) -> Self {
        Self {
            default: client.clone(),
            short_idle: client,
        }
    }

    /// The pool for requests with this retry rule.
    pub(crate) fn client(&self, retry: Retry) -> &reqwest::Client {
        match retry {
            Retry::Safe | Retry::Idempotent => &self.default,
            Retry::Never | Retry::UniqueKey(_) => &self.short_idle,
        }
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
    pub(crate) fn build(&self) -> Result<Pools, InvalidField> {
        Ok(Pools {
            default: self.client(|builder| builder)?,
            short_idle: self.client(|builder| builder.pool_idle_timeout(SHORT_IDLE))?,
        })
    }

    fn client(
        &self,
        configure: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder,
    ) -> Result<reqwest::Client, InvalidField> {
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
        configure(builder).build().map_err(|error| {
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
