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
    fn new(secret: Secret) -> Result<Self, InvalidSetting> {
        let text = secret.expose();
        // None of these is ever percent-encoded, so that paths can be compared as received.
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if text.len() < MIN_LEN || !text.bytes().all(is_allowed) {
            return Err(InvalidSetting::Secret);
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
    pub(crate) fn new(secret: Secret) -> Result<Self, InvalidSetting> {
        Ok(Self(Mutex::new(vec![SecretSegment::new(secret)?])))
    }

    /// Adds a secret, unless it is one of them.
    pub(crate) fn add(&self, secret: Secret) -> Result<(), InvalidSetting> {
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

/// A setting of a handler is invalid.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{Events, Handler};
/// use api_runtime::journal::MemoryStore;
/// use shop_client::GetOrder;
///
/// # fn main() {
/// # let client = shop_client::client([]);
/// let changes = Events::<GetOrder>::new(MemoryStore::new(), 100);
/// let error = Handler::new(client, "guessable", changes).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid secret path segment: expected at least 16 letters, digits, `-` or `_`"
/// );
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidSetting {
    /// A secret path segment is shorter than 16 characters, or has others than letters, digits, `-` and `_`.
    Secret,
    /// The client has no account.
    Account,
}

impl fmt::Display for InvalidSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Secret => {
                "invalid secret path segment: expected at least 16 letters, digits, `-` or `_`"
            }
            Self::Account => {
                "missing account: records belong to it, so set `ClientBuilder::account`"
            }
        })
    }
}

impl StdError for InvalidSetting {}
