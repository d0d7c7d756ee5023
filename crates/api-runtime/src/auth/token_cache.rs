//! Access tokens of OAuth 2, which the calls with one set of credentials share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api_wire::Secret;
use http::HeaderValue;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::Error;
use crate::auth::oauth2::TokenGrant;

/// The age from which a rejected token is replaced. A newer one would be rejected again, and each
/// call would request a token.
const MIN_REJECTED_AGE: Duration = Duration::from_secs(1);

/// How many tokens are cached: while credentials rotate, calls may use the former ones.
const MAX_TOKENS: usize = 4;

/// The current tokens. One call at a time requests a token, and the others wait for it.
#[derive(Default)]
pub(crate) struct TokenCache {
    pub(crate) tokens: Mutex<CachedTokens>,
    /// How many requests failed.
    failures: AtomicU64,
}

#[derive(Default)]
pub(crate) struct CachedTokens {
    /// One for each grant, the last one inserted last.
    tokens: Vec<CachedToken>,
    failed: Option<FailedRequest>,
}

pub(crate) struct CachedToken {
    pub(crate) grant: TokenGrant,
    pub(crate) token: Secret,
    pub(crate) requested_at: Instant,
    /// `None`: until it is rejected.
    pub(crate) usable_until: Option<Instant>,
}

/// The last failed request.
struct FailedRequest {
    grant: TokenGrant,
    /// How many requests had failed then, this one included.
    failures: u64,
    error: Arc<Error>,
}

impl TokenCache {
    /// How many requests failed.
    pub(crate) fn failures(&self) -> u64 {
        self.failures.load(Ordering::Acquire)
    }

    /// Whether it is like a new one: no token is in use or requested.
    pub(crate) fn is_empty(&self) -> bool {
        let tokens = self.tokens.try_lock();
        tokens.is_ok_and(|cached| !cached.tokens.iter().any(|token| token.is_usable(None)))
    }

    /// Keeps the error of a failed request, for the calls that wait for it.
    pub(crate) fn fail(
        &self,
        tokens: &mut CachedTokens,
        grant: &TokenGrant,
        error: Error,
    ) -> Arc<Error> {
        let error = Arc::new(error);
        tokens.failed = Some(FailedRequest {
            grant: grant.clone(),
            failures: self.failures.fetch_add(1, Ordering::AcqRel) + 1,
            error: Arc::clone(&error),
        });
        error
    }
}

impl CachedTokens {
    /// The token of these client credentials, if it has not expired and is not the rejected one.
    pub(crate) fn usable(
        &self,
        grant: &TokenGrant,
        rejected: Option<&HeaderValue>,
    ) -> Option<Secret> {
        let mut tokens = self.tokens.iter();
        let cached = tokens.find(|cached| cached.grant == *grant)?;
        cached.is_usable(rejected).then(|| cached.token.clone())
    }

    /// The error of a request after this number of failures.
    pub(crate) fn failed_since(&self, grant: &TokenGrant, failures: u64) -> Option<Arc<Error>> {
        let failed = self.failed.as_ref()?;
        let is_later = failed.grant == *grant && failed.failures > failures;
        is_later.then(|| Arc::clone(&failed.error))
    }

    pub(crate) fn insert(&mut self, requested: CachedToken) {
        self.tokens.retain(|cached| cached.grant != requested.grant);
        self.tokens.push(requested);
        let surplus = self.tokens.len().saturating_sub(MAX_TOKENS);
        self.tokens.drain(..surplus);
    }
}

impl CachedToken {
    fn is_usable(&self, rejected: Option<&HeaderValue>) -> bool {
        let rejected = rejected.and_then(|header| header.as_bytes().strip_prefix(b"Bearer "));
        let is_rejected = rejected == Some(self.token.expose().as_bytes());
        self.usable_until.is_none_or(|until| Instant::now() < until)
            && (!is_rejected || self.requested_at.elapsed() < MIN_REJECTED_AGE)
    }
}
