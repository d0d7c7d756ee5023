//! Parameters of path and query.

use serde_json::{Map, Value, json};

use super::format::DAY_OR_TIME;
use super::schema::is_required_here;
use crate::exact::parse_json;

/// A parameter of an operation.
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) location: Location,
    required: bool,
    /// A credential, or another secret.
    pub(super) is_secret: bool,
    schema: Value,
}

/// Where a parameter is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Location {
    Path,
    Query,
}

impl Parameter {
    pub(super) fn new(parameter: &Value) -> Self {
        let mut schema = parameter["schema"].clone();
        // Pages are numbered from 1, and responses echo the numbers as integers of 64 bits.
        if schema["type"] == "integer" && schema.get("format").is_none() {
            schema["format"] = "int64".into();
            schema["minimum"] = 1.into();
        }
        Self {
            name: parameter["name"].as_str().unwrap_or_default().to_owned(),
            location: match parameter["in"].as_str() {
                Some("path") => Location::Path,
                _ => Location::Query,
            },
            required: parameter["required"] == true || is_required_here(parameter),
            is_secret: parameter["x-secret"] == true || parameter.get("x-credential-of").is_some(),
            schema,
        }
    }

    /// The schema of an object that has the parameters as its properties. Filters by day accept
    /// times, too, as the sandbox's own choice.
    pub(super) fn object_schema(parameters: &[Self]) -> Value {
        let property = |parameter: &Self| {
            let mut schema = parameter.schema.clone();
            let is_filter = parameter.name.starts_with("q[");
            if is_filter && schema["format"] == "date" {
                schema["format"] = DAY_OR_TIME.into();
            }
            (parameter.name.clone(), schema)
        };
        let properties: Map<String, Value> = parameters.iter().map(property).collect();
        let required: Vec<&str> = parameters
            .iter()
            .filter(|parameter| parameter.required)
            .map(|parameter| parameter.name.as_str())
            .collect();
        json!({ "type": "object", "properties": properties, "required": required })
    }

    /// Parses a value by the parameter's type. A value of another type stays a string, which
    /// validation then rejects.
    pub(super) fn parse(&self, value: &str) -> Value {
        match self.schema["type"] == "integer" && is_integer(value) {
            true => parse_json(value).unwrap_or_default(),
            false => value.into(),
        }
    }
}

/// Whether a text is an integer without zeros in front.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_canonical = !digits.starts_with('0') || text == "0";
    !digits.is_empty() && is_canonical && digits.bytes().all(|byte| byte.is_ascii_digit())
}
