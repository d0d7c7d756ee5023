//! The query string of a URL.

use crate::head::encode::percent_encode;

/// Percent-encoded parameters, in the order in which they were added.
#[derive(Clone, Default)]
pub(crate) struct Query(String);

impl Query {
    pub(crate) fn add(&mut self, name: &str, value: &str) {
        self.0.push(if self.0.is_empty() { '?' } else { '&' });
        self.0.push_str(&percent_encode(name));
        self.0.push('=');
        self.0.push_str(&percent_encode(value));
    }

    /// The encoded parameters, with the `?`.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a parameter with this name was added.
    pub(crate) fn contains(&self, name: &str) -> bool {
        let name = percent_encode(name);
        // Every parameter follows a `?` or `&`.
        let mut parameters = self.0.split(['?', '&']).skip(1);
        parameters.any(|parameter| parameter.split('=').next() == Some(&name))
    }
}
