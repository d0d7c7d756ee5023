//! Retries, backoff, timeouts and look-ups, with a scripted transport and paused time: backoff
//! costs no time, and delays are exact.

mod accounts;
mod budget;
mod credentials;
mod detached;
mod echoes;
mod errors;
mod fates;
mod hooks;
mod idempotency_keys;
mod limits;
mod lookups;
mod once;
mod options;
mod outcomes;
mod paging;
mod recovered;
mod waits;
mod watch;

use test_support::{retry_rules as shop, script};
