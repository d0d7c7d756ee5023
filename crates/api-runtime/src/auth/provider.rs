//! Providers of credentials that rotate.

use std::error::Error as StdError;
use std::fmt;
use std::future::Future;

use crate::auth::{Authorization, Credentials};
use crate::future::BoxFuture;
use crate::redact::cause::Cause;
use crate::redact::redactor::Redactor;

/// A provider of credentials that rotate, which every call asks for its credentials.
///
/// A call keeps its credentials for all its attempts, and each page of a list is a call. The
/// exception is a 401: a proven rejection, after which the call asks for [fresh](Self::refresh)
/// credentials once. If they differ, the request is sent again at once, whatever its operation.
/// That attempt is not withdrawn from the retry budget, but is one of the three attempts.
///
/// The provider is asked within the overall timeout. It should cache: a call does not.
///
/// An `async` closure without parameters is a provider.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::sync::{Arc, RwLock};
///
/// use shop_client::{Client, Config, Environment, GetOrder, VenueApiToken};
/// # use api_runtime::testing::{ScriptedTransport, Step};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// // Updated by the application when the token rotates.
/// let current = Arc::new(RwLock::new("first-token".to_owned()));
/// let provider = {
///     let current = Arc::clone(&current);
///     move || {
///         let token = current.read().map(|token| VenueApiToken::new(token.as_str()));
///         let token = token.map_err(|_| "the lock is poisoned".into());
///         async { token }
///     }
/// };
/// let url = "https://shop.example/api";
/// let config = Config::from_provider(Environment::Staging, url, provider)?;
/// # let transport = ScriptedTransport::new([Step::response(200, r#"{"id": 7}"#)]).repeat_last();
/// let client = Client::builder(config)
/// #   .transport(transport.clone())
///     .build()?;
///
/// client.send(GetOrder::new(7)).await?;
/// *current.write().unwrap() = "second-token".to_owned();
/// client.send(GetOrder::new(7)).await?;
/// # let sent: Vec<_> = transport.requests().iter().map(|sent| sent.request.headers()["authorization"].clone()).collect();
/// # assert_eq!(sent, ["Bearer first-token", "Bearer second-token"]);
/// # Ok(())
/// # }
/// ```
#[doc(alias = "rotation")]
#[doc(alias = "TokenCredential")]
#[doc(alias = "ProvideCredentials")]
pub trait CredentialsProvider: Send + Sync + 'static {
    /// The type of the credentials, which the operations are checked against at compile time.
    type Credentials: Credentials;

    /// The current credentials.
    ///
    /// # Errors
    ///
    /// The call fails with kind [`Credentials`](crate::ErrorKind::Credentials). Nothing is sent.
    fn credentials(&self) -> BoxFuture<Result<Self::Credentials, CredentialsError>>;

    /// The credentials after a 401. Calls in flight may ask for them at the same time.
    ///
    /// Default: the current ones, which may have rotated.
    ///
    /// # Errors
    ///
    /// The call fails with the 401. The source of this error becomes its source.
    fn refresh(&self) -> BoxFuture<Result<Self::Credentials, CredentialsError>> {
        self.credentials()
    }

    /// Identifies the account of the credentials, such as by its id. Clients that are derived from
    /// one client share a retry budget if their providers have the same identity.
    ///
    /// Default: none. Then the first credentials that a client receives identify it, and it keeps their
    /// retry budget when they rotate. Implement this if clients are derived for single calls, and get other
    /// credentials each time.
    fn identity(&self) -> Option<&str> {
        None
    }
}

impl<F, W, C> CredentialsProvider for F
where
    F: Fn() -> W + Send + Sync + 'static,
    W: Future<Output = Result<C, CredentialsError>> + Send + 'static,
    C: Credentials,
{
    type Credentials = C;

    fn credentials(&self) -> BoxFuture<Result<C, CredentialsError>> {
        Box::pin(self())
    }
}

/// The error of a [`CredentialsProvider`].
///
/// Errors of calls show its text, escaped and truncated. It must not contain secrets.
pub struct CredentialsError {
    detail: String,
    source: Option<Cause>,
}

impl CredentialsError {
    /// An error with this text, such as `vault is sealed`.
    pub fn new(detail: impl Into<String>) -> Self {
        Self {
            detail: detail.into(),
            source: None,
        }
    }

    /// Adds the cause. Its `Display` and that of its sources are kept as text; its `Debug` is not
    /// used.
    pub fn with_source(mut self, source: impl StdError + 'static) -> Self {
        self.source = Some(Cause::new(&source));
        self
    }

    /// The text, and the source without secrets.
    pub(crate) fn into_parts(
        self,
        redactor: &Redactor,
    ) -> (String, Option<Box<dyn StdError + Send + Sync>>) {
        let source = self.source;
        let source = source.map(|cause| Box::new(cause.redacted(redactor)) as _);
        (self.detail, source)
    }
}

impl From<&str> for CredentialsError {
    fn from(detail: &str) -> Self {
        Self::new(detail)
    }
}

impl fmt::Debug for CredentialsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CredentialsError")
            .field("detail", &self.detail)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for CredentialsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

// The source is not exposed here: it is not redacted yet.
impl StdError for CredentialsError {}

/// A provider whose type of credentials is erased.
pub(crate) trait ProvideAuthorization: Send + Sync {
    /// The parts that the credentials fill, after a 401 if `is_rejected`.
    fn authorization(
        &self,
        is_rejected: bool,
    ) -> BoxFuture<Result<Authorization, CredentialsError>>;

    /// That of the provider.
    fn identity(&self) -> Option<&str>;
}

impl<P: CredentialsProvider> ProvideAuthorization for P {
    fn authorization(
        &self,
        is_rejected: bool,
    ) -> BoxFuture<Result<Authorization, CredentialsError>> {
        let credentials = match is_rejected {
            true => self.refresh(),
            false => self.credentials(),
        };
        Box::pin(async move { Ok(Authorization::new(&credentials.await?)) })
    }

    fn identity(&self) -> Option<&str> {
        CredentialsProvider::identity(self)
    }
}
