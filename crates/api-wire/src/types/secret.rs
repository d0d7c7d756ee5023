//! Strings that are never printed.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

/// Shown in place of a secret.
pub(crate) const HIDDEN: &str = "[hidden]";

/// A string that is never printed: a token, a password, a one-time code.
///
/// `Debug` prints `[hidden]`; only [`expose`](Secret::expose) and writing return the text. There is
/// no `Display`: `format!("Bearer {token}")` would compile and send `[hidden]`. The memory is
/// overwritten on drop.
///
/// ```
/// use api_wire::Secret;
///
/// let token = Secret::from("word");
/// assert_eq!(format!("{token:?}"), "[hidden]");
/// assert_eq!(token.expose(), "word");
/// ```
#[doc(alias = "redact")]
#[doc(alias = "sensitive")]
#[derive(Clone, Default)]
pub struct Secret(SecretString);

impl Secret {
    /// The text itself.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Secret(SecretString::from(text))
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Secret(SecretString::from(text))
    }
}

/// Compares every byte, so that the time reveals nothing but the length.
impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.expose().as_bytes(), other.expose().as_bytes());
        let differing = ours
            .iter()
            .zip(theirs)
            .fold(0, |bits, (a, b)| bits | (a ^ b));
        ours.len() == theirs.len() && std::hint::black_box(differing) == 0
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}
