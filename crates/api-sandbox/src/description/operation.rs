//! One operation of a document, with its checks.

use std::collections::BTreeMap;
use std::num::IntErrorKind;
use std::sync::OnceLock;

use http::Method;
use jsonschema::Validator;
use serde_json::{Map, Value, json};

use super::check::{Problem, compiled, problems_of};
use super::closure::closure;
use super::template::Template;
use super::{Document, ErrorShape, Scheme};

/// An operation as the documents describe it.
pub(crate) struct Operation {
    /// The document that it stands in.
    pub(crate) document: &'static Document,
    /// Its name, as in `create_incoming_order`. Variants of a path share it.
    pub(crate) name: String,
    /// The tag of its resource.
    pub(crate) tag: String,
    pub(crate) method: Method,
    /// The path with its parameters, which is what is shown: it has no credentials.
    pub(crate) path: String,
    pub(crate) template: Template,
    pub(crate) schemes: Vec<Scheme>,
    /// The number of records of a page, when the request does not say, and the most.
    pub(crate) per_page: Option<i64>,
    /// The parameter of the path that is a credential.
    pub(crate) path_credential: Option<String>,
    parameters: Vec<Parameter>,
    body: Option<Body>,
    replies: BTreeMap<u16, Value>,
    parameter_check: OnceLock<Option<Validator>>,
    body_checks: [OnceLock<Option<Validator>>; 2],
}

struct Parameter {
    name: String,
    in_path: bool,
    required: bool,
    schema: Value,
}

struct Body {
    required: bool,
    schema: Value,
}

fn text(value: &Value, key: &str) -> String {
    value
        .get(key)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

impl Operation {
    /// The operations of a document.
    pub(crate) fn all_of(document: &'static Document, root: &Value) -> Vec<Self> {
        let mut all = Vec::new();
        for (path, item) in root
            .get("paths")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            for (method, operation) in item.as_object().into_iter().flatten() {
                let Ok(method) = Method::from_bytes(method.to_uppercase().as_bytes()) else {
                    continue;
                };
                if operation.get("responses").is_none() {
                    continue;
                }
                all.push(Self::new(document, root, path, method, operation));
            }
        }
        all
    }

    fn new(
        document: &'static Document,
        root: &Value,
        path: &str,
        method: Method,
        operation: &Value,
    ) -> Self {
        let list = |key: &str| {
            operation
                .get(key)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
        };
        let replies = operation
            .get("responses")
            .and_then(Value::as_object)
            .into_iter()
            .flatten();
        let credential = |parameter: &&Value| parameter.get("x-credential-of").is_some();
        Self {
            document,
            name: text(operation, "x-operation"),
            tag: operation
                .pointer("/tags/0")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
            method,
            path: path.to_owned(),
            template: Template::new(path),
            schemes: Scheme::all_of(root, operation),
            per_page: operation
                .pointer("/x-pages/per-page")
                .and_then(Value::as_i64),
            path_credential: list("parameters")
                .find(credential)
                .map(|parameter| text(parameter, "name")),
            parameters: list("parameters")
                .map(|parameter| Parameter {
                    name: text(parameter, "name"),
                    in_path: parameter.get("in").and_then(Value::as_str) == Some("path"),
                    required: parameter
                        .get("required")
                        .and_then(Value::as_bool)
                        .unwrap_or(false),
                    schema: parameter.get("schema").cloned().unwrap_or_default(),
                })
                .collect(),
            body: operation.get("requestBody").map(|body| Body {
                required: body
                    .get("required")
                    .and_then(Value::as_bool)
                    .unwrap_or(false),
                schema: body
                    .pointer("/content/application~1json/schema")
                    .cloned()
                    .unwrap_or(json!({})),
            }),
            replies: replies
                .filter_map(|(status, reply)| Some((status.parse().ok()?, reply.clone())))
                .collect(),
            parameter_check: OnceLock::new(),
            body_checks: [OnceLock::new(), OnceLock::new()],
        }
    }

    /// The API's name.
    pub(crate) fn api(&self) -> &'static str {
        self.document.name
    }

    /// Whether the operation's own documentation has the status.
    pub(crate) fn documents_status(&self, status: u16) -> bool {
        self.replies.contains_key(&status)
    }

    /// The status for a request that the description does not allow: the one that the operation documents for it,
    /// else the one of the API's general table.
    pub(crate) fn refusal_status(&self) -> u16 {
        if let Some(status) = [422, 400]
            .into_iter()
            .find(|status| self.documents_status(*status))
        {
            return status;
        }
        let general = self
            .document
            .root()
            .get("x-statuses")
            .and_then(Value::as_array);
        let has = |status: u64| {
            let mut codes = general.into_iter().flatten();
            codes.any(|entry| entry.get("code").and_then(Value::as_u64) == Some(status))
        };
        if has(422) { 422 } else { 400 }
    }

    /// The shape of the body that goes with an error status.
    pub(crate) fn error_shape(&self, status: u16) -> ErrorShape {
        let root = self.document.root();
        let documented = self
            .replies
            .get(&status)
            .and_then(|reply| ErrorShape::documented(root, reply));
        documented.unwrap_or_else(|| ErrorShape::chosen(root, status))
    }

    /// The parameters as values of the types that the description gives, and what is wrong with them.
    pub(crate) fn parameters(
        &self,
        path: &[(String, String)],
        query: &[(String, String)],
        strict: bool,
    ) -> (Map<String, Value>, Vec<Problem>) {
        let mut values = Map::new();
        let mut problems = Vec::new();
        for (name, value) in path {
            if let Some(parameter) = self.parameter(name, true) {
                values.insert(name.clone(), parameter.typed(value));
            }
        }
        for (name, value) in query {
            match self.parameter(name, false) {
                Some(_) if values.contains_key(name) => {
                    problems.push(Problem::new(name, "comes twice"))
                }
                Some(parameter) => {
                    values.insert(name.clone(), parameter.typed(value));
                }
                None if strict => {
                    problems.push(Problem::new(name, "is no parameter of this operation"))
                }
                None => {}
            }
        }
        let check = self.parameter_check.get_or_init(|| {
            let properties: Map<String, Value> = self
                .parameters
                .iter()
                .map(|parameter| (parameter.name.clone(), parameter.schema.clone()))
                .collect();
            let required: Vec<&str> = self
                .parameters
                .iter()
                .filter(|parameter| parameter.required)
                .map(|parameter| parameter.name.as_str())
                .collect();
            let schema =
                json!({ "type": "object", "properties": properties, "required": required });
            compiled(&closure(self.document.root(), &schema, false))
        });
        let instance = Value::Object(values);
        problems.extend(problems_of(check.as_ref(), &instance));
        let Value::Object(values) = instance else {
            return (Map::new(), problems);
        };
        (values, problems)
    }

    fn parameter(&self, name: &str, in_path: bool) -> Option<&Parameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name == name && parameter.in_path == in_path)
    }

    /// Whether the operation takes a body.
    pub(crate) fn takes_body(&self) -> bool {
        self.body.is_some()
    }

    /// What is wrong with a body; `None` is a request without one.
    pub(crate) fn body_problems(&self, body: Option<&Value>, strict: bool) -> Vec<Problem> {
        let Some(rule) = &self.body else {
            return Vec::new();
        };
        let Some(body) = body else {
            return if rule.required {
                vec![Problem::new("", "a JSON body is due")]
            } else {
                Vec::new()
            };
        };
        let check = self.body_checks[usize::from(strict)]
            .get_or_init(|| compiled(&closure(self.document.root(), &rule.schema, strict)));
        problems_of(check.as_ref(), body)
    }
}

impl Parameter {
    /// A text as a value of the parameter's type; the text itself if it is none.
    fn typed(&self, value: &str) -> Value {
        let named = |name: &str| match self.schema.get("type") {
            Some(Value::String(kind)) => kind == name,
            Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == name),
            _ => false,
        };
        match value.parse::<i64>() {
            Ok(number) if named("integer") && number.to_string() == value => number.into(),
            // A count has no bits in the description, so none is too large: the largest that we hold is past every end.
            Err(error)
                if named("integer")
                    && self.schema.get("format").is_none()
                    && self.schema.get("minimum").is_some()
                    && *error.kind() == IntErrorKind::PosOverflow =>
            {
                i64::MAX.into()
            }
            _ => value.into(),
        }
    }
}
