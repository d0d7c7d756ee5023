//! The configuration of a client: environment, base URL and credentials, which belong together.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::auth::provider::{CredentialsProvider, ProvideAuthorization};
use crate::auth::{Authorization, Credentials};
use crate::base_url::{Base, BaseUrl};
use crate::error::Error;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::operation::api::Api;

/// The base URL, credentials `C` and client values of one environment of the API `A`.
///
/// A `Config` keeps them together, so that no call sends the token of one environment to another. It cannot
/// check that the base URL belongs to the environment, because the documents show no hosts.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::{ErrorKind, FieldLocation};
/// use shop_client::{Config, Environment, VenueApiToken};
///
/// # fn main() -> Result<(), api_runtime::Error> {
/// let token = VenueApiToken::new("word");
/// let config = Config::new(Environment::Staging, "https://shop.example/api/", token)?;
/// assert_eq!(config.base_url(), "https://shop.example/api");
///
/// // All problems are reported together, and no value is shown.
/// let token = VenueApiToken::new("two words");
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
    /// It may have a path, with or without a trailing slash, and must end with the documented path, such as
    /// `/api`. For `http` to another host, such as a sandbox in a container, see
    /// [`BaseUrl::danger_allow_plain_http_to`].
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
    /// The environment that the caller named; a base URL does not show it.
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
