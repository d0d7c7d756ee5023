//! The limits of a client, for each set of credentials: its retry budget and its rate. Its tokens of
//! OAuth 2 are beside them.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use crate::RateLimit;
use crate::auth::Authorization;
use crate::auth::token_cache::TokenCache;
use crate::client::settings::Settings;
use crate::retry::budget::RetryBudget;
use crate::retry::rate_limiter::RateLimiter;

/// How many limits are kept before the unused ones are removed.
const MIN_PRUNED: usize = 64;

/// How many limits are kept if no client uses them any more.
const MAX_UNUSED: usize = 10_000;

/// What bounds the requests with one set of credentials.
#[derive(Default)]
pub(crate) struct CredentialsLimits {
    pub(crate) budget: Arc<RetryBudget>,
    /// `None` if the client has no rate limit. If only the client as a whole has one, it is a queue.
    pub(crate) rate_limiter: Option<RateLimiter>,
    /// For credentials of OAuth 2.
    pub(crate) tokens: TokenCache,
}

impl CredentialsLimits {
    /// Whether they are like new ones.
    fn is_full(&self) -> bool {
        self.tokens.is_empty()
            && self.budget.is_full()
            && self.rate_limiter.as_ref().is_none_or(RateLimiter::is_full)
    }
}

/// The limits of the clients that share a connection pool.
///
/// Each set of credentials has its own, so that the failures of one venue do not prevent retries
/// for another, and its queue does not hold up the requests of another. They are found again by a
/// hash of the credentials, or of the identity of their provider: a client that is derived anew for
/// every call does not have new limits for every call.
#[derive(Default)]
pub(crate) struct Limits {
    /// Of all requests.
    pub(crate) rate_limiter: Option<RateLimiter>,
    rate_limit_per_credentials: Option<RateLimit>,
    /// Random, so that no credential can be guessed from a hash.
    hasher: RandomState,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    by_hash: HashMap<u64, Arc<CredentialsLimits>>,
    /// The number of limits after the latest pruning.
    pruned: usize,
}

impl Limits {
    pub(crate) fn new(settings: &Settings) -> Self {
        let limit = settings.rate_limit;
        Self {
            rate_limiter: limit.map(|limit| RateLimiter::new(Some(limit))),
            rate_limit_per_credentials: settings.rate_limit_per_credentials,
            ..Self::default()
        }
    }

    /// The limits of these credentials.
    pub(crate) fn of_credentials(&self, authorization: &Authorization) -> Arc<CredentialsLimits> {
        let mut hasher = self.hasher.build_hasher();
        authorization.hash_values(&mut hasher);
        self.of_hash(hasher.finish())
    }

    /// The limits of the providers with this identity.
    pub(crate) fn of_identity(&self, identity: &str) -> Arc<CredentialsLimits> {
        self.of_hash(self.hasher.hash_one(("identity", identity)))
    }

    /// New limits, which no other client shares.
    pub(crate) fn unshared(&self) -> Arc<CredentialsLimits> {
        let limit = self.rate_limit_per_credentials;
        let has_queue = limit.is_some() || self.rate_limiter.is_some();
        Arc::new(CredentialsLimits {
            budget: Arc::default(),
            rate_limiter: has_queue.then(|| RateLimiter::new(limit)),
            tokens: TokenCache::default(),
        })
    }

    fn of_hash(&self, hash: u64) -> Arc<CredentialsLimits> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(limits) = kept.by_hash.get(&hash) {
            return Arc::clone(limits);
        }
        kept.prune();
        let limits = kept.by_hash.entry(hash).or_insert_with(|| self.unshared());
        Arc::clone(limits)
    }
}

impl Kept {
    /// Removes unused limits whenever the number has doubled. Full ones are like new ones.
    fn prune(&mut self) {
        if self.by_hash.len() < MIN_PRUNED.max(self.pruned.saturating_mul(2)) {
            return;
        }
        let mut unused = 0;
        self.by_hash.retain(|_, limits| {
            let (is_used, is_full) = (Arc::strong_count(limits) > 1, limits.is_full());
            unused += usize::from(!is_used && !is_full);
            is_used || !is_full && unused <= MAX_UNUSED
        });
        self.pruned = self.by_hash.len();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn kept(limits: &Limits) -> usize {
        limits.kept.lock().unwrap().by_hash.len()
    }

    #[test]
    fn budget_of_dropped_clients_is_found_again() {
        let limits = Limits::default();
        assert!(limits.of_hash(7).budget.withdraw());
        assert!(!limits.of_hash(7).budget.is_full());
        assert!(limits.of_hash(8).budget.is_full());
    }

    #[test]
    fn paused_rate_limit_of_dropped_clients_is_found_again() {
        let limits = Limits::new(&Settings {
            rate_limit_per_credentials: Some(RateLimit::per_second(10)),
            ..Settings::default()
        });
        let rate_limiter_is_full = |hash| {
            let limits = limits.of_hash(hash);
            limits.rate_limiter.as_ref().unwrap().is_full()
        };
        let paused = limits.of_hash(7);
        let pause = Some(Duration::from_secs(60));
        paused.rate_limiter.as_ref().unwrap().pause(pause);
        drop(paused);
        for hash in 1_000..10_000 {
            drop(limits.of_hash(hash));
        }
        assert!(kept(&limits) <= 300, "{}", kept(&limits));
        assert!(!rate_limiter_is_full(7));
        assert!(rate_limiter_is_full(8));
    }

    #[test]
    fn unused_full_limits_are_removed() {
        let limits = Limits::default();
        let used: Vec<_> = (0..100).map(|hash| limits.of_hash(hash)).collect();
        let spent = limits.of_hash(u64::MAX);
        assert!(spent.budget.withdraw());
        drop(spent);
        for hash in 1_000..100_000 {
            drop(limits.of_hash(hash));
        }
        assert!(kept(&limits) <= 300, "{}", kept(&limits));
        assert!(!limits.of_hash(u64::MAX).budget.is_full());
        assert!(Arc::ptr_eq(&used[99], &limits.of_hash(99)));
    }

    #[test]
    fn unused_spent_limits_are_bounded() {
        let limits = Limits::default();
        for hash in 0..100_000 {
            assert!(limits.of_hash(hash).budget.withdraw());
        }
        assert!(kept(&limits) <= 2 * (MAX_UNUSED + 1), "{}", kept(&limits));
    }
}
