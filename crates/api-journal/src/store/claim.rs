//! Claims of entries whose lease has expired.

use std::time::Duration;

use crate::{Entry, Scope};

/// Which entries recovery claims: those of one scope and of operations that it knows, whose lease
/// has expired.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Claim<'c> {
    /// The API, environment and venue.
    pub scope: &'c Scope,
    /// The names of the operations.
    pub operations: &'c [&'static str],
    /// The owner of the new leases.
    pub owner: &'c str,
    /// The duration of the new leases.
    pub lease: Duration,
    /// The maximum of entries. Those whose lease expired first are claimed first.
    pub limit: u32,
}

impl<'c> Claim<'c> {
    /// A claim.
    pub fn new(
        scope: &'c Scope,
        operations: &'c [&'static str],
        owner: &'c str,
        lease: Duration,
        limit: u32,
    ) -> Self {
        Self {
            scope,
            operations,
            owner,
            lease,
            limit,
        }
    }

    /// Whether an entry is one of these, apart from its lease.
    pub fn includes(&self, entry: &Entry) -> bool {
        entry.scope == *self.scope && self.operations.contains(&entry.operation.as_str())
    }
}
