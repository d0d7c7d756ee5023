//! A base URL: its text, whether plain http is allowed, and what is valid.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// The base URL of a [`Config`](crate::Config): a `&str` or `&String`, or with an exception for
/// plain http.
///
/// `Debug` does not show it: its path may contain a secret.
#[derive(Clone, Copy)]
pub struct BaseUrl<'a> {
    pub(crate) text: &'a str,
    plain_http_host: Option<&'a str>,
}

impl<'a> BaseUrl<'a> {
    /// A URL with https, or with http on a loopback address. [`Config::new`](crate::Config::new)
    /// validates it.
    pub const fn new(url: &'a str) -> Self {
        Self {
            text: url,
            plain_http_host: None,
        }
    }

    /// Allows plain http, if the URL has exactly this host: for a sandbox in another container.
    ///
    /// This gives up TLS. Whoever is on the network between the two can read and change requests
    /// and responses, their credentials, amounts and personal data included, and can pretend to be
    /// the host. Never use it with credentials of production, nor on a network that others use.
    ///
    /// The host is a name or an IP address, without scheme, port or path. Names below it, other
    /// names of the same machine and other addresses stay refused; redirects are never followed.
    /// With an https URL it has no effect, so that the URL can be a setting.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::BaseUrl;
    /// use shop_client::{Config, Environment, VenueApiToken};
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// let url = "http://sandbox:3000/api"; // `sandbox` is a service of docker compose
    /// let config = |url: BaseUrl<'_>| {
    ///     Config::new(Environment::Staging, url, VenueApiToken::new("demo-api-token"))
    /// };
    /// assert!(config(BaseUrl::new(url)).is_err());
    /// assert!(config(BaseUrl::new(url).danger_allow_plain_http_to("other")).is_err());
    /// let config = config(BaseUrl::new(url).danger_allow_plain_http_to("sandbox"))?;
    /// assert_eq!(config.base_url(), "http://sandbox:3000/api");
    /// # Ok(())
    /// # }
    /// ```
    #[doc(alias = "insecure")]
    #[doc(alias = "container")]
    pub const fn danger_allow_plain_http_to(mut self, host: &'a str) -> Self {
        self.plain_http_host = Some(host);
        self
    }

    /// Whether plain http to the host of this URL is allowed.
    pub(crate) fn allows_plain_http_to(&self, url: &Url) -> bool {
        let allowed = self.plain_http_host.and_then(|host| Host::parse(host).ok());
        allowed.is_some() && allowed == url.host().map(|host| host.to_owned())
    }
}

impl<'a> From<&'a str> for BaseUrl<'a> {
    fn from(url: &'a str) -> Self {
        Self::new(url)
    }
}

impl<'a> From<&'a String> for BaseUrl<'a> {
    fn from(url: &'a String) -> Self {
        Self::new(url)
    }
}

impl fmt::Debug for BaseUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BaseUrl").finish_non_exhaustive()
    }
}

const NOT_A_URL: &str = "must be a URL such as https://host/path";

const PLAIN_HTTP: &str = "must be https unless the host is a loopback address, or the one of \
                          `BaseUrl::danger_allow_plain_http_to`";

/// A validated base URL.
#[derive(Clone)]
pub(crate) struct Base {
    pub(crate) url: String,
    /// Whether the scheme is `http`.
    pub(crate) is_plain: bool,
}

impl Base {
    pub(crate) fn parse(base_url: BaseUrl<'_>) -> Result<Self, &'static str> {
        let text = base_url.text;
        // The URL parser repairs these silently, which may not be what was meant.
        if text
            .chars()
            .any(|c| c.is_control() || c.is_whitespace() || c == '\\')
        {
            return Err("must not contain whitespace, control characters or backslashes");
        }
        let url = Url::parse(text).map_err(|_| NOT_A_URL)?;
        let is_plain = match url.scheme() {
            "https" => false,
            "http" if is_loopback(&url) || base_url.allows_plain_http_to(&url) => true,
            "http" => return Err(PLAIN_HTTP),
            _ => return Err("must be https or http"),
        };
        // The parser reads `https:host` and `https:///host` as `https://host`, even with a user.
        let authority = text
            .get(url.scheme().len()..)
            .and_then(|rest| rest.strip_prefix("://"))
            .and_then(|rest| rest.split(['/', '?', '#']).next())
            .filter(|authority| !authority.is_empty())
            .ok_or(NOT_A_URL)?;
        if authority.contains('@') {
            return Err("must not contain a user or password");
        }
        if url.query().is_some() {
            return Err("must not have a query");
        }
        if url.fragment().is_some() {
            return Err("must not have a fragment");
        }
        Ok(Self {
            url: url.as_str().trim_end_matches('/').to_owned(),
            is_plain,
        })
    }

    /// The base URL, if its path ends with that of the API.
    pub(crate) fn ending_with(self, path: &str) -> Result<Self, String> {
        match self.url.ends_with(path) {
            true => Ok(self),
            false => Err(format!("must end with `{path}`, as the documents say")),
        }
    }

    /// The URL of a path that starts with a slash.
    pub(crate) fn join(&self, path: &str) -> String {
        [&self.url, path].concat()
    }
}

pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => Ipv4Addr::is_loopback(&address),
        Some(Host::Ipv6(address)) => Ipv6Addr::is_loopback(&address),
        None => false,
    }
}
