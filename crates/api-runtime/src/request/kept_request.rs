//! Requests that are kept, to be compared and sent again.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Map, Value, json};

use crate::request::sent_body::{BodyShape, SentBody};
use crate::{Method, Operation, ReadError, Request};

/// What an operation sends, without credentials and without what the client adds.
///
/// It may contain secrets and personal data, which `Debug` does not show. A journal of writes keeps
/// a digest of it, and sends it again with [`Request::replay`].
#[derive(Clone, PartialEq, Eq)]
pub struct KeptRequest {
    pub(crate) method: Method,
    pub(crate) path_template: Cow<'static, str>,
    pub(crate) path: Vec<(String, String)>,
    /// Encoded, with the `?`.
    pub(crate) query: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Option<String>,
    /// The key around the fields of a body with a unique key.
    pub(crate) wrapper: Option<String>,
    pub(crate) unique_key: Option<String>,
    /// Whether the client adds values whose names are not kept.
    pub(crate) has_client_values: bool,
}

impl KeptRequest {
    /// The request of an operation, which is not validated.
    pub fn from_operation<O: Operation>(operation: &O) -> Self {
        let mut request = Request::new(&O::INFO);
        operation.write_request(&mut request);
        request.to_kept()
    }

    /// The parts of the request: the same for each request of equal operations, and others for
    /// operations that differ in what they send.
    pub fn parts(&self) -> Vec<&str> {
        let mut parts = vec![self.method.as_str(), &self.path_template, &self.query];
        for (name, value) in self.path.iter().chain(&self.headers) {
            parts.extend([name.as_str(), value.as_str()]);
        }
        parts.extend(self.body.as_deref());
        parts
    }

    /// The value of the unique key, for operations that have one.
    pub fn unique_key(&self) -> Option<&str> {
        self.unique_key.as_deref()
    }

    /// Whether the body has this unique key exactly once, and not blank. Otherwise the server may not
    /// recognize a duplicate.
    pub fn has_unique_key(&self, field: &str) -> bool {
        let value = self.unique_key().filter(|value| !value.trim().is_empty());
        let (Some(body), Some(value)) = (self.body.as_deref(), value) else {
            return false;
        };
        let shape = BodyShape::hidden(self.wrapper.clone());
        SentBody::new(body.as_bytes(), &shape, field, value).is_some()
    }

    /// The value of a path variable, or of a field of the body that is a string or a number.
    pub fn value(&self, name: &str) -> Option<String> {
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

    /// Whether [`Request::replay`] writes the whole request: the client adds no values to it.
    pub fn is_replayable(&self) -> bool {
        !self.has_client_values
    }

    /// The request as JSON.
    pub fn to_json(&self) -> String {
        let pairs = |pairs: &[(String, String)]| -> Value {
            let pairs = pairs.iter();
            pairs.map(|(name, value)| json!([name, value])).collect()
        };
        let mut members: Map<String, Value> = [
            ("method", Value::from(self.method.as_str())),
            ("path_template", self.path_template.as_ref().into()),
            ("path", pairs(&self.path)),
            ("query", self.query.as_str().into()),
            ("body", self.body.as_deref().into()),
            ("wrapper", self.wrapper.as_deref().into()),
            ("unique_key", self.unique_key.as_deref().into()),
            ("has_client_values", self.has_client_values.into()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect();
        if !self.headers.is_empty() {
            members.insert("headers".to_owned(), pairs(&self.headers));
        }
        Value::Object(members).to_string()
    }

    /// Reads the JSON of [`to_json`](Self::to_json).
    ///
    /// # Errors
    ///
    /// If it is another JSON.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let invalid = || ReadError::wrapper("invalid kept request");
        let value: Value = serde_json::from_str(text).map_err(|_| invalid())?;
        let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let method = text("method").ok_or_else(invalid)?;
        let mut methods = Method::ALL.into_iter();
        let pairs = |name: &str| -> Option<Vec<(String, String)>> {
            let pairs = value.get(name)?.as_array()?.iter().map(|pair| {
                let part = |index: usize| pair.get(index)?.as_str().map(str::to_owned);
                Some((part(0)?, part(1)?))
            });
            pairs.collect()
        };
        let headers = match value.get("headers") {
            Some(_) => pairs("headers").ok_or_else(invalid)?,
            None => Vec::new(),
        };
        let has_client_values = value.get("has_client_values").and_then(Value::as_bool);
        Ok(Self {
            method: methods
                .find(|known| known.as_str() == method)
                .ok_or_else(invalid)?,
            path_template: text("path_template").ok_or_else(invalid)?.into(),
            path: pairs("path").ok_or_else(invalid)?,
            query: text("query").ok_or_else(invalid)?,
            headers,
            body: text("body"),
            wrapper: text("wrapper"),
            unique_key: text("unique_key"),
            has_client_values: has_client_values.ok_or_else(invalid)?,
        })
    }
}

impl fmt::Debug for KeptRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeptRequest")
            .field("method", &self.method)
            .field("path_template", &self.path_template)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use api_wire::body;

    use super::*;
    use crate::{OperationInfo, RawResponse, ResponseReader, Retry};

    struct Api;

    impl crate::Api for Api {
        const NAME: &'static str = "shop";
        type Environment = ();
        type ClientValues = ();
    }

    #[derive(Clone, PartialEq)]
    struct NewOrder {
        reference_no: String,
        quantity: Option<i64>,
    }

    body! { NewOrder { reference_no: "reference_no", quantity: "quantity" => i64, } }

    struct CreateOrder(&'static str);

    impl Operation for CreateOrder {
        type Api = Api;
        type Output = RawResponse;
        const INFO: OperationInfo = OperationInfo::new("create", Method::Post, "/shelves/{shelf}")
            .retry(Retry::UniqueKey("reference_no"));

        fn write_request(&self, request: &mut Request) {
            request.path("shelf", &"a/b");
            request.query("notify", &true);
            request.header("If-Match", &"\"7\"");
            let reference_no = self.0.to_owned();
            let quantity = Some(2);
            request.body_wrapped(
                "order",
                &NewOrder {
                    reference_no,
                    quantity,
                },
            );
        }

        fn read_response(response: &ResponseReader) -> Result<RawResponse, ReadError> {
            Ok(response.raw())
        }
    }

    #[test]
    fn a_kept_request_is_read_and_replayed_as_it_was_written() {
        let kept = KeptRequest::from_operation(&CreateOrder("WEB-1"));
        assert_eq!(kept.unique_key(), Some("WEB-1"));
        let read = KeptRequest::from_json(&kept.to_json()).unwrap();
        assert!(read == kept);
        let mut request = Request::new(&CreateOrder::INFO);
        request.replay(&read);
        assert!(request.to_kept() == kept);
        assert!(KeptRequest::from_json("{}").is_err());
    }

    #[test]
    fn blank_or_repeated_unique_keys_are_none() {
        let mut kept = KeptRequest::from_operation(&CreateOrder("WEB-1"));
        assert!(kept.has_unique_key("reference_no"));
        assert!(!kept.has_unique_key("quantity"));
        let twice = r#"{"order":{"reference_no":"WEB-1","reference_no":"WEB-1"}}"#;
        kept.body = Some(twice.to_owned());
        assert!(!kept.has_unique_key("reference_no"));
        let blank = KeptRequest::from_operation(&CreateOrder(" "));
        assert!(!blank.has_unique_key("reference_no"));
    }

    #[test]
    fn parts_differ_if_the_requests_do() {
        let kept = KeptRequest::from_operation(&CreateOrder("WEB-1"));
        let other = KeptRequest::from_operation(&CreateOrder("WEB-2"));
        assert_ne!(kept.parts(), other.parts());
        assert!(!format!("{kept:?}").contains("WEB-1"));
    }

    #[test]
    fn values_are_those_of_the_path_and_of_the_fields_of_the_body() {
        let kept = KeptRequest::from_operation(&CreateOrder("WEB-1"));
        assert_eq!(kept.value("shelf").as_deref(), Some("a/b"));
        assert_eq!(kept.value("reference_no").as_deref(), Some("WEB-1"));
        assert_eq!(kept.value("quantity").as_deref(), Some("2"));
        assert_eq!(kept.value("order"), None);
    }
}
