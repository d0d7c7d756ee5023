//! The configuration of a client: environment, base URL and credentials, which belong together.

use std::fmt;
use std::marker::PhantomData;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use url::{Host, Url};

use crate::auth::provider::{CredentialsProvider, ProvideAuthorization};
use crate::auth::{Authorization, Credentials};
use crate::base_url::BaseUrl;
use crate::error::Error;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::operation::api::Api;

/// The base URL, credentials `C` and client values of one environment of the API `A`.
///
/// They are kept together, so that no call takes the token of one and the base URL of another. Nothing
/// checks that a base URL is that of the environment: the documents show no hosts.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::{ErrorKind, FieldLocation};
/// use shop_client::{Config, Environment, VenueToken};
///
/// # fn main() -> Result<(), api_runtime::Error> {
/// let token = VenueToken::new("word");
/// let config = Config::new(Environment::Staging, "https://shop.example/api/", token)?;
/// assert_eq!(config.base_url(), "https://shop.example/api");
///
/// // All problems are reported together, and no value is shown.
/// let token = VenueToken::new("two words");
/// let error = Config::new(Environment::Staging, "http://shop.example/api", token).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Config);
/// let locations: Vec<_> = error.invalid_fields().iter().map(|field| field.location()).collect();
/// assert_eq!(locations, [FieldLocation::BaseUrl, FieldLocation::Credentials]);
/// # Ok(())
/// # }
/// ```
#[doc(alias = "environment")]
#[doc(alias = "endpoint")]
pub struct Config<A: Api, C> {
    pub(crate) environment: A::Environment,
    pub(crate) base: Base,
    pub(crate) authorization: Arc<Authorization>,
    pub(crate) provider: Option<Arc<dyn ProvideAuthorization>>,
    pub(crate) client_values: Arc<A::ClientValues>,
    credentials: PhantomData<fn() -> C>,
}

impl<A: Api<ClientValues = ()>, C: Credentials> Config<A, C> {
    /// Validates the base URL and the credentials. All problems are reported together.
    ///
    /// The base URL is `https`, or `http` on a loopback address. It has no user, query or fragment.
    /// It may have a path, with or without a trailing slash, and ends with the one that the documents
    /// name, such as `/api`. For `http` to another host, such as a
    /// sandbox in a container, see [`BaseUrl::danger_allow_plain_http_to`].
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config), with [`invalid_fields`](Error::invalid_fields).
    /// The values are not shown.
    pub fn new<'a>(
        environment: A::Environment,
        base_url: impl Into<BaseUrl<'a>>,
        credentials: C,
    ) -> Result<Self, Error> {
        Self::with_client_values(environment, base_url, credentials, ())
    }

    /// Like `new`, with a [`CredentialsProvider`] that every call asks for its credentials.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config), with [`invalid_fields`](Error::invalid_fields).
    /// Invalid credentials make the calls fail.
    pub fn from_provider<'a>(
        environment: A::Environment,
        base_url: impl Into<BaseUrl<'a>>,
        provider: impl CredentialsProvider<Credentials = C>,
    ) -> Result<Self, Error> {
        Self::from_provider_with_client_values(environment, base_url, provider, ())
    }
}

impl<A: Api, C: Credentials> Config<A, C> {
    /// Like `new`, for an API whose clients add values of their own to requests, such as a public
    /// key.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config), with [`invalid_fields`](Error::invalid_fields).
    /// The values are not shown.
    pub fn with_client_values<'a>(
        environment: A::Environment,
        base_url: impl Into<BaseUrl<'a>>,
        credentials: C,
        client_values: A::ClientValues,
    ) -> Result<Self, Error> {
        let authorization = Authorization::new(&credentials);
        Self::from_parts(
            environment,
            base_url.into(),
            authorization,
            None,
            client_values,
        )
    }

    /// Like [`from_provider`](Self::from_provider), for an API whose clients add values of their own
    /// to requests, such as a public key.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config), with [`invalid_fields`](Error::invalid_fields).
    /// Invalid credentials make the calls fail.
    pub fn from_provider_with_client_values<'a>(
        environment: A::Environment,
        base_url: impl Into<BaseUrl<'a>>,
        provider: impl CredentialsProvider<Credentials = C>,
        client_values: A::ClientValues,
    ) -> Result<Self, Error> {
        let (pending, provider) = (Authorization::pending(), Arc::new(provider));
        Self::from_parts(
            environment,
            base_url.into(),
            pending,
            Some(provider),
            client_values,
        )
    }

    fn from_parts(
        environment: A::Environment,
        base_url: BaseUrl<'_>,
        authorization: Authorization,
        provider: Option<Arc<dyn ProvideAuthorization>>,
        client_values: A::ClientValues,
    ) -> Result<Self, Error> {
        let mut invalid_fields = authorization.invalid_fields().to_vec();
        let base = Base::parse(base_url).map_err(str::to_owned);
        match base.and_then(|base| base.ending_with(A::BASE_PATH)) {
            Ok(base) if invalid_fields.is_empty() => Ok(Self {
                environment,
                base,
                authorization: Arc::new(authorization),
                provider,
                client_values: Arc::new(client_values),
                credentials: PhantomData,
            }),
            Ok(_) => Err(Error::config(A::NAME, invalid_fields)),
            Err(reason) => {
                let field = InvalidField::new(FieldLocation::BaseUrl, "", reason);
                invalid_fields.insert(0, field);
                Err(Error::config(A::NAME, invalid_fields))
            }
        }
    }
}

impl<A: Api, C> Config<A, C> {
    /// The environment.
    pub fn environment(&self) -> A::Environment {
        self.environment
    }

    /// The base URL, without a trailing slash.
    pub fn base_url(&self) -> &str {
        &self.base.url
    }

    /// The values that the client adds to requests.
    pub fn client_values(&self) -> &A::ClientValues {
        &self.client_values
    }
}

impl<A: Api, C> Clone for Config<A, C> {
    fn clone(&self) -> Self {
        Self {
            environment: self.environment,
            base: self.base.clone(),
            authorization: Arc::clone(&self.authorization),
            provider: self.provider.clone(),
            client_values: Arc::clone(&self.client_values),
            credentials: PhantomData,
        }
    }
}

impl<A: Api, C> fmt::Debug for Config<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The base URL is omitted: its path may contain a secret.
        f.debug_struct("Config")
            .field("api", &A::NAME)
            .field("environment", &self.environment)
            .finish_non_exhaustive()
    }
}

const NOT_A_URL: &str = "must be a URL such as https://host/path";

const PLAIN_HTTP: &str = "must be https unless the host is a loopback address, or the one of \
                          `BaseUrl::danger_allow_plain_http_to`";

/// A validated base URL.
#[derive(Clone)]
pub(crate) struct Base {
    url: String,
    /// Whether the scheme is `http`.
    pub(crate) is_plain: bool,
}

impl Base {
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    fn parse(base_url: BaseUrl<'_>) -> Result<Self, &'static str> {
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
    fn ending_with(self, path: &str) -> Result<Self, String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_slashes_of_the_base_path_are_removed() {
        for text in [
            "https://host/api",
            "https://host/api/",
            "HTTPS://HOST/api//",
        ] {
            assert_eq!(
                Base::parse(text.into()).ok().unwrap().join("/v3/info"),
                "https://host/api/v3/info"
            );
        }
        assert_eq!(
            Base::parse("https://host".into()).ok().unwrap().join("/x"),
            "https://host/x"
        );
    }

    #[test]
    fn plain_http_requires_a_loopback_address() {
        for text in [
            "http://127.0.0.1:80/api",
            "http://127.9.9.9",
            "http://[::1]:1",
            "http://localhost:3000/api",
        ] {
            assert!(
                Base::parse(text.into()).is_ok_and(|base| base.is_plain),
                "{text}"
            );
        }
        for text in [
            "http://host",
            "http://10.0.0.1",
            "http://localhost.example",
            "http://[::2]",
            "ftp://127.0.0.1",
        ] {
            assert!(Base::parse(text.into()).is_err(), "{text}");
        }
        let allowing = |url| Base::parse(BaseUrl::new(url).danger_allow_plain_http_to("sandbox"));
        assert!(allowing("http://sandbox:3000").is_ok_and(|base| base.is_plain));
        assert!(allowing("https://sandbox").is_ok_and(|base| !base.is_plain));
        assert_eq!(allowing("http://other").err(), Some(PLAIN_HTTP));
        assert!(allowing("ftp://sandbox").is_err());
        assert!(allowing("http://user@sandbox").is_err());
    }

    #[test]
    fn user_query_fragment_and_repairable_urls_are_invalid() {
        for text in [
            "https://user@host",
            "https://user:word@host",
            "https://@host",
            "https://host/?",
            "https://host?a=b",
            "https://host/#",
            "https://host/#a",
            "https://ho st",
            "https://host/\n",
            " https://host",
            "https:\\\\host",
            "https:host",
            "https:/host",
            "https:///host",
            "https:user:word@host",
            "https:///user:word@host",
            "https:user:word@host/://x",
            "host/api",
            "",
            "https://",
        ] {
            assert!(Base::parse(text.into()).is_err(), "{text}");
        }
    }
}
