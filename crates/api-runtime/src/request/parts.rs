//! The parts of a request, of which a journal keeps a digest.

use serde_json::Value;

use crate::body::sent_body::{BodyShape, SentBody};

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
    /// The key around the fields of a body with a unique key.
    pub(crate) wrapper: Option<String>,
    pub(crate) unique_key: Option<String>,
}

impl RequestParts {
    /// The value of the unique key, for operations that have one.
    pub(crate) fn unique_key(&self) -> Option<&str> {
        self.unique_key.as_deref()
    }

    /// Whether the body has this unique key exactly once, and not blank. Otherwise the server may not
    /// recognize a duplicate.
    pub(crate) fn has_unique_key(&self, field: &str) -> bool {
        let value = self.unique_key().filter(|value| !value.trim().is_empty());
        let (Some(body), Some(value)) = (self.body.as_deref(), value) else {
            return false;
        };
        let shape = BodyShape::hidden(self.wrapper.clone());
        SentBody::new(body.as_bytes(), &shape, field, value).is_some()
    }

    /// The value of a path variable, or of a field of the body that is a string or a number.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        let in_path = self.path.iter().find(|(variable, _)| variable == name);
        if let Some((_, value)) = in_path {
            return Some(value.clone());
        }
        let body: Value = serde_json::from_str(self.body.as_deref()?).ok()?;
        let members = body.as_object()?;
        let in_wrapper = || match members.len() {
            1 => members.values().next()?.get(name),
            _ => None,
        };
        match members.get(name).or_else(in_wrapper)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use api_wire::body;

    use super::*;
    use crate::info::method::Method;
    use crate::info::operation_info::{OperationInfo, Retry};
    use crate::request::Request;

    body! {
        struct NewOrder {
            reference_no: String,
            quantity: Option<i64> => i64,
        }
    }

    fn parts(reference_no: &str) -> RequestParts {
        let info = OperationInfo::new("create", Method::Post, "/shelves/{shelf}")
            .retry(Retry::UniqueKey("reference_no"));
        let mut request = Request::new(&info);
        request.path("shelf", &"a/b");
        let (reference_no, quantity) = (reference_no.to_owned(), Some(2));
        let order = NewOrder {
            reference_no,
            quantity,
        };
        request.body_wrapped("order", &order);
        request.into_parts()
    }

    #[test]
    fn blank_or_repeated_unique_keys_are_none() {
        let mut parts_of_order = parts("WEB-1");
        assert!(parts_of_order.has_unique_key("reference_no"));
        assert!(!parts_of_order.has_unique_key("quantity"));
        let twice = r#"{"order":{"reference_no":"WEB-1","reference_no":"WEB-1"}}"#;
        parts_of_order.body = Some(twice.to_owned());
        assert!(!parts_of_order.has_unique_key("reference_no"));
        assert!(!parts(" ").has_unique_key("reference_no"));
    }

    #[test]
    fn values_are_those_of_the_path_and_of_the_fields_of_the_body() {
        let parts = parts("WEB-1");
        assert_eq!(parts.value("shelf").as_deref(), Some("a/b"));
        assert_eq!(parts.value("reference_no").as_deref(), Some("WEB-1"));
        assert_eq!(parts.value("quantity").as_deref(), Some("2"));
        assert_eq!(parts.value("order"), None);
    }
}
