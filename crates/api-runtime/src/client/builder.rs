//! Builds clients.

use std::env::{self, VarError};
use std::fmt;
#[cfg(feature = "testing")]
use std::io;
use std::mem::take;
#[cfg(feature = "testing")]
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use api_journal::Journal;
use api_wire::Secret;
use http::HeaderMap;

use crate::attempt::budgets::RetryBudgets;
use crate::attempt::handle::{Access, ClientHandle, Core};
use crate::attempt::settings::Settings;
use crate::client::Client;
use crate::config::Config;
use crate::error::Error;
use crate::error::invalid_field::InvalidField;
use crate::future::BoxFuture;
use crate::observe::attempt::Attempt;
use crate::observe::call_summary::CallSummary;
use crate::observe::hook::{Hook, OnCallEnd};
use crate::operation::api::Api;
#[cfg(feature = "testing")]
use crate::record::Recorder;
use crate::redact::redactor::Redactor;
use crate::request::options::{CallOptions, options};
use crate::request::user_agent::user_agent;
use crate::tasks::detached::DetachedTasks;
use crate::transport::Transport;
use crate::transport::connector::ConnectionConfig;
use crate::transport::reqwest_transport::ReqwestTransport;

/// Builds a [`Client`] with other settings than the defaults.
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
///     .timeout(Duration::from_secs(20))
///     .max_response_size(8 * 1024 * 1024)
///     .user_agent_suffix("corner-shop/1.4")
/// #   .transport(shop_client::responses([]))
///     .build()?;
///
/// let request = client.call().to_http(&GetOrder::new(7))?;
/// let user_agent = request.headers()["user-agent"].to_str()?;
/// assert!(user_agent.ends_with(" corner-shop/1.4"));
/// # Ok(())
/// # }
/// ```
#[doc(alias = "timeout")]
#[doc(alias = "deadline")]
#[must_use = "call `build` to build the client"]
pub struct ClientBuilder<A: Api, C> {
    config: Config<A, C>,
    settings: Settings,
    /// Of all calls.
    options: CallOptions,
    user_agent_suffix: String,
    connections: ConnectionConfig,
    transport: Option<Box<dyn Transport>>,
    journal: Option<Journal>,
    #[cfg(feature = "testing")]
    recording: Option<PathBuf>,
}

impl<A: Api, C> ClientBuilder<A, C> {
    options!();

    pub(crate) fn new(config: Config<A, C>) -> Self {
        let builder = Self {
            connections: ConnectionConfig::new(config.base.is_plain),
            config,
            settings: Settings::default(),
            options: CallOptions::default(),
            user_agent_suffix: String::new(),
            transport: None,
            journal: None,
            #[cfg(feature = "testing")]
            recording: None,
        };
        #[cfg(feature = "metrics")]
        let builder = builder.on_call_end(crate::observe::metrics::ended);
        builder
    }

    /// Sets the timeout of establishing a connection, including TLS. Default: 3.1 seconds. Zero is
    /// an error of [`build`](Self::build), as for the other timeouts.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connections.connect_timeout = timeout;
        self
    }

    /// Appends the application's name and version to the `User-Agent`.
    pub fn user_agent_suffix(mut self, suffix: impl Into<String>) -> Self {
        self.user_agent_suffix = suffix.into();
        self
    }

    /// Sets the URL of a proxy.
    ///
    /// Its scheme is `http` or `https`; SOCKS is not supported.
    ///
    /// Plain http, which is allowed for loopback addresses and one named host only, requires a proxy
    /// on a loopback address.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::ErrorKind;
    /// use shop_client::{Client, Config, Environment, VenueApiToken};
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// let token = VenueApiToken::new("word");
    /// let config = Config::new(Environment::Staging, "http://127.0.0.1:3000/api", token)?;
    /// let with_proxy = |url: &str| Client::builder(config.clone()).proxy(url).build();
    /// assert!(with_proxy("http://user:word@127.0.0.1:3128").is_ok());
    /// let remote = with_proxy("http://proxy.example:3128");
    /// assert_eq!(remote.unwrap_err().kind(), ErrorKind::Config);
    /// # Ok(())
    /// # }
    /// ```
    pub fn proxy(mut self, url: impl Into<Secret>) -> Self {
        self.connections.proxy = Some(url.into());
        self.connections.no_proxy = None;
        self
    }

    /// Uses the proxy for https that the environment names: `HTTPS_PROXY` or `ALL_PROXY`, in capitals or small
    /// letters, except for the hosts of `NO_PROXY`. Without this, the environment is ignored.
    ///
    /// For plain http, nothing of the environment is used. A later [`proxy`](Self::proxy) replaces it. A variable
    /// that is not Unicode is an error of [`build`](Self::build), which names it.
    pub fn proxy_from_environment(mut self) -> Self {
        if self.connections.is_plain {
            return self;
        }
        let proxy = self.variable(&["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"]);
        let no_proxy = self.variable(&["NO_PROXY", "no_proxy"]);
        if let Some(url) = proxy {
            // The scheme may be missing there.
            let url = match url.contains("://") {
                true => url,
                false => format!("http://{url}"),
            };
            self.connections.proxy = Some(url.into());
            self.connections.no_proxy =
                no_proxy.and_then(|hosts| reqwest::NoProxy::from_string(&hosts));
        }
        self
    }

    /// The first of these variables of the environment that is not empty.
    fn variable(&mut self, names: &[&str]) -> Option<String> {
        for name in names {
            match env::var(name) {
                Ok(value) if value.is_empty() => {}
                Ok(value) => return Some(value),
                Err(VarError::NotPresent) => {}
                Err(VarError::NotUnicode(_)) => {
                    let reason = "must be Unicode: the environment has other bytes";
                    let invalid = InvalidField::setting(name, reason);
                    self.options.invalid_fields.push(invalid);
                    return None;
                }
            }
        }
        None
    }

    /// Adds a root certificate, besides those of the platform: PEM with one or more certificates,
    /// such as the authority of a company's proxy or of a sandbox.
    ///
    /// An invalid certificate is an error of [`build`](Self::build), and so is any certificate together
    /// with a [`transport`](Self::transport), which has TLS settings of its own. On Android, rustls cannot add certificates.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::ErrorKind;
    /// use shop_client::Client;
    ///
    /// # fn main() {
    /// # let config = shop_client::config();
    /// let error = Client::builder(config).add_root_certificate("no PEM").build().unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Config);
    /// # }
    /// ```
    #[doc(alias = "certificate authority")]
    #[doc(alias = "pem")]
    pub fn add_root_certificate(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.connections.roots.push(pem.into());
        self
    }

    /// Adds settings of reqwest, such as a local address or a DNS resolver.
    ///
    /// The client has two clients of reqwest: one with a pool, for reads and writes that may be repeated, and
    /// one whose connections carry one request each, for all other writes. The function sets up both, and the
    /// pool again when it is replaced. Afterwards the client sets what it needs: no redirects, no retries, no
    /// other proxy than that of [`proxy`](Self::proxy) or
    /// [`proxy_from_environment`](Self::proxy_from_environment), no decompression, and no pool for the second one.
    /// TLS is configured before, so that only `tls_backend_preconfigured` replaces it, for instance by a
    /// configuration with a client certificate.
    ///
    /// An invalid setting is an error of [`build`](Self::build), and so is any together with a
    /// [`transport`](Self::transport).
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::net::{IpAddr, Ipv4Addr};
    ///
    /// use shop_client::Client;
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let config = shop_client::config();
    /// let client = Client::builder(config)
    ///     .http(|reqwest| reqwest.local_address(IpAddr::from(Ipv4Addr::LOCALHOST)))
    ///     .build()?;
    /// # drop(client);
    /// # Ok(())
    /// # }
    /// ```
    #[doc(alias = "reqwest")]
    pub fn http(
        mut self,
        settings: impl Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync + 'static,
    ) -> Self {
        self.connections.http = Some(match self.connections.http.take() {
            Some(earlier) => Arc::new(move |builder| settings(earlier(builder))),
            None => Arc::new(settings),
        });
        self
    }

    /// Sets the transport, which sends each attempt. Credentials, timeouts and retries are above
    /// it.
    ///
    /// The connect timeout and the proxy of this builder are not used. A root certificate and settings of
    /// reqwest are errors. A write that must not be repeated needs a connection that has carried nothing:
    /// on a used one, a late response to an earlier request would be taken for its response.
    pub fn transport(mut self, transport: impl Transport) -> Self {
        self.transport = Some(Box::new(transport));
        self
    }

    /// Records all responses in a HAR file (version 1.2), which replaces a file of this name. Requires the feature
    /// `testing`: it is for the first calls to a server, not for production.
    ///
    /// The value of a described field or parameter that is neither secret nor personal data is kept, in the notation in
    /// which the client writes it. In place of all others are values of the same form, such as `x`, `1` and `2000-01-01`.
    /// Unknown keys are kept if they look like names. The host, the credentials, and what else the client adds to a
    /// request, are not recorded, and neither is an attempt without a response.
    ///
    /// A file that cannot be created is an error of [`build`](Self::build), and one that cannot be written makes the call
    /// panic.
    ///
    /// [`ScriptedTransport::from_har`](crate::testing::ScriptedTransport::from_har) plays the file.
    #[doc(alias = "cassette")]
    #[doc(alias = "vcr")]
    #[cfg(feature = "testing")]
    pub fn record(mut self, path: impl Into<PathBuf>) -> Self {
        self.recording = Some(path.into());
        self
    }

    /// Sets whether a mismatch, a value of an unexpected type, makes the call fail. For tests.
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

    /// Sets a function to call for every response with mismatches, values of an unexpected type.
    ///
    /// Its arguments are the operation's name and the JSON pointers of the values. It must be fast,
    /// because the call waits for it. Panics are caught.
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
    /// let (sender, receiver) = mpsc::channel();
    /// let client = Client::builder(config)
    ///     .on_mismatch(move |operation, pointers| {
    ///         let _ = sender.send(format!("{operation}: {}", pointers.join(", ")));
    ///     })
    /// #   .transport(shop_client::responses([(200, r#"{"id": [7], "state": "pending"}"#)]))
    ///     .build()?;
    ///
    /// // The server's response: {"id": [7], "state": "pending"}
    /// let order = client.send(GetOrder::new(7)).await?;
    /// assert_eq!(order.state.as_deref(), Some("pending"));
    /// assert_eq!(receiver.recv()?, "get_order: /id");
    /// # Ok(())
    /// # }
    /// ```
    pub fn on_mismatch(mut self, report: impl Fn(&str, &[&str]) + Send + Sync + 'static) -> Self {
        self.settings.on_mismatch = Some(Arc::new(report));
        self
    }

    /// Adds a function that is called before each attempt. It may add headers, such as a `traceparent`, and the
    /// attempt waits for its future, such as for a limiter of your own.
    ///
    /// The wait is a part of the [`timeout`](Self::timeout), not of the
    /// [`attempt_timeout`](Self::attempt_timeout). A call that is over or dropped before its first attempt was
    /// [not sent](crate::Outcome::NotSent), and the next one with its key sends. The function comes after the
    /// credentials. A header that is set already is invalid, and so is one that [`header`](Self::header) refuses.
    /// URL and body do not change, as the journal has their digest.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::sync::Arc;
    /// use std::time::Duration;
    ///
    /// use api_runtime::http::HeaderValue;
    /// use shop_client::{Client, GetOrder};
    /// use tokio::sync::Mutex;
    /// use tokio::time::{Instant, interval};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let config = shop_client::config();
    /// let limiter = Arc::new(Mutex::new(interval(Duration::from_secs(1))));
    /// let client = Client::builder(config)
    ///     .before_attempt(move |attempt, headers| {
    ///         headers.insert("x-attempt", HeaderValue::from(attempt.number));
    ///         let limiter = Arc::clone(&limiter);
    ///         Box::pin(async move {
    ///             limiter.lock().await.tick().await;
    ///         })
    ///     })
    /// #   .transport(shop_client::responses([(200, r#"{"id": 7}"#), (200, r#"{"id": 7}"#), (200, r#"{"id": 7}"#)]))
    ///     .build()?;
    /// let start = Instant::now();
    /// for _ in 0..3 {
    ///     client.send(GetOrder::new(7)).await?;
    /// }
    /// assert_eq!(start.elapsed().as_secs(), 2);
    /// # Ok(())
    /// # }
    /// ```
    #[doc(alias = "rate limit")]
    #[doc(alias = "middleware")]
    #[doc(alias = "traceparent")]
    pub fn before_attempt(
        mut self,
        function: impl Fn(&Attempt<'_>, &mut HeaderMap) -> BoxFuture<()> + Send + Sync + 'static,
    ) -> Self {
        self.settings.before_attempt.push(Arc::new(function));
        self
    }

    /// Adds a hook that is called for every attempt: a closure
    /// `|attempt: &Attempt<'_>, result: &AttemptResult<'_>| …`, or another [`Hook`].
    pub fn hook(mut self, hook: impl Hook) -> Self {
        self.settings.hooks.push(Box::new(hook));
        self
    }

    /// Adds a hook that is called once at the end of every call, also of one whose future is
    /// dropped; see [`CallSummary`].
    ///
    /// It must be fast, because the call waits for it. Panics are caught.
    #[doc(alias = "metrics")]
    pub fn on_call_end(self, report: impl Fn(&CallSummary<'_>) + Send + Sync + 'static) -> Self {
        self.hook(OnCallEnd(report))
    }

    /// Sets the journal of writes, which [`once`](Client::once) needs. Set the [account](Self::account), too.
    ///
    /// A journal in a database, such as that of `store-sqlite` or `store-postgres`, is shared by processes and
    /// survives their end. A `MemoryStore` keeps its keys until the process ends: afterwards, the same key
    /// sends again. There is none by default, so that nothing is kept or forgotten by accident.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::journal::MemoryStore;
    /// use shop_client::{Client, CreateOrder};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let config = shop_client::config();
    /// let client = Client::builder(config).account("main").journal(MemoryStore::new())
    /// #   .transport(shop_client::responses([(200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]))
    ///     .build()?;
    /// let sent = client.once("cart-7").send(CreateOrder::new("WEB-1")).await?;
    /// assert_eq!(sent.record.and_then(|order| order.id), Some(7));
    /// # Ok(())
    /// # }
    /// ```
    pub fn journal(mut self, journal: impl Into<Journal>) -> Self {
        self.journal = Some(journal.into());
        self
    }

    /// Sets whose credentials the client has: your own name of them, such as the id of a shop. It must never
    /// change, because each key of a [journal](Self::journal) belongs to an account, an API and an
    /// environment: under another account, the same key sends again. A journal without an account is an error of
    /// [`build`](Self::build), unless the client has no credentials, either.
    ///
    /// Outer white space is removed. A blank account, one of more than 64 bytes, and one with `/` or control
    /// characters are errors of [`build`](Self::build). Metrics and spans show the account, as the label
    /// `account`, and operators read it: use no secret and no personal data.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::ErrorKind;
    /// use shop_client::Client;
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let config = shop_client::config();
    /// let client = Client::builder(config.clone()).account(" 12 ").build()?;
    /// assert_eq!(client.labels().get("account"), Some("12"));
    ///
    /// let error = Client::builder(config).account("shops/12").build().unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Config);
    /// # Ok(())
    /// # }
    /// ```
    #[doc(alias = "scope")]
    #[doc(alias = "tenant")]
    pub fn account(mut self, account: impl fmt::Display) -> Self {
        self.options.account(&account.to_string());
        self
    }

    /// Builds the client. It does not connect yet.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config): a setting is invalid, or TLS cannot be set up.
    pub fn build(self) -> Result<Client<A, C>, Error> {
        let Config {
            environment,
            base,
            authorization,
            provider,
            client_values,
            ..
        } = self.config;
        let mut options = self.options;
        let mut invalid_fields = take(&mut options.invalid_fields);
        let user_agent = user_agent(A::NAME, &self.user_agent_suffix)
            .map_err(|invalid_field| invalid_fields.push(invalid_field));
        let needs_account = self.journal.is_some() && !authorization.is_empty();
        if needs_account && options.account.is_none() && invalid_fields.is_empty() {
            let reason = "missing: keys belong to it";
            invalid_fields.push(InvalidField::setting("account", reason));
        }
        for (name, timeout) in [
            ("connect_timeout", self.connections.connect_timeout),
            ("attempt_timeout", options.attempt_timeout()),
            ("timeout", options.timeout()),
        ] {
            if timeout.is_zero() {
                invalid_fields.push(InvalidField::setting(name, "must not be zero"));
            }
        }
        let mut redactor = Redactor::default();
        redactor.add_url(&base.url);
        if let Some(url) = &self.connections.proxy {
            redactor.add_url(url.expose());
        }
        let transport = match self.transport {
            Some(_) if self.connections.http.is_some() => {
                let reason = "a custom transport does not use reqwest's settings";
                Err(InvalidField::setting("http", reason))
            }
            Some(_) if !self.connections.roots.is_empty() => {
                let reason = "a custom transport has root certificates of its own";
                Err(InvalidField::setting("add_root_certificate", reason))
            }
            Some(transport) => Ok(transport),
            None => ReqwestTransport::new(self.connections)
                .map(|transport| Box::new(transport) as Box<dyn Transport>),
        };
        let transport = transport.map_err(|invalid_field| invalid_fields.push(invalid_field));
        let (Ok(user_agent), Ok(transport), true) =
            (user_agent, transport, invalid_fields.is_empty())
        else {
            return Err(Error::config(A::NAME, invalid_fields));
        };
        let settings = self.settings;
        #[cfg(feature = "testing")]
        let settings = Settings {
            recorder: recorder(self.recording, A::BASE_PATH)
                .map_err(|invalid_field| Error::config(A::NAME, vec![invalid_field]))?,
            ..settings
        };
        let core = Core {
            api: A::NAME,
            environment: format!("{environment:?}"),
            envelope: A::ENVELOPE,
            error_keys: A::ERROR_KEYS,
            base,
            client_values,
            transport,
            budgets: RetryBudgets::default(),
            settings,
            user_agent,
            detached: DetachedTasks::default(),
            journal: self.journal,
            redactor,
        };
        let handle = ClientHandle {
            authorization: Arc::new(authorization.redacting(&core.redactor)),
            access: Access::new(&core, &authorization, provider),
            core: Arc::new(core),
            options: Arc::default(),
        };
        Ok(Client::from_handle(handle.with_options(options)))
    }
}

/// Creates the file of a recording, if there is one.
#[cfg(feature = "testing")]
fn recorder(
    path: Option<PathBuf>,
    base_path: &'static str,
) -> Result<Option<Recorder>, InvalidField> {
    let recorder = path.map(|path| Recorder::create(&path, base_path));
    let invalid = |error: io::Error| InvalidField::setting("record", error.to_string());
    recorder.transpose().map_err(invalid)
}

impl<A: Api, C> fmt::Debug for ClientBuilder<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("config", &self.config)
            .field("strict", &self.settings.strict)
            .finish_non_exhaustive()
    }
}
