//! Deprecation.

use serde::Serialize;

/// Something that the documents deprecate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Deprecation {
    /// What to use instead, as far as it is documented.
    pub(crate) instead: Option<String>,
}

impl Deprecation {
    /// The deprecation by a key of the spec, whose value says what to use instead.
    pub(crate) fn from_key(key: Option<&String>) -> Option<Self> {
        key.map(|instead| Self {
            instead: Some(instead.clone()),
        })
    }

    /// A sentence that starts with the word.
    pub(crate) fn sentence(&self) -> String {
        match &self.instead {
            Some(instead) => format!("Deprecated: {instead}"),
            None => "Deprecated.".to_owned(),
        }
    }
}
