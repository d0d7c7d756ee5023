//! The retry budgets of a client, one for each set of credentials.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use crate::attempt::budget::RetryBudget;
use crate::auth::Authorization;

/// How many budgets are kept before the unused ones are removed.
const MIN_PRUNED: usize = 64;

/// The retry budgets of the clients that share a connection pool.
///
/// Each set of credentials has its own, so that the failures of one account do not prevent retries
/// for another. They are found again by a hash of the credentials, or of the identity of their
/// provider: a client that is derived anew for every call does not have a new budget for every
/// call.
#[derive(Default)]
pub(crate) struct RetryBudgets {
    /// Random, so that no credential can be guessed from a hash.
    hasher: RandomState,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    by_hash: HashMap<u64, Arc<RetryBudget>>,
    /// The number of budgets after the latest pruning.
    pruned: usize,
}

impl RetryBudgets {
    /// The budget of these credentials.
    pub(crate) fn of_credentials(&self, authorization: &Authorization) -> Arc<RetryBudget> {
        let mut hasher = self.hasher.build_hasher();
        authorization.hash_values(&mut hasher);
        self.of_hash(hasher.finish())
    }

    /// The budget of the providers with this identity.
    pub(crate) fn of_identity(&self, identity: &str) -> Arc<RetryBudget> {
        self.of_hash(self.hasher.hash_one(("identity", identity)))
    }

    fn of_hash(&self, hash: u64) -> Arc<RetryBudget> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(budget) = kept.by_hash.get(&hash) {
            return Arc::clone(budget);
        }
        kept.prune();
        Arc::clone(kept.by_hash.entry(hash).or_default())
    }
}

impl Kept {
    /// Removes unused budgets whenever the number has doubled. Full ones are like new ones, and each is full after
    /// ten minutes without a call.
    fn prune(&mut self) {
        if self.by_hash.len() < MIN_PRUNED.max(self.pruned.saturating_mul(2)) {
            return;
        }
        self.by_hash
            .retain(|_, budget| Arc::strong_count(budget) > 1 || !budget.is_full());
        self.pruned = self.by_hash.len();
    }
}
