//! Scopes of entries.

use std::fmt;

/// The scope of an entry: the API, its environment and the account. A key belongs to its scope, and only a
/// client with the same scope looks the entry up.
///
/// Stores compare the three texts for equality.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Scope {
    /// The API's name, such as `pos-v2`.
    pub api: String,
    /// The environment, such as `Production`.
    pub environment: String,
    /// The client's account, which names whose credentials it has.
    pub account: String,
}

impl Scope {
    /// The scope of an account.
    pub fn new(
        api: impl Into<String>,
        environment: impl Into<String>,
        account: impl Into<String>,
    ) -> Self {
        Self {
            api: api.into(),
            environment: environment.into(),
            account: account.into(),
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.api, self.environment, self.account)
    }
}
