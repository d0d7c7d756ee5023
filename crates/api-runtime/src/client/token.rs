//! Requests access tokens of OAuth 2, unless they are cached.

use std::sync::Arc;
use std::time::Duration;

use api_wire::Secret;
use http::HeaderValue;
use tokio::time::Instant;

use crate::Error;
use crate::auth::Authorization;
use crate::auth::oauth2::TokenGrant;
use crate::auth::provider::CredentialsError;
use crate::auth::token_cache::CachedToken;
use crate::client::future::SendFuture;
use crate::client::handle::ClientHandle;
use crate::client::token_request::{AccessToken, RequestToken};
use crate::operation::Operation;
use crate::response::decode::CollectMismatches;
use crate::retry::call::start;

/// How long before its expiry a token is replaced, at most: a call that starts with it may send
/// further attempts.
const MAX_EXPIRY_MARGIN: Duration = Duration::from_secs(60);

/// The token of these client credentials: the cached one if it has not expired and is not the
/// rejected one, otherwise a new one. Clients with the same credentials share it.
///
/// Calls that wait for a request that fails fail with the same error.
pub(crate) async fn token(
    handle: &ClientHandle,
    authorization: &Authorization,
    grant: &TokenGrant,
    rejected: Option<&HeaderValue>,
) -> Result<Secret, CredentialsError> {
    let cache = &handle.limits().tokens;
    let failures = cache.failures();
    let mut tokens = cache.tokens.lock().await;
    if let Some(token) = tokens.usable(grant, rejected) {
        return Ok(token);
    }
    let error = match tokens.failed_since(grant, failures) {
        Some(error) => error,
        None => match request(handle, authorization, grant).await {
            Ok(requested) => {
                let token = requested.token.clone();
                tokens.insert(requested);
                return Ok(token);
            }
            Err(error) => cache.fail(&mut tokens, grant, error),
        },
    };
    Err(CredentialsError::from_call("token request failed", error))
}

/// Requests a token, with the settings and the retry budget of the client.
async fn request(
    handle: &ClientHandle,
    authorization: &Authorization,
    grant: &TokenGrant,
) -> Result<CachedToken, Error> {
    let handle = ClientHandle {
        core: Arc::clone(&handle.core),
        authorization: Arc::new(
            authorization
                .client_authentication(grant)
                .redacting(&handle.core.redactor),
        ),
        access: handle.access_without_source(),
        options: None,
    };
    let requested_at = Instant::now();
    let received = start(
        &handle,
        &RequestToken(grant.oauth2),
        CollectMismatches::IfConfigured,
    );
    let AccessToken { token, expires_in } = SendFuture::new(received, RequestToken::read_response)
        .await
        .map_err(Error::without_successful_response)?;
    let lifetime = expires_in.map(|lifetime| lifetime - MAX_EXPIRY_MARGIN.min(lifetime / 4));
    Ok(CachedToken {
        grant: grant.clone(),
        token,
        requested_at,
        usable_until: lifetime.and_then(|lifetime| requested_at.checked_add(lifetime)),
    })
}
