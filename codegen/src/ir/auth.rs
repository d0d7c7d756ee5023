//! Auth schemes.

use crate::source::Span;

/// An auth scheme.
#[derive(Debug)]
pub(crate) struct Auth {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// Which header it makes.
    pub(crate) scheme: Scheme,
    /// The path parameter that carries the same credential.
    pub(crate) path: Option<String>,
    pub(crate) span: Span,
}

/// The header of an auth scheme.
#[derive(Debug)]
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
}
