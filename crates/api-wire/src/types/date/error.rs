//! Errors of dates and times.

use std::error::Error;
use std::fmt;

/// Why a text or numbers are no date or time. The message does not have the value, which may be personal data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateError {
    expected: &'static str,
}

impl DateError {
    pub(crate) const DATE: Self = Self::new("a date such as 2026-11-21");
    pub(crate) const TIMESTAMP: Self = Self::new("a time such as 2026-11-21T10:00:00Z");
    pub(crate) const LOCAL_DATE_TIME: Self = Self::new("a time such as 2026-11-21T10:00:00");

    pub(crate) const fn new(expected: &'static str) -> Self {
        Self { expected }
    }
}

impl fmt::Display for DateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl Error for DateError {}
