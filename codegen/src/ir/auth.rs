//! Auth schemes.

/// A way to authenticate.
#[derive(Debug)]
pub struct Auth {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Which header it makes.
    pub scheme: Scheme,
    /// The path parameter that carries the same credential.
    pub path: Option<String>,
}

/// The header of a way to authenticate.
#[derive(Debug)]
pub enum Scheme {
    /// Basic, with a second part that may be empty.
    Basic {
        /// The credential that is the user name.
        user: String,
        /// The credential that is the password.
        password: Option<String>,
    },
    /// Bearer, with the name of the credential.
    Bearer(String),
}
