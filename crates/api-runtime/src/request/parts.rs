//! The parts of a request, of which a journal keeps a digest.

use crate::body::json::{members, string_or_number, values};

/// What an operation sends, without credentials and without what the client adds.
///
/// It may contain secrets and personal data: a journal of writes keeps a digest of it.
pub(crate) struct RequestParts {
    pub(crate) path: Vec<(String, String)>,
    /// Encoded, with the `?`.
    pub(crate) query: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Option<String>,
    /// The JSON pointers of the secrets of the body, without the indices of lists.
    pub(crate) secret_fields: Vec<String>,
}

impl RequestParts {
    /// The value of a path variable, or of a field of the body that is a string or a number.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        let in_path = self.path.iter().find(|(variable, _)| variable == name);
        if let Some((_, value)) = in_path {
            return Some(value.clone());
        }
        let body = self.body.as_deref()?;
        let in_wrapper = || match members(body)[..] {
            [(_, record)] => values(record, name).pop(),
            _ => None,
        };
        string_or_number(values(body, name).pop().or_else(in_wrapper)?)
    }
}
