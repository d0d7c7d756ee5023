//! Errors and time limits of stores.

use std::error::Error as StdError;
use std::time::Duration;

/// The error of a store. The handler then queues the record, or responds with 503.
pub type StoreError = Box<dyn StdError + Send + Sync>;

/// The time limit of a store. One that does not respond must not hold up all later reads.
pub(crate) const STORE_TIMEOUT: Duration = Duration::from_secs(30);
