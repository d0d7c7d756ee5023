//! Access tokens of OAuth 2, which the calls of a client share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api_wire::Secret;
use http::HeaderValue;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::Error;
use crate::auth::Authorization;
use crate::auth::oauth2::TokenGrant;
use crate::auth::provider::CredentialsError;
use crate::client::future::SendFuture;
use crate::client::handle::ClientHandle;
use crate::client::token_request::{AccessToken, RequestToken};
use crate::operation::Operation;
use crate::response::decode::CollectMismatches;
use crate::retry::call::start;

/// How long before its expiry a token is replaced, at most: a call that starts with it may send
/// further attempts.
const MAX_EXPIRY_MARGIN: Duration = Duration::from_secs(60);

/// The age from which a rejected token is replaced. A newer one would be rejected again, and each
/// call would request a token.
const MIN_REJECTED_AGE: Duration = Duration::from_secs(1);

/// The current token of a client. One call at a time requests a token, and the others wait for it.
#[derive(Default)]
pub(crate) struct TokenCache {
    state: Mutex<State>,
    /// How many requests failed.
    failures: AtomicU64,
}

#[derive(Default)]
struct State {
    token: Option<CachedToken>,
    failed: Option<FailedRequest>,
}

struct CachedToken {
    grant: TokenGrant,
    token: Secret,
    requested_at: Instant,
    /// `None`: until it is rejected.
    usable_until: Option<Instant>,
}

/// The last failed request.
struct FailedRequest {
    grant: TokenGrant,
    /// How many requests had failed then, this one included.
    failures: u64,
    error: Arc<Error>,
}

impl TokenCache {
    /// The token of these client credentials: the cached one if it has not expired and is not the
    /// rejected one, otherwise a new one.
    ///
    /// Calls that wait for a request that fails fail with the same error.
    pub(crate) async fn token(
        &self,
        handle: &ClientHandle,
        authorization: &Authorization,
        grant: &TokenGrant,
        rejected: Option<&HeaderValue>,
    ) -> Result<Secret, CredentialsError> {
        let failures_before = self.failures.load(Ordering::Acquire);
        let mut state = self.state.lock().await;
        let State { token, failed } = &mut *state;
        let cached = token.as_ref().filter(|cached| cached.grant == *grant);
        if let Some(cached) = cached.filter(|cached| cached.is_usable(rejected)) {
            return Ok(cached.token.clone());
        }
        let failed_since = failed
            .as_ref()
            .filter(|failed| failed.grant == *grant && failed.failures > failures_before);
        let error = match failed_since {
            Some(failed) => Arc::clone(&failed.error),
            None => match CachedToken::request(handle, authorization, grant).await {
                Ok(requested) => return Ok(token.insert(requested).token.clone()),
                Err(error) => {
                    let error = Arc::new(error);
                    *failed = Some(FailedRequest {
                        grant: grant.clone(),
                        failures: self.failures.fetch_add(1, Ordering::AcqRel) + 1,
                        error: Arc::clone(&error),
                    });
                    error
                }
            },
        };
        Err(CredentialsError::from_call("token request failed", error))
    }
}

impl CachedToken {
    /// Requests a token, with the settings and the retry budget of the client.
    async fn request(
        handle: &ClientHandle,
        authorization: &Authorization,
        grant: &TokenGrant,
    ) -> Result<Self, Error> {
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
        let AccessToken { token, expires_in } =
            SendFuture::new(received, RequestToken::read_response)
                .await
                .map_err(Error::without_successful_response)?;
        let lifetime = expires_in.map(|lifetime| lifetime - MAX_EXPIRY_MARGIN.min(lifetime / 4));
        Ok(Self {
            grant: grant.clone(),
            token,
            requested_at,
            usable_until: lifetime.and_then(|lifetime| requested_at.checked_add(lifetime)),
        })
    }

    fn is_usable(&self, rejected: Option<&HeaderValue>) -> bool {
        let rejected = rejected.and_then(|header| header.as_bytes().strip_prefix(b"Bearer "));
        let is_rejected = rejected == Some(self.token.expose().as_bytes());
        self.usable_until.is_none_or(|until| Instant::now() < until)
            && (!is_rejected || self.requested_at.elapsed() < MIN_REJECTED_AGE)
    }
}
