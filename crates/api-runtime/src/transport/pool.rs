//! Connections, and what they are made with.

use std::error::Error as StdError;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use api_wire::Secret;
use url::Url;

use crate::Retry;
use crate::config::is_loopback;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::transport::connect_timeout::ConnectLimit;
use crate::transport::http_transport::chain;

/// Connections, kept and shared by all clones of a client.
pub(crate) struct Connections {
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

impl Connections {
    /// Those of a client that is brought along: what it is set to do is not known.
    pub(crate) fn of(client: reqwest::Client) -> Self {
        Self {
            usual: client.clone(),
            fresh: client,
        }
    }

    /// The client that sends what is repeated like this.
    pub(crate) fn client(&self, retry: Retry) -> &reqwest::Client {
        match retry {
            Retry::Safe | Retry::Idempotent => &self.usual,
            Retry::Never | Retry::UniqueKey(_) => &self.fresh,
        }
    }
}

/// What connections are made with.
pub(crate) struct Connecting {
    /// How long making one may take. It is divided among the addresses of a name.
    pub(crate) timeout: Duration,
    pub(crate) proxy: Option<Secret>,
    /// Whether it is plain http, which goes to loopback addresses only.
    pub(crate) is_plain: bool,
}

impl Connecting {
    pub(crate) fn connections(&self) -> Result<Connections, InvalidField> {
        Ok(Connections {
            usual: self.build(|builder| builder)?,
            fresh: self.build(|builder| builder.pool_idle_timeout(FRESH))?,
        })
    }

    /// Connections whose making looks at the limit of the call besides.
    ///
    /// All could. But what looks is cloned with every request, and costs a twentieth of a call.
    pub(crate) fn limited_connections(&self) -> Result<Connections, InvalidField> {
        Ok(Connections {
            usual: self.build(|builder| builder.connector_layer(ConnectLimit))?,
            fresh: self.build(|builder| {
                let builder = builder.pool_idle_timeout(FRESH);
                builder.connector_layer(ConnectLimit)
            })?,
        })
    }

    fn build(
        &self,
        set: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder,
    ) -> Result<reqwest::Client, InvalidField> {
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
        let builder = match &self.proxy {
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

fn refuse(reason: &str) -> InvalidField {
    InvalidField::new(FieldLocation::Settings, "", reason)
}

/// The proxy of this address. No error shows the address, since it may have a password in it.
fn proxy(address: &Secret, is_plain: bool) -> Result<reqwest::Proxy, InvalidField> {
    let url =
        Url::parse(address.expose()).map_err(|_| refuse("the proxy's address is not valid"))?;
    if is_plain && !is_loopback(&url) {
        return Err(refuse(
            "plain http does not go by way of a proxy that is not on a loopback address",
        ));
    }
    reqwest::Proxy::all(url).map_err(|_| refuse("the proxy's address is not valid"))
}

fn causes(error: &(dyn StdError + 'static)) -> String {
    chain(error)
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}
