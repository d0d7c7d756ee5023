//! Scopes of entries.

use std::fmt;

use crate::error::JournalError;

/// The scope of an entry: the API, its environment and the account. A key belongs to its scope, and only a
/// client with the same scope looks the entry up.
///
/// It is one text in a row, so that the rows of an account are one range.
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

    /// The text in a row: `account/api/environment`. The name of an API and an account have no `/`.
    pub fn to_text(&self) -> String {
        format!("{}/{}/{}", self.account, self.api, self.environment)
    }

    pub(crate) fn from_text(text: &str) -> Result<Self, JournalError> {
        let mut words = text.splitn(3, '/');
        let mut word = || {
            words
                .next()
                .ok_or_else(|| JournalError::invalid("scope", text))
        };
        let (account, api, environment) = (word()?, word()?, word()?);
        Ok(Self::new(api, environment, account))
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.api, self.environment, self.account)
    }
}
