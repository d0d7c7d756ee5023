//! The settings of a client, before it is one.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use api_wire::Secret;

use crate::caller::{Caller, Core};
use crate::http_transport::{Connecting, HttpTransport};
use crate::settings::Settings;
use crate::user_agent::user_agent;
use crate::{Api, Client, Environment, Error};

/// Makes a [`Client`] with other settings than the usual ones.
#[must_use = "a client is made by `build`"]
pub struct ClientBuilder<A: Api, C> {
    environment: Environment<A, C>,
    settings: Settings,
    suffix: String,
    proxy: Option<Secret>,
}

impl<A: Api, C> ClientBuilder<A, C> {
    pub(crate) fn new(environment: Environment<A, C>) -> Self {
        Self {
            environment,
            settings: Settings::default(),
            suffix: String::new(),
            proxy: None,
        }
    }

    /// How long making a connection may take: 3.1 seconds, if nothing is set.
    pub fn connect_timeout(mut self, limit: Duration) -> Self {
        self.settings.connect_timeout = limit;
        self
    }

    /// How long one attempt may take, from the connection to the last byte: 30 seconds, if nothing is set.
    pub fn attempt_timeout(mut self, limit: Duration) -> Self {
        self.settings.attempt_timeout = limit;
        self
    }

    /// How long a call may take with all its attempts: 60 seconds, if nothing is set.
    pub fn overall_timeout(mut self, limit: Duration) -> Self {
        self.settings.overall_timeout = limit;
        self
    }

    /// How large a body may be after decompression: 64 MiB, if nothing is set.
    pub fn response_cap(mut self, bytes: u64) -> Self {
        self.settings.cap = bytes;
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
    pub fn proxy(mut self, address: impl Into<Secret>) -> Self {
        self.proxy = Some(address.into());
        self
    }

    /// Whether a value that is not what the API describes makes the call fail. It is meant for tests.
    pub fn strict(mut self, strict: bool) -> Self {
        self.settings.strict = strict;
        self
    }

    /// Calls a function for every reply with values that are not what the API describes. It gets the
    /// operation's name and where the values are, as JSON pointers. What it does must be quick: the call
    /// waits for it. A panic in it is contained.
    pub fn on_mismatch(mut self, hook: impl Fn(&str, &[&str]) + Send + Sync + 'static) -> Self {
        self.settings.hook = Some(Arc::new(hook));
        self
    }

    /// Makes the client. No connection is made yet.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config): a setting cannot be used, or TLS cannot be set up.
    pub fn build(self) -> Result<Client<A, C>, Error> {
        let Environment {
            base,
            authorization,
            values,
            ..
        } = self.environment;
        let mut refusals = Vec::new();
        let user_agent =
            user_agent(A::NAME, &self.suffix).map_err(|refusal| refusals.push(refusal));
        let transport = HttpTransport::new(&Connecting {
            timeout: self.settings.connect_timeout,
            proxy: self.proxy.as_ref(),
            is_plain: base.is_plain,
        })
        .map_err(|refusal| refusals.push(refusal));
        let (Ok(user_agent), Ok(transport)) = (user_agent, transport) else {
            return Err(Error::config(A::NAME, refusals));
        };
        let core = Core {
            api: A::NAME,
            envelope: A::ENVELOPE,
            base,
            values,
            transport: Box::new(transport),
            settings: self.settings,
            user_agent,
        };
        Ok(Client::of(Caller {
            core: Arc::new(core),
            authorization,
        }))
    }
}

impl<A: Api, C> fmt::Debug for ClientBuilder<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("environment", &self.environment)
            .field("strict", &self.settings.strict)
            .finish_non_exhaustive()
    }
}
