//! The text of a base URL, and whether plain http is allowed.

use std::fmt;

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
    /// use shop_client::{Config, Environment, VenueToken};
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// let url = "http://sandbox:3000/api"; // `sandbox` is a service of docker compose
    /// let config = |url: BaseUrl<'_>| {
    ///     Config::new(Environment::Staging, url, VenueToken::new("demo-api-token"))
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
        allowed.is_some_and(|allowed| url.host() == Some(borrowed(&allowed)))
    }
}

fn borrowed(host: &Host) -> Host<&str> {
    match host {
        Host::Domain(name) => Host::Domain(name),
        Host::Ipv4(address) => Host::Ipv4(*address),
        Host::Ipv6(address) => Host::Ipv6(*address),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(url: &str, host: &str) -> bool {
        let base_url = BaseUrl::new(url).danger_allow_plain_http_to(host);
        base_url.allows_plain_http_to(&Url::parse(url).unwrap())
    }

    #[test]
    fn plain_http_is_allowed_to_the_exact_host() {
        for (url, host) in [
            ("http://sandbox/api", "sandbox"),
            ("http://sandbox:3000/api", "Sandbox"),
            ("http://SANDBOX.internal", "sandbox.internal"),
            ("http://10.0.0.7:80", "10.0.0.7"),
            ("http://[fd00::7]:80", "[fd00::7]"),
        ] {
            assert!(is_allowed(url, host), "{url} {host}");
        }
        for (url, host) in [
            ("http://sandbox", "sandbox:80"),
            ("http://sandbox:80", "sandbox:80"),
            ("http://sandbox", "http://sandbox"),
            ("http://sandbox/api", "sandbox/api"),
            ("http://sandbox", "sandbox."),
            ("http://a.sandbox", "sandbox"),
            ("http://a.sandbox", "*.sandbox"),
            ("http://sandbox", "*"),
            ("http://sandbox", ""),
            ("http://sandbox.example", "sandbox"),
            ("http://10.0.0.7", "10.0.0.8"),
            ("http://10.0.0.7", "10.0.0.0/8"),
            ("http://sandbox@other", "sandbox"),
        ] {
            assert!(!is_allowed(url, host), "{url} {host}");
        }
    }
}
