//! Digests of requests.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use api_wire::Tree;
use hmac_sha256::Hash;
use serde_json::Value;

use crate::entry::json::{from_hex, hex};
use crate::error::JournalError;

/// The digest of what an operation sends, by which two calls with one key are the same request.
///
/// Version 1 is the SHA-256 of the operation's `journal_id`, the values of its path variables and its
/// query, and its body as canonical JSON: without white space, keys sorted, numbers and strings as
/// they were written, and without the fields that are no part of the request's identity. 1.0 and 1.00
/// are different requests; the order of fields makes none. Digests that stores keep stay comparable
/// over releases, as tests with fixed values show.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RequestDigest {
    version: i64,
    bytes: [u8; 32],
}

impl RequestDigest {
    /// The version of new digests.
    pub const VERSION: i64 = 1;

    /// The digest of a request that nobody knows: every request may be the same.
    pub(crate) const UNKNOWN: Self = Self {
        version: 0,
        bytes: [0; 32],
    };

    /// The digest of a request. `not_in_digest` are JSON pointers of fields of the body, without the
    /// indices of lists, such as `/order/status_callback` and `/order/items/pin`.
    pub fn new<'p>(
        journal_id: &str,
        path_and_query: impl IntoIterator<Item = (&'p str, &'p str)>,
        body: Option<&Tree>,
        not_in_digest: &[&str],
    ) -> Self {
        let body = body.map(|body| canonical(body, "", not_in_digest));
        let mut parts = vec![journal_id.as_bytes()];
        for (name, value) in path_and_query {
            parts.extend([name.as_bytes(), value.as_bytes()]);
        }
        parts.extend(body.as_deref().map(str::as_bytes));
        Self {
            version: Self::VERSION,
            bytes: hash(parts),
        }
    }

    /// Whether these may be the digests of one request. Those of two versions cannot be compared.
    pub fn is_same(&self, other: &Self) -> bool {
        self.version != other.version || self.bytes == other.bytes
    }
}

/// The text in a row: the version, and 64 hexadecimal digits.
impl fmt::Display for RequestDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.version, hex(&self.bytes))
    }
}

impl FromStr for RequestDigest {
    type Err = JournalError;

    fn from_str(text: &str) -> Result<Self, JournalError> {
        let invalid = || JournalError::invalid("digest", text);
        let (version, digits) = text.split_once(':').ok_or_else(invalid)?;
        let bytes = from_hex(digits).and_then(|bytes| bytes.try_into().ok());
        Ok(Self {
            version: version.parse().map_err(|_| invalid())?,
            bytes: bytes.ok_or_else(invalid)?,
        })
    }
}

impl fmt::Debug for RequestDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Hashes each part with its length, so that no two sequences of parts have the same digest.
pub(crate) fn hash<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> [u8; 32] {
    let mut hash = Hash::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize()
}

/// `pointer` is that of the value in the body, without the indices of lists.
fn canonical(tree: &Tree, pointer: &str, left_out: &[&str]) -> String {
    match tree {
        Tree::Scalar(text) => text.to_string(),
        Tree::List(items) => {
            let items = items.iter();
            let items = items.map(|item| canonical(item, pointer, left_out));
            format!("[{}]", items.collect::<Vec<_>>().join(","))
        }
        Tree::Object(members) => {
            let members = members.iter().map(|(key, value)| (&**key, value));
            // Of a repeated key, the last value.
            let members = members.collect::<BTreeMap<_, _>>().into_iter();
            let members = members.filter_map(|(key, value)| {
                let pointer = format!("{pointer}/{key}");
                let value = || canonical(value, &pointer, left_out);
                (!left_out.contains(&&*pointer))
                    .then(|| format!("{}:{}", Value::from(key), value()))
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
    }
}
