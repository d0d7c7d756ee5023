//! The parts of a request, of which a journal keeps a digest.

use serde_json::Value;

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

    use crate::info::method::Method;
    use crate::info::operation_info::OperationInfo;
    use crate::request::Request;

    body! {
        struct NewOrder {
            reference_no: String,
            quantity: Option<i64> => i64,
        }
    }

    #[test]
    fn values_are_those_of_the_path_and_of_the_fields_of_the_body() {
        let info = OperationInfo::new("create", Method::Post, "/shelves/{shelf}");
        let mut request = Request::new(&info);
        request.path("shelf", &"a/b");
        let order = NewOrder {
            reference_no: "WEB-1".to_owned(),
            quantity: Some(2),
        };
        request.body_wrapped("order", &order);
        let parts = request.into_parts();
        assert_eq!(parts.value("shelf").as_deref(), Some("a/b"));
        assert_eq!(parts.value("reference_no").as_deref(), Some("WEB-1"));
        assert_eq!(parts.value("quantity").as_deref(), Some("2"));
        assert_eq!(parts.value("order"), None);
    }
}
