//! Retries: the loop of a call, the policy, the backoff and the budget.

mod authorize;
pub(crate) mod backoff;
pub(crate) mod budget;
pub(crate) mod budgets;
pub(crate) mod call;
pub(crate) mod classify;
pub(crate) mod decode;
pub(crate) mod handle;
pub(crate) mod known;
pub(crate) mod policy;
pub(crate) mod received;
#[cfg(feature = "testing")]
mod record;
pub(crate) mod settings;
pub(crate) mod watched;
