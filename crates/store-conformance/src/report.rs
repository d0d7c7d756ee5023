//! Reports of checks.

use std::fmt;

/// Which checks passed and failed.
#[derive(Debug, Default)]
#[must_use]
pub struct Report {
    passed: Vec<&'static str>,
    failures: Vec<Failure>,
}

impl Report {
    /// The names of the checks that passed.
    pub fn passed(&self) -> &[&'static str] {
        &self.passed
    }

    /// The checks that failed.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    pub(crate) fn add(&mut self, check: &'static str, result: Result<(), String>) {
        match result {
            Ok(()) => self.passed.push(check),
            Err(reason) => self.failures.push(Failure { check, reason }),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (passed, failed) = (self.passed.len(), self.failures.len());
        write!(f, "{passed} checks passed, {failed} failed")?;
        self.failures
            .iter()
            .try_for_each(|failure| write!(f, "\n* {failure}"))
    }
}

/// A check that failed.
#[derive(Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The name of the check, which states the promise.
    pub check: &'static str,
    /// What the store did instead.
    pub reason: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.check, self.reason)
    }
}
