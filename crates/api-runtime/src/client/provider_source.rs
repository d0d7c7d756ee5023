//! Credentials that each call asks a provider for.

use std::sync::Arc;

use crate::auth::Authorization;
use crate::auth::provider::{CredentialsError, ProvideAuthorization};
use crate::client::handle::{ClientHandle, CredentialsSource, SharedSource};
use crate::transport::BoxFuture;

/// Asks the provider of a client.
pub(crate) struct ProviderSource(Arc<dyn ProvideAuthorization>);

impl ProviderSource {
    pub(crate) fn shared(provider: Arc<dyn ProvideAuthorization>) -> SharedSource {
        Arc::new(Box::new(Self(provider)))
    }
}

impl CredentialsSource for ProviderSource {
    fn resolve(
        &self,
        _: &ClientHandle,
        rejected: Option<&Authorization>,
    ) -> BoxFuture<Result<Authorization, CredentialsError>> {
        self.0.authorization(rejected.is_some())
    }
}
