//! Configures and starts a sandbox.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use api_wire::Timestamp;

use crate::context::Context;
use crate::control::Control;
use crate::endpoint::{AllowedHost, Endpoint};
use crate::fixtures;
use crate::printer::Printer;
use crate::server::{listen, serve};
use crate::state::store::{Fixtures, Store};
use crate::state::time::Clock;
use crate::webhooks::{CallbackTarget, Dispatcher};

use super::Sandbox;

/// The default time limit for the head of a request, and for its body.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// Configures and starts a [`Sandbox`].
#[derive(Clone, Debug, Default)]
pub struct SandboxBuilder {
    bind: Option<IpAddr>,
    port: u16,
    allowed_hosts: Vec<String>,
    request_timeout: Option<Duration>,
    clock: Option<Timestamp>,
    data_file: Option<PathBuf>,
    fixtures: Option<FixtureSource>,
    allowed_callbacks: Vec<String>,
    deny_unknown_fields: bool,
    print_requests: bool,
}

/// Where fixtures are read from.
#[derive(Clone, Debug)]
enum FixtureSource {
    File(PathBuf),
    Text(String),
}

impl FixtureSource {
    fn read(self) -> std::io::Result<Fixtures> {
        let (name, text) = match self {
            Self::Text(text) => ("fixtures".to_owned(), text),
            Self::File(file) => {
                let name = file.display().to_string();
                let text = std::fs::read_to_string(&file).map_err(|error| {
                    let message = format!("cannot read the fixtures `{name}`: {error}");
                    std::io::Error::new(error.kind(), message)
                })?;
                (name, text)
            }
        };
        let parsed = fixtures::parse(&name, &text);
        parsed.map_err(|mistakes| {
            let message = format!("invalid fixtures:\n{mistakes}");
            std::io::Error::new(std::io::ErrorKind::InvalidData, message)
        })
    }
}

impl SandboxBuilder {
    /// The port to listen on. Default: 0, a free port.
    pub fn port(self, port: u16) -> Self {
        Self { port, ..self }
    }

    /// The address of the interface to listen on. Default: 127.0.0.1. For other machines and containers,
    /// use `Ipv4Addr::UNSPECIFIED`, all interfaces: everybody who can reach the port can then read and
    /// change the sandbox, which has no secrets.
    pub fn bind(self, address: impl Into<IpAddr>) -> Self {
        Self {
            bind: Some(address.into()),
            ..self
        }
    }

    /// Accepts requests for this host as well, `NAME` or `NAME:PORT`; can be repeated. A name
    /// without a port is accepted with every port, because ports of containers are mapped to others.
    ///
    /// Requests for `localhost` on loopback and for the IP address that a client has connected to
    /// are always accepted. Any other `Host` is rejected: web pages of other sites could otherwise
    /// call the sandbox by a name that resolves to its address (DNS rebinding). This is still possible for
    /// whoever controls the DNS of an allowed name.
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.allowed_hosts.push(host.into());
        self
    }

    /// The time limit for the head of a request, and for its body. Default: 10 seconds.
    pub fn request_timeout(self, request_timeout: Duration) -> Self {
        Self {
            request_timeout: Some(request_timeout),
            ..self
        }
    }

    /// Sets and stops the clock, from 1970 to 9998, until
    /// [`Control::resume_clock`] starts it. Default: the system's clock.
    pub fn clock(self, now: Timestamp) -> Self {
        Self {
            clock: Some(now),
            ..self
        }
    }

    /// Stores changes in this file, and restores them from it. Default: in memory. One sandbox at a time
    /// can use the file. It has every acknowledged change, even if the process is killed.
    pub fn data_file(self, file: impl Into<PathBuf>) -> Self {
        Self {
            data_file: Some(file.into()),
            ..self
        }
    }

    /// Allows callbacks to a target that is not on loopback, `HOST:PORT` or `HOST:*`; can be repeated. The
    /// host is an IP address or a name, such as of another container. A name is resolved
    /// for each callback, so its DNS decides the address; names that are not allowed are never
    /// resolved.
    #[doc(alias = "webhook")]
    pub fn allow_callbacks_to(mut self, target: impl Into<String>) -> Self {
        self.allowed_callbacks.push(target.into());
        self
    }

    /// Whether to reject requests with fields or parameters that the documents do not name.
    #[doc(alias = "strict")]
    pub fn deny_unknown_fields(self, deny: bool) -> Self {
        Self {
            deny_unknown_fields: deny,
            ..self
        }
    }

    /// Venues with their menus, stock, customers, coupons, staff, sales, tills and deliveries from a
    /// YAML or JSON file, instead of the demo data. `examples/shop.yaml` has its keys.
    ///
    /// A data file has changes to the fixtures with which it was created, and cannot be opened with other
    /// fixtures.
    pub fn fixtures(self, file: impl Into<PathBuf>) -> Self {
        Self {
            fixtures: Some(FixtureSource::File(file.into())),
            ..self
        }
    }

    /// The fixtures of a text, see [`fixtures`](Self::fixtures).
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// use api_sandbox::Sandbox;
    ///
    /// let shop = "
    /// venues:
    ///   - id: 7
    ///     name: Tea House
    ///     products:
    ///       - id: 1
    ///         name: Green tea
    ///         prices: [{ sku: 11, price_cents: 450, on_hand: 20 }]
    /// ";
    /// let sandbox = Sandbox::builder().fixtures_str(shop).start().await?;
    /// # Ok::<(), std::io::Error>(())
    /// # })?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn fixtures_str(self, text: impl Into<String>) -> Self {
        Self {
            fixtures: Some(FixtureSource::Text(text.into())),
            ..self
        }
    }

    /// Prints a line for each request. It does not wait for a full pipe: such lines are lost.
    pub fn print_requests(self) -> Self {
        Self {
            print_requests: true,
            ..self
        }
    }

    /// Starts the sandbox.
    ///
    /// # Errors
    ///
    /// The address is in use or not that of an interface, the clock is out of range, an
    /// allowed host or target of callbacks is invalid, the data file cannot be read, written or parsed, or the fixtures
    /// have mistakes.
    pub async fn start(self) -> std::io::Result<Sandbox> {
        let bind = self.bind.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let clock = match self.clock {
            None => Clock::SYSTEM,
            Some(time) => Clock::fixed(time).map_err(|error| {
                std::io::Error::new(std::io::ErrorKind::InvalidInput, format!("clock: {error}"))
            })?,
        };
        let listener = listen(SocketAddr::new(bind, self.port)).await?;
        let address = listener.local_addr()?;
        let fixtures = match self.fixtures {
            None => fixtures::demo(),
            Some(source) => source.read()?,
        };
        let store = Store::open(clock, self.data_file, fixtures)?;
        let hosts = self.allowed_hosts.iter();
        let allowed_hosts = hosts
            .map(|host| AllowedHost::new(host))
            .collect::<std::io::Result<Vec<_>>>()?;
        let targets = self.allowed_callbacks.iter();
        let allowed_callbacks = targets
            .map(|target| CallbackTarget::new(target))
            .collect::<std::io::Result<Vec<_>>>()?;
        let printer = self.print_requests.then(Printer::start);
        let runtime = tokio::runtime::Handle::current();
        let dispatcher = Dispatcher::new(address, allowed_callbacks, runtime.clone());
        let context = Context::new(
            Endpoint::new(address, allowed_hosts),
            store,
            dispatcher,
            self.deny_unknown_fields,
            printer.transpose()?,
            runtime,
        );
        let context = Arc::new(context);
        let request_timeout = self.request_timeout.unwrap_or(REQUEST_TIMEOUT);
        let server = tokio::spawn(serve(listener, Arc::clone(&context), request_timeout));
        Ok(Sandbox {
            control: Control::new(context),
            server,
        })
    }
}
