//! The settings of a client, before it is one.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use api_wire::Secret;

use crate::client::core::{ClientHandle, Core};
use crate::client::settings::Settings;
use crate::request::user_agent::user_agent;
use crate::retry::budget::RetryBudget;
use crate::transport::Transport;
use crate::transport::http_transport::HttpTransport;
use crate::transport::pool::PoolConfig;
use crate::{Api, Client, Config, Error, Hook};

/// Makes a client with other settings than the usual ones: a [`Client`], or with the feature `blocking` one whose calls wait.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::time::Duration;
///
/// use shop_client::{Client, GetOrder};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let config = shop_client::config();
/// let client = Client::builder(config)
///     .connect_timeout(Duration::from_secs(1))
///     .attempt_timeout(Duration::from_secs(5))
///     .overall_timeout(Duration::from_secs(20))
///     .max_response_size(8 * 1024 * 1024)
///     .user_agent_suffix("corner-shop/1.4")
/// #   .transport(shop_client::responses([]))
///     .build()?;
///
/// let request = client.to_http(&GetOrder::new(7))?;
/// let user_agent = request.headers()["user-agent"].to_str()?;
/// assert!(user_agent.ends_with(" corner-shop/1.4"));
/// # Ok(())
/// # }
/// ```
#[must_use = "a client is made by `build`"]
pub struct ClientBuilder<A: Api, C, Made = Client<A, C>> {
    config: Config<A, C>,
    settings: Settings,
    suffix: String,
    connect_timeout: Duration,
    proxy: Option<Secret>,
    transport: Option<Box<dyn Transport>>,
    made: PhantomData<fn() -> Made>,
}

/// A little over three seconds, when a lost first packet is retransmitted for the second time.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(3_100);

impl<A: Api, C, Made> ClientBuilder<A, C, Made> {
    pub(crate) fn new(config: Config<A, C>) -> Self {
        Self {
            config,
            settings: Settings::default(),
            suffix: String::new(),
            connect_timeout: CONNECT_TIMEOUT,
            proxy: None,
            transport: None,
            made: PhantomData,
        }
    }

    /// How long making a connection may take, with TLS: 3.1 seconds, if nothing is set.
    pub fn connect_timeout(mut self, limit: Duration) -> Self {
        self.connect_timeout = limit;
        self
    }

    /// How long one attempt may take, from the connection to the last byte: 30 seconds, if nothing is set.
    pub fn attempt_timeout(mut self, limit: Duration) -> Self {
        self.settings.attempt_timeout = limit;
        self
    }

    /// How long a call may take with all its attempts and the waits between them: 60 seconds, if nothing is set.
    pub fn overall_timeout(mut self, limit: Duration) -> Self {
        self.settings.overall_timeout = limit;
        self
    }

    /// How large a body may be after decompression: 64 MiB, if nothing is set.
    pub fn max_response_size(mut self, bytes: u64) -> Self {
        self.settings.max_response_size = bytes;
        self
    }

    /// What the `User-Agent` says after our own name: the application's name and version.
    pub fn user_agent_suffix(mut self, suffix: impl Into<String>) -> Self {
        self.suffix = suffix.into();
        self
    }

    /// Sends everything by way of this proxy. Proxies named in the process's environment are not used.
    ///
    /// Plain http, which is for loopback addresses, goes only by way of a proxy on such an address.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::ErrorKind;
    /// use shop_client::{Client, Config, Environment, VenueToken};
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// let config = Config::new(Environment::Staging, "http://127.0.0.1:3000/api", VenueToken::new("word"))?;
    /// let there = Client::builder(config.clone()).proxy("http://user:word@127.0.0.1:3128").build();
    /// assert!(there.is_ok());
    /// let elsewhere = Client::builder(config).proxy("http://proxy.example:3128").build();
    /// assert_eq!(elsewhere.unwrap_err().kind(), ErrorKind::Config);
    /// # Ok(())
    /// # }
    /// ```
    pub fn proxy(mut self, address: impl Into<Secret>) -> Self {
        self.proxy = Some(address.into());
        self
    }

    /// Whether a value that is not what the API describes makes the call fail. It is meant for tests.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::{ErrorKind, Outcome};
    /// use shop_client::{Client, GetOrder};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let config = shop_client::config();
    /// let client = Client::builder(config).strict(true)
    /// #   .transport(shop_client::responses([(200, r#"{"id": [7]}"#)]))
    ///     .build()?;
    ///
    /// // The server's response: {"id": [7]}
    /// let error = client.send(GetOrder::new(7)).await.unwrap_err();
    /// assert_eq!((error.kind(), error.outcome()), (ErrorKind::Mismatch, Outcome::Done));
    /// assert_eq!(error.mismatches()[0].pointer, "/id");
    /// # Ok(())
    /// # }
    /// ```
    pub fn strict(mut self, strict: bool) -> Self {
        self.settings.strict = strict;
        self
    }

    /// Calls a function for every response with values that are not what the API describes. It gets the
    /// operation's name and where the values are, as JSON pointers. What it does must be quick: the call
    /// waits for it. A panic in it is contained.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::sync::mpsc;
    ///
    /// use shop_client::{Client, GetOrder};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let config = shop_client::config();
    /// let (told, metric) = mpsc::channel();
    /// let client = Client::builder(config)
    ///     .on_mismatch(move |operation, pointers| {
    ///         let _ = told.send(format!("{operation}: {}", pointers.join(", ")));
    ///     })
    /// #   .transport(shop_client::responses([(200, r#"{"id": [7], "state": "pending"}"#)]))
    ///     .build()?;
    ///
    /// // The server's response: {"id": [7], "state": "pending"}
    /// let order = client.send(GetOrder::new(7)).await?;
    /// assert_eq!(order.state.as_deref(), Some("pending"));
    /// assert_eq!(metric.recv()?, "get_order: /id");
    /// # Ok(())
    /// # }
    /// ```
    pub fn on_mismatch(mut self, hook: impl Fn(&str, &[&str]) + Send + Sync + 'static) -> Self {
        self.settings.on_mismatch = Some(Arc::new(hook));
        self
    }

    /// Tells this hook of every attempt. There can be several.
    pub fn hook(mut self, hook: impl Hook) -> Self {
        self.settings.hooks.add(hook);
        self
    }

    /// Sends everything by a transport of the caller's own, below credentials, limits and further attempts.
    ///
    /// The proxy is then the transport's own, and what was set here is not used. So is the limit of a connection.
    pub fn transport(mut self, transport: impl Transport) -> Self {
        self.transport = Some(Box::new(transport));
        self
    }

    /// Sends everything by a reqwest client that the service has already, with its connections and its TLS.
    ///
    /// What it is set to do is not known here. The limit of a connection, the proxy, cookies, and for how long an idle
    /// connection is used are its own; limits of time that it has hold beside ours. A redirect that it follows makes the
    /// call fail with kind [`Redirect`](crate::ErrorKind::Redirect), but by then the request has gone elsewhere:
    /// `redirect(reqwest::redirect::Policy::none())` keeps it from that. It should have
    /// `retry(reqwest::retry::never())` too: what it repeats by itself is not counted here.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::reqwest;
    /// use shop_client::{Client, GetOrder};
    /// # use shop_client::{Config, Environment, VenueToken};
    /// # use std::{io, net::TcpListener, thread};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let listener = TcpListener::bind("127.0.0.1:0")?;
    /// # let address = format!("http://{}/api", listener.local_addr()?);
    /// # let config = Config::new(Environment::Staging, &address, VenueToken::new("word"))?;
    /// # let server = thread::spawn(move || -> io::Result<()> {
    /// #     let mut stream = listener.accept()?.0;
    /// #     io::Read::read(&mut stream, &mut [0; 4096])?; // the request is small: it comes in one piece
    /// #     io::Write::write_all(&mut stream, b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":7}")
    /// # });
    /// let shared = reqwest::Client::builder()
    ///     .redirect(reqwest::redirect::Policy::none())
    ///     .retry(reqwest::retry::never())
    /// #   .no_proxy()
    ///     .build()?;
    /// let client = Client::builder(config).http_client(shared.clone()).build()?;
    /// assert_eq!(client.send(GetOrder::new(7)).await?.id, Some(7));
    /// # server.join().unwrap()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn http_client(self, client: reqwest::Client) -> Self {
        self.transport(HttpTransport::from_client(client))
    }

    pub(crate) fn client(self) -> Result<Client<A, C>, Error> {
        let Config {
            base,
            authorization,
            client_values,
            ..
        } = self.config;
        let mut invalid_fields = Vec::new();
        let user_agent = user_agent(A::NAME, &self.suffix)
            .map_err(|invalid_field| invalid_fields.push(invalid_field));
        let transport = match self.transport {
            Some(transport) => Ok(transport),
            None => HttpTransport::new(&PoolConfig {
                connect_timeout: self.connect_timeout,
                proxy: self.proxy,
                is_plain: base.is_plain,
            })
            .map(|transport| Box::new(transport) as Box<dyn Transport>)
            .map_err(|invalid_field| invalid_fields.push(invalid_field)),
        };
        let (Ok(user_agent), Ok(transport)) = (user_agent, transport) else {
            return Err(Error::config(A::NAME, invalid_fields));
        };
        let core = Core {
            api: A::NAME,
            envelope: A::ENVELOPE,
            base,
            client_values,
            transport,
            settings: self.settings,
            user_agent,
            budget: RetryBudget::default(),
        };
        Ok(Client::of(ClientHandle {
            core: Arc::new(core),
            authorization,
            options: None,
        }))
    }
}

impl<A: Api, C> ClientBuilder<A, C> {
    /// Makes the client. No connection is made yet.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config): a setting cannot be used, or TLS cannot be set up.
    pub fn build(self) -> Result<Client<A, C>, Error> {
        self.client()
    }
}

impl<A: Api, C, Made> fmt::Debug for ClientBuilder<A, C, Made> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("config", &self.config)
            .field("strict", &self.settings.strict)
            .finish_non_exhaustive()
    }
}
