//! Results of checks.

use std::fmt::Display;
use std::time::Duration;

/// The result of a check, with the reason why it failed.
pub(crate) type Checked<T = ()> = Result<T, Reason>;

/// Why a check failed.
pub(crate) struct Reason(String);

impl Reason {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }

    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

// Every error of a store fails the check.
impl<E: Display> From<E> for Reason {
    fn from(error: E) -> Self {
        Self(format!("expected no error, found `{error}`"))
    }
}

/// The limit of one check, so that a deadlock fails by name.
pub(crate) const CHECK_TIMEOUT: Duration = Duration::from_secs(120);

/// Fails the check unless the values are equal.
macro_rules! expect_eq {
    ($name:expr, $actual:expr, $expected:expr $(,)?) => {
        match (&$actual, &$expected) {
            (actual, expected) => {
                if *actual != *expected {
                    return Err($crate::check::Reason::new(format!(
                        "{}: expected {expected:?}, found {actual:?}",
                        $name
                    )));
                }
            }
        }
    };
}

/// Fails the check unless the condition holds.
macro_rules! expect {
    ($condition:expr, $($reason:tt)+) => {
        if !$condition {
            return Err($crate::check::Reason::new(format!($($reason)+)));
        }
    };
}
