//! An operation of a document.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use http::Method;
use serde_json::{Map, Value, json};

use super::document::Document;
use super::error_format::ErrorFormat;
use super::parameter::{Location, Parameter};
use super::path::PathTemplate;
use super::schema::self_contained;
use super::security::SecurityScheme;
use super::validate::{ValidationError, Validator, validate};

/// An operation, as its document describes it.
pub(crate) struct Operation {
    pub(super) document: &'static Document,
    /// Its name, as in `create_incoming_order`, which all of its paths share.
    pub(crate) name: String,
    /// The tag of its resource.
    pub(crate) tag: String,
    pub(crate) method: Method,
    /// The path template, which has no credentials and can be shown.
    pub(crate) path: String,
    pub(crate) template: PathTemplate,
    pub(crate) security: Vec<SecurityScheme>,
    /// The default page size, which is the maximum as well.
    pub(crate) per_page: Option<i64>,
    /// The key of a list, if it is documented.
    list_key: Option<String>,
    /// The key of the object around each record of a list.
    pub(crate) wrapped_in: Option<String>,
    /// The path parameter that is a credential.
    pub(crate) path_credential: Option<String>,
    pub(super) parameters: Vec<Parameter>,
    body: Option<RequestBody>,
    pub(super) responses: BTreeMap<u16, Value>,
    parameter_validator: OnceLock<Option<Validator>>,
    /// Tolerant and strict.
    body_validators: [OnceLock<Option<Validator>>; 2],
}

struct RequestBody {
    required: bool,
    schema: Value,
}

impl Operation {
    pub(crate) fn all_of(document: &'static Document) -> Vec<Self> {
        let paths = document.root()["paths"].as_object().into_iter().flatten();
        let operations = paths.flat_map(|(path, item)| {
            let operations = item.as_object().into_iter().flatten();
            operations.map(move |(method, operation)| (path, method, operation))
        });
        let described = operations.filter(|(.., operation)| operation["responses"].is_object());
        let parsed = described.filter_map(|(path, method, operation)| {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).ok()?;
            Some(Self::new(document, path, method, operation))
        });
        parsed.collect()
    }

    fn new(document: &'static Document, path: &str, method: Method, operation: &Value) -> Self {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let name = text(&operation["x-operation"]).or_else(|| text(&operation["operationId"]));
        let pagination = &operation["x-pagination"];
        let parameters = || operation["parameters"].as_array().into_iter().flatten();
        let is_credential = |parameter: &&Value| parameter.get("x-credential-of").is_some();
        let responses = operation["responses"].as_object();
        let json_body = "/content/application~1json/schema";
        Self {
            document,
            name: name.unwrap_or_default(),
            tag: text(&operation["tags"][0]).unwrap_or_default(),
            method,
            path: path.to_owned(),
            template: PathTemplate::new(path),
            security: SecurityScheme::all_of(document.root(), operation),
            per_page: pagination["per-page"].as_i64(),
            list_key: text(&pagination["key"]),
            wrapped_in: text(&pagination["wrapped-in"]),
            path_credential: parameters()
                .find(is_credential)
                .and_then(|parameter| text(&parameter["name"])),
            parameters: parameters().map(Parameter::new).collect(),
            body: operation.get("requestBody").map(|body| RequestBody {
                required: body["required"] == true,
                schema: body.pointer(json_body).cloned().unwrap_or(json!({})),
            }),
            responses: responses
                .into_iter()
                .flatten()
                // `default` is no number.
                .filter_map(|(status, response)| Some((status.parse().ok()?, response.clone())))
                .collect(),
            parameter_validator: OnceLock::new(),
            body_validators: [OnceLock::new(), OnceLock::new()],
        }
    }

    /// The API's name.
    pub(crate) fn api(&self) -> &'static str {
        self.document.name
    }

    /// The key of its list: where it is not documented, that of the operation, as the sandbox's own
    /// choice.
    pub(crate) fn list_key(&self) -> &str {
        let of_operation = self.name.trim_start_matches("list_");
        self.list_key.as_deref().unwrap_or(of_operation)
    }

    /// Whether it has a parameter of this name.
    pub(crate) fn has_parameter(&self, name: &str) -> bool {
        self.parameters
            .iter()
            .any(|parameter| parameter.name == name)
    }

    /// Whether a segment of the path template is a secret parameter, such as `{token}`.
    pub(crate) fn is_secret(&self, segment: &str) -> bool {
        let mut secrets = self
            .parameters
            .iter()
            .filter(|parameter| parameter.is_secret);
        secrets.any(|parameter| segment == format!("{{{}}}", parameter.name))
    }

    /// The value of `WWW-Authenticate` with status 401.
    pub(crate) fn challenges(&self) -> String {
        SecurityScheme::challenges(&self.security, self.api())
    }

    /// Whether the operation documents the status.
    pub(crate) fn documents_status(&self, status: u16) -> bool {
        self.responses.contains_key(&status)
    }

    /// The status of an invalid request: the one that the operation documents, else that of the
    /// API's general table.
    pub(crate) fn invalid_request_status(&self) -> u16 {
        if let Some(status) = [422, 400]
            .into_iter()
            .find(|status| self.documents_status(*status))
        {
            return status;
        }
        let general = self.document.root()["x-statuses"].as_array();
        let mut general = general.into_iter().flatten();
        let has_422 = general.any(|entry| entry["code"] == 422);
        if has_422 { 422 } else { 400 }
    }

    /// The format of the body that goes with an error status.
    pub(crate) fn error_format(&self, status: u16) -> ErrorFormat {
        let root = self.document.root();
        let documented = self
            .responses
            .get(&status)
            .and_then(|response| ErrorFormat::documented(root, response));
        documented.unwrap_or_else(|| ErrorFormat::fallback(root, status))
    }

    /// Parses and validates the parameters.
    pub(crate) fn parse_parameters(
        &self,
        path: &[(String, String)],
        query: &[(String, String)],
        deny_unknown: bool,
    ) -> (Map<String, Value>, Vec<ValidationError>) {
        let mut values = Map::new();
        let mut errors = Vec::new();
        for (name, value) in path {
            if let Some(parameter) = self.parameter(name, Location::Path) {
                values.insert(name.clone(), parameter.parse(value));
            }
        }
        for (name, value) in query {
            match self.parameter(name, Location::Query) {
                Some(_) if values.contains_key(name) => {
                    errors.push(ValidationError::new(name, "duplicate parameter"))
                }
                Some(parameter) => {
                    values.insert(name.clone(), parameter.parse(value));
                }
                None if deny_unknown => {
                    errors.push(ValidationError::new(name, "unknown parameter"))
                }
                None => {}
            }
        }
        let validator = self.parameter_validator.get_or_init(|| {
            let schema = Parameter::object_schema(&self.parameters);
            Validator::new(self_contained(self.document.root(), &schema, false))
        });
        let instance = Value::Object(values);
        errors.extend(validate(validator.as_ref(), &instance));
        let Value::Object(values) = instance else {
            return (Map::new(), errors);
        };
        (values, errors)
    }

    fn parameter(&self, name: &str, location: Location) -> Option<&Parameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name == name && parameter.location == location)
    }

    /// Whether the operation has a request body.
    pub(crate) fn has_request_body(&self) -> bool {
        self.body.is_some()
    }

    /// Validates a request body; `None` is a request without one.
    pub(crate) fn validate_body(&self, body: Option<&Value>, strict: bool) -> Vec<ValidationError> {
        let Some(expected) = &self.body else {
            return Vec::new();
        };
        let Some(body) = body else {
            return if expected.required {
                vec![ValidationError::new("", "expected a JSON body")]
            } else {
                Vec::new()
            };
        };
        let validator = self.body_validators[usize::from(strict)].get_or_init(|| {
            let schema = self_contained(self.document.root(), &expected.schema, strict);
            Validator::new(schema)
        });
        validate(validator.as_ref(), body)
    }
}
