//! Validation against JSON Schemas.

use std::error::Error;
use std::fmt;

use boon::{Compiler, ErrorKind, Format, SchemaIndex, Schemas, Type};
use serde_json::Value;

use super::format::{DAY_OR_TIME, DECIMAL, is_day_or_time, is_decimal};
use crate::exact::approximate;

/// The most errors of one response.
const MAX_ERRORS: usize = 20;

/// A violation of the documents by a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValidationError {
    /// A JSON pointer, or the name of a parameter; empty for the whole.
    location: String,
    message: String,
}

impl ValidationError {
    pub(crate) fn new(location: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            location: location.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.location.is_empty() {
            return f.write_str(&self.message);
        }
        write!(f, "{}: {}", self.location, self.message)
    }
}

/// A compiled schema.
pub(super) struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    /// Compiles a schema; `None` if it is invalid.
    pub(super) fn new(schema: Value) -> Option<Self> {
        // A name for the compiler alone: nothing is loaded from it.
        const LOCATION: &str = "https://sandbox.invalid/schema";
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        compiler.register_format(Format {
            name: DECIMAL,
            func: |value| check_format(value, is_decimal),
        });
        compiler.register_format(Format {
            name: DAY_OR_TIME,
            func: |value| check_format(value, is_day_or_time),
        });
        compiler.add_resource(LOCATION, schema).ok()?;
        let mut schemas = Schemas::new();
        let index = compiler.compile(LOCATION, &mut schemas).ok()?;
        Some(Self { schemas, index })
    }
}

/// Formats are those of strings.
fn check_format(value: &Value, is_valid: fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
    match value.as_str().is_none_or(is_valid) {
        true => Ok(()),
        false => Err("it has another format".into()),
    }
}

/// Validates a value.
pub(super) fn validate(validator: Option<&Validator>, instance: &Value) -> Vec<ValidationError> {
    let Some(Validator { schemas, index }) = validator else {
        let message = "internal error: invalid schema of this operation";
        return vec![ValidationError::new("", message)];
    };
    let mut errors = Vec::new();
    if let Err(error) = schemas.validate(&approximate(instance), *index) {
        collect(&error, &mut errors);
    }
    errors.truncate(MAX_ERRORS);
    errors
}

/// Adds the errors. Values may be secret or personal, and are not repeated.
fn collect(error: &boon::ValidationError<'_, '_>, errors: &mut Vec<ValidationError>) {
    let causes = &error.causes;
    let location = error.instance_location.to_string();
    let message = match &error.kind {
        ErrorKind::Required { want } => {
            let required = want
                .iter()
                .map(|name| format!("{name:?} is a required property"));
            let required = required.map(|message| ValidationError::new(&location, message));
            return errors.extend(required);
        }
        ErrorKind::AnyOf => {
            // Of a value that may be null instead, the errors of the other alternative are the reason.
            let is_null = |cause: &&boon::ValidationError<'_, '_>| matches!(cause.kind, ErrorKind::Type { want, .. } if want.iter().eq([Type::Null]));
            let mut others = causes.iter().filter(|cause| !is_null(cause));
            if let (Some(reason), None) = (others.next(), others.next()) {
                return collect(reason, errors);
            }
            "the value is none of what is allowed here".to_owned()
        }
        ErrorKind::Type { want, .. } => {
            let types: Vec<_> = want.iter().map(|name| format!("\"{name}\"")).collect();
            let noun = if types.len() == 1 { "type" } else { "types" };
            format!("the value is not of {noun} {}", types.join(", "))
        }
        ErrorKind::Format { want, .. } => {
            // A value of another type is not in the format, too.
            if errors.iter().any(|other| other.location == location) {
                return;
            }
            format!("the value is not a {want:?}")
        }
        ErrorKind::AdditionalProperties { got } => {
            let names: Vec<_> = got.iter().map(|name| format!("{name:?}")).collect();
            format!(
                "the value has undocumented properties: {}",
                names.join(", ")
            )
        }
        ErrorKind::MaxLength { want, .. } => {
            format!("the value is longer than {want} characters")
        }
        ErrorKind::Pattern { want, .. } => format!("the value does not match {want:?}"),
        ErrorKind::Minimum { want, .. } => format!("the value is less than the minimum of {want}"),
        ErrorKind::Maximum { want, .. } => {
            format!("the value is greater than the maximum of {want}")
        }
        _ if causes.is_empty() => "the value is not allowed here".to_owned(),
        _ => return causes.iter().for_each(|cause| collect(cause, errors)),
    };
    errors.push(ValidationError::new(location, message));
}
