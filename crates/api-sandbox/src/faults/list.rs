//! The injected faults.

use std::fmt;

use serde::Serialize;

use super::{Fault, FaultRequest};

/// A fault of a sandbox, and how often it has happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct InjectedFault {
    /// Its number in the sandbox.
    pub id: u64,
    /// The fault, as it was injected.
    #[serde(flatten)]
    pub fault: Fault,
    /// How many times it has happened.
    pub hits: u32,
    /// How many more times it will happen.
    pub remaining: u32,
    /// How many requests for its operation differed in venue or reference, or had a response that
    /// the effect does not change.
    pub mismatches: u64,
    /// The difference of the last one of those.
    pub last_mismatch: Option<String>,
    /// How many matching requests are still skipped.
    #[serde(skip)]
    skip: u32,
}

impl fmt::Display for InjectedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.hits.saturating_add(self.remaining);
        write!(
            f,
            "fault {} ({}) happened {} of {total} times",
            self.id, self.fault, self.hits
        )?;
        if self.skip > 0 {
            write!(
                f,
                ", {} more matching requests are skipped first",
                self.skip
            )?;
        }
        if let Some(mismatch) = &self.last_mismatch {
            let count = self.mismatches;
            write!(f, ", {count} requests did not match, the last: {mismatch}")?;
        }
        Ok(())
    }
}

/// The injected faults, the oldest first.
#[derive(Default)]
pub(crate) struct FaultList {
    faults: Vec<InjectedFault>,
    last_id: u64,
}

impl FaultList {
    /// Adds a valid fault, and returns its id.
    pub(crate) fn add(&mut self, fault: Fault) -> u64 {
        self.last_id += 1;
        self.faults.push(InjectedFault {
            id: self.last_id,
            hits: 0,
            remaining: fault.occurrences(),
            mismatches: 0,
            last_mismatch: None,
            skip: fault.after,
            fault,
        });
        self.last_id
    }

    /// All faults, pending and used.
    pub(crate) fn all(&self) -> &[InjectedFault] {
        &self.faults
    }

    /// Removes a fault; `false` if no fault has the id.
    pub(crate) fn remove(&mut self, id: u64) -> bool {
        let count = self.faults.len();
        self.faults.retain(|fault| fault.id != id);
        self.faults.len() < count
    }

    pub(crate) fn clear(&mut self) {
        self.faults.clear();
    }

    /// Counts a request, and takes one occurrence of the first fault that happens to it, with its id.
    pub(crate) fn take(&mut self, request: &FaultRequest<'_>) -> Option<(u64, Fault)> {
        let mut taken = None;
        let pending = self
            .faults
            .iter_mut()
            .filter(|fault| fault.remaining > 0 && fault.fault.is_for_operation(request.operation));
        for injected in pending {
            if let Err(mismatch) = injected.fault.check(request) {
                injected.mismatches += 1;
                injected.last_mismatch = Some(mismatch);
            } else if injected.skip > 0 {
                injected.skip -= 1;
            } else if taken.is_none() {
                taken = Some((injected.id, injected.fault.occurrence(injected.hits)));
                injected.hits += 1;
                injected.remaining -= 1;
            }
        }
        taken
    }

    /// Restores an occurrence that did not change its response.
    pub(crate) fn restore(&mut self, id: u64, mismatch: String) {
        if let Some(injected) = self.faults.iter_mut().find(|fault| fault.id == id) {
            injected.hits = injected.hits.saturating_sub(1);
            injected.remaining += 1;
            injected.mismatches += 1;
            injected.last_mismatch = Some(mismatch);
        }
    }
}
