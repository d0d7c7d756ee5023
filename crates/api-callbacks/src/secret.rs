//! The secret path segment of a handler.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Mutex;

use api_wire::Secret;
use subtle::ConstantTimeEq;

use crate::lock::lock;

/// The fewest characters of a secret path segment.
const MIN_LEN: usize = 16;

/// The last path segment of a handler's URL, which authenticates the remote service.
struct SecretSegment(Secret);

impl SecretSegment {
    fn new(secret: Secret) -> Result<Self, InvalidSecret> {
        let text = secret.expose();
        // None of these is ever percent-encoded, so that paths can be compared as received.
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if text.len() < MIN_LEN || !text.bytes().all(is_allowed) {
            return Err(InvalidSecret);
        }
        Ok(Self(secret))
    }

    /// Compares in constant time for all texts of the secret's length.
    fn matches(&self, segment: &str) -> bool {
        bool::from(self.0.expose().as_bytes().ct_eq(segment.as_bytes()))
    }
}

/// The secret path segments of a handler: several while its secret rotates.
pub(crate) struct SecretSegments(Mutex<Vec<SecretSegment>>);

impl SecretSegments {
    pub(crate) fn new(secret: Secret) -> Result<Self, InvalidSecret> {
        Ok(Self(Mutex::new(vec![SecretSegment::new(secret)?])))
    }

    /// Adds a secret, unless it is one of them.
    pub(crate) fn add(&self, secret: Secret) -> Result<(), InvalidSecret> {
        let segment = SecretSegment::new(secret)?;
        let mut segments = lock(&self.0);
        if !segments
            .iter()
            .any(|known| known.matches(segment.0.expose()))
        {
            segments.push(segment);
        }
        Ok(())
    }

    pub(crate) fn remove(&self, secret: &str) {
        lock(&self.0).retain(|segment| !segment.matches(secret));
    }

    /// Compares all, so that the time does not depend on the one that matches.
    pub(crate) fn contain(&self, segment: &str) -> bool {
        let segments = lock(&self.0);
        let matches = |found, known: &SecretSegment| known.matches(segment) | found;
        segments.iter().fold(false, matches)
    }
}

/// A secret path segment is shorter than 16 characters, or has others than letters, digits, `-` and
/// `_`.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{Handler, Records};
/// use shop_client::GetOrder;
///
/// # fn main() {
/// # let client = shop_client::client([]);
/// # let (orders, _) = Records::<GetOrder>::in_memory(100);
/// let error = Handler::new(client, "guessable", orders).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid secret path segment: expected at least 16 letters, digits, `-` or `_`"
/// );
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidSecret;

impl fmt::Display for InvalidSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid secret path segment: expected at least 16 letters, digits, `-` or `_`")
    }
}

impl StdError for InvalidSecret {}
