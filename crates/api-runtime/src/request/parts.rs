//! The parts of a request, of which a journal keeps a digest.

use std::sync::Arc;

use api_journal::RequestDigest;
use api_wire::ReadError;

use crate::body::written_body::WrittenBody;

/// What an operation sends, without credentials and without what the client adds.
///
/// It may contain secrets and personal data: a journal of writes keeps a digest of it.
pub(crate) struct RequestParts {
    pub(crate) path: Vec<(String, String)>,
    /// Encoded, with the `?`.
    pub(crate) query: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Option<Arc<WrittenBody>>,
}

impl RequestParts {
    /// The value of a path variable, or of a field of the body that is a string or a number.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        let in_path = self.path.iter().find(|(variable, _)| variable == name);
        match in_path {
            Some((_, value)) => Some(value.clone()),
            None => self.body.as_ref()?.value(name),
        }
    }

    /// The digest. A secret is no part of the request's identity: a retry may have another one.
    ///
    /// # Errors
    ///
    /// If the body is nested too deep.
    pub(crate) fn digest(&self, journal_id: &str) -> Result<RequestDigest, ReadError> {
        let values = self.path.iter().chain(&self.headers);
        let values = values.map(|(name, value)| (name.as_str(), value.as_str()));
        let values = values.chain([("", self.query.as_str())]);
        let body = self.body.as_deref();
        let secrets = body.into_iter().flat_map(|body| &body.secrets);
        let secrets: Vec<_> = secrets.map(String::as_str).collect();
        let tree = body.map(WrittenBody::tree).transpose()?;
        Ok(RequestDigest::new(journal_id, values, tree, &secrets))
    }
}
