//! Credentials that each call asks for: those of a provider, and tokens of OAuth 2.

use std::sync::Arc;

use http::header::AUTHORIZATION;

use crate::auth::Authorization;
use crate::auth::provider::{CredentialsError, ProvideAuthorization};
use crate::client::handle::{BoxedSource, ClientHandle, CredentialsSource};
use crate::client::token::token;
use crate::transport::BoxFuture;

/// Asks the provider of a client, if it has one, and exchanges its credentials for a token, if their
/// scheme is OAuth 2.
pub(crate) struct CallCredentials {
    /// `None`: the credentials are fixed.
    provider: Option<Arc<dyn ProvideAuthorization>>,
}

impl CallCredentials {
    /// The source of a client with a provider.
    pub(crate) fn from_provider(provider: Arc<dyn ProvideAuthorization>) -> BoxedSource {
        Box::new(Self {
            provider: Some(provider),
        })
    }

    /// The source of a client with fixed credentials. `None` if they are sent as they are.
    pub(crate) fn from_fixed(authorization: &Authorization) -> Option<BoxedSource> {
        authorization.token_grant()?;
        Some(Box::new(Self { provider: None }))
    }
}

impl CredentialsSource for CallCredentials {
    fn identity(&self) -> Option<&str> {
        self.provider.as_ref()?.identity()
    }

    fn resolve(
        &self,
        handle: &ClientHandle,
        rejected: Option<&Authorization>,
    ) -> BoxFuture<Result<Authorization, CredentialsError>> {
        let provider = self.provider.as_ref();
        let provided = provider.map(|provider| provider.authorization(rejected.is_some()));
        let rejected = rejected.and_then(|rejected| rejected.headers().get(AUTHORIZATION).cloned());
        let handle = handle.clone();
        Box::pin(async move {
            let authorization = match provided {
                Some(provided) => {
                    let authorization = provided.await?;
                    handle.access.identify(&handle.core, &authorization);
                    authorization
                }
                None => Authorization::clone(&handle.authorization),
            };
            match authorization.token_grant() {
                // Invalid ones are an error of the call.
                Some(grant) if authorization.invalid_fields().is_empty() => {
                    let token = token(&handle, &authorization, grant, rejected.as_ref()).await?;
                    Ok(authorization.with_token(&token))
                }
                _ => Ok(authorization),
            }
        })
    }
}
