//! Parameters of path and query.

use std::num::IntErrorKind;

use serde_json::{Map, Value, json};

/// A parameter of an operation.
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) in_path: bool,
    required: bool,
    schema: Value,
}

impl Parameter {
    pub(super) fn new(parameter: &Value) -> Self {
        let required = parameter.get("required").and_then(Value::as_bool);
        Self {
            name: parameter
                .get("name")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
            in_path: parameter.get("in").and_then(Value::as_str) == Some("path"),
            required: required.unwrap_or(false),
            schema: parameter.get("schema").cloned().unwrap_or_default(),
        }
    }

    /// The schema of an object that has the parameters as its properties.
    pub(super) fn object_schema(parameters: &[Self]) -> Value {
        let properties: Map<String, Value> = parameters
            .iter()
            .map(|parameter| (parameter.name.clone(), parameter.schema.clone()))
            .collect();
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
        let is_type = |name: &str| match self.schema.get("type") {
            Some(Value::String(kind)) => kind == name,
            Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == name),
            _ => false,
        };
        match value.parse::<i64>() {
            Ok(number) if is_type("integer") && number.to_string() == value => number.into(),
            // A count without a format has no upper bound: saturate.
            Err(error)
                if is_type("integer")
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
