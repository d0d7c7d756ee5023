//! Results of checks.

use std::fmt::{Debug, Display};
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
pub(crate) fn equal<T: PartialEq + Debug>(name: &str, found: T, expected: T) -> Checked {
    match found == expected {
        true => Ok(()),
        false => Err(Reason::new(format!(
            "{name}: expected {expected:?}, found {found:?}"
        ))),
    }
}

/// Fails the check unless a value has a property.
pub(crate) fn has(property: bool, expected: &str, found: impl Debug) -> Checked {
    match property {
        true => Ok(()),
        false => Err(Reason::new(format!("expected {expected}, found {found:?}"))),
    }
}
