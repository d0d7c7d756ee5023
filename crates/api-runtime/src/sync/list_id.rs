//! Which list a checkpoint belongs to.

use crate::request::Request;
use crate::sync::fingerprint::Fingerprint;

/// The API, the operation and a fingerprint of its filters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListId {
    /// The API and the operation: `pos-v2/list_customers`.
    pub(crate) name: String,
    pub(crate) filters: u64,
}

impl ListId {
    /// The list that a request reads, which has no day and a constant page.
    pub(crate) fn new(api: &str, operation: &str, request: &Request) -> Self {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let name = |text: &str| text.replace(|c| !is_plain(c), "_");
        let mut filters = Fingerprint::new();
        let mut add = |text: &str| filters.add(text.as_bytes());
        add(request.method.as_str());
        add(&request.path_template);
        for (name, value) in request.values() {
            add(name);
            add(value);
        }
        Self {
            name: format!("{}/{}", name(api), name(operation)),
            filters: filters.finish(),
        }
    }

    /// # Errors
    ///
    /// If a checkpoint of the list `found` must not be used for this one.
    pub(crate) fn check(&self, found: &Self) -> Result<(), String> {
        let name = &self.name;
        if found.name != *name {
            let found = &found.name;
            return Err(format!("expected one of `{name}`, found one of `{found}`"));
        }
        match found.filters == self.filters {
            true => Ok(()),
            false => Err(format!(
                "expected one of `{name}` with the filters of this operation, found one with other \
                 filters"
            )),
        }
    }
}
