//! Changes of leases.

use std::time::Duration;

/// What an update does to `lease_until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaseChange {
    /// Nothing: another process holds the lease.
    Keep,
    /// Sets it to `now` plus this duration.
    Renew(Duration),
    /// Sets it to null: there is nothing to recover.
    End,
}
