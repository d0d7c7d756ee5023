//! Owners of leases.

use std::process;

/// The owner of the leases of one call, which differs from that of any other.
pub(crate) fn new_owner() -> String {
    format!("{}-{:016x}", process::id(), fastrand::u64(..))
}
