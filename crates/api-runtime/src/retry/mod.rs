//! Retries: the loop of a call, the policy, the backoff and the budget.

mod authorize;
pub(crate) mod backoff;
pub(crate) mod budget;
pub(crate) mod call;
pub(crate) mod limits;
pub(crate) mod policy;
pub(crate) mod rate_limit;
pub(crate) mod rate_limiter;
pub(crate) mod retry_after;
pub(crate) mod retry_policy;
pub(crate) mod throttle;
