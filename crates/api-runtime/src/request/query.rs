//! The query of an address.

use crate::request::encode::percent;

/// Parameters, encoded as they come and in the order in which they come.
#[derive(Default)]
pub(crate) struct Query(String);

impl Query {
    pub(crate) fn add(&mut self, name: &str, value: &str) {
        self.0.push(if self.0.is_empty() { '?' } else { '&' });
        self.0.push_str(&percent(name));
        self.0.push('=');
        self.0.push_str(&percent(value));
    }

    /// Whether a parameter of this name was added.
    pub(crate) fn has(&self, name: &str) -> bool {
        let name = percent(name);
        // Every parameter has its `?` or `&` before it.
        let mut parts = self.0.split(['?', '&']).skip(1);
        parts.any(|part| part.split('=').next() == Some(&name))
    }

    /// The address with the query after it.
    pub(crate) fn after(&self, mut address: String) -> String {
        address.push_str(&self.0);
        address
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_encoded() {
        let mut query = Query::default();
        assert_eq!(query.after("https://host/a".to_owned()), "https://host/a");
        assert!(!query.has(""));
        query.add("q[updated_at_gt]", "2024-01-31");
        assert!(query.has("q[updated_at_gt]") && !query.has("q"));
        query.add("name", "a&b=c+d %");
        assert_eq!(
            query.after("https://host/a".to_owned()),
            "https://host/a?q%5Bupdated_at_gt%5D=2024-01-31&name=a%26b%3Dc%2Bd%20%25"
        );
    }
}
