//! Auth schemes.

use serde::Serialize;

use crate::source::Span;

/// An auth scheme.
#[derive(Debug, Serialize)]
pub(crate) struct Auth {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// The header that authorizes requests.
    pub(crate) scheme: Scheme,
    /// The path parameter that carries the same credential.
    pub(crate) path: Option<String>,
    pub(crate) span: Span,
}

/// The header of an auth scheme.
#[derive(Debug, Serialize)]
pub(crate) enum Scheme {
    /// Basic, with a password that may be empty.
    Basic {
        /// The credential that is the user name.
        user: String,
        /// The credential that is the password.
        password: Option<String>,
    },
    /// Bearer, with the name of the credential.
    Bearer(String),
    /// An API key in a header of its own.
    ApiKey {
        /// The name of the header.
        header: String,
        /// The credential that is the key.
        credential: String,
    },
}

impl Scheme {
    /// Whether it is an API key in this header.
    pub(crate) fn is_in(&self, name: &str) -> bool {
        matches!(self, Self::ApiKey { header, .. } if header.eq_ignore_ascii_case(name))
    }

    /// The names of the credentials, in their order in the header.
    pub(crate) fn credentials(&self) -> Vec<&str> {
        match self {
            Self::Basic { user, password } => std::iter::once(user)
                .chain(password)
                .map(String::as_str)
                .collect(),
            Self::Bearer(credential) | Self::ApiKey { credential, .. } => vec![credential],
        }
    }
}
