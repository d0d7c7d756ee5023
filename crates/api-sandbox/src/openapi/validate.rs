//! Validation against JSON Schemas.

use std::fmt;

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use super::format::{DAY_OR_TIME, DECIMAL, is_day_or_time, is_decimal};
use crate::exact::{Decimal, approximate, decimal};

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

/// Compiles a schema; `None` if it is invalid.
pub(super) fn compile(schema: &Value) -> Option<Validator> {
    jsonschema::options()
        .should_validate_formats(true)
        .should_ignore_unknown_formats(true)
        .with_format(DECIMAL, is_decimal)
        .with_format(DAY_OR_TIME, is_day_or_time)
        .build(schema)
        .ok()
}

/// Validates a value.
pub(super) fn validate(validator: Option<&Validator>, instance: &Value) -> Vec<ValidationError> {
    let Some(validator) = validator else {
        let message = "internal error: invalid schema of this operation";
        return vec![ValidationError::new("", message)];
    };
    let instance = approximate(instance);
    // Faster than iterating over no errors.
    if validator.is_valid(&instance) {
        return Vec::new();
    }
    let mut errors = Vec::new();
    for error in validator.iter_errors(&instance).take(MAX_ERRORS) {
        collect(&error, &mut errors);
    }
    errors.truncate(MAX_ERRORS);
    errors
}

/// Whether another error has the same location: a value of another type is not in the format, too.
fn is_consequence(error: &jsonschema::ValidationError<'_>, errors: &[ValidationError]) -> bool {
    let location = error.instance_path().to_string();
    matches!(error.kind(), ValidationErrorKind::Format { .. })
        && errors.iter().any(|other| other.location == location)
}

/// Adds an error. Of a value that may be null instead, the errors of the other alternative are the
/// reason.
fn collect(error: &jsonschema::ValidationError<'_>, errors: &mut Vec<ValidationError>) {
    // Values may be secret or personal and are not repeated.
    let message =
        |error: &jsonschema::ValidationError<'_>| error.masked_with("the value").to_string();
    if let ValidationErrorKind::AnyOf { context } = error.kind() {
        let is_null = |branch: &&Vec<jsonschema::ValidationError<'_>>| matches!(&branch[..], [only] if message(only).ends_with("is not of type \"null\""));
        let mut others = context.iter().filter(|branch| !is_null(branch));
        if let (Some(reasons), None) = (others.next(), others.next()) {
            return reasons.iter().for_each(|reason| collect(reason, errors));
        }
    }
    if is_consequence(error, errors) {
        return;
    }
    let location = error.instance_path().to_string();
    let is_decimal =
        matches!(error.kind(), ValidationErrorKind::Format { format } if format == DECIMAL);
    let message = if is_decimal && decimal(error.instance()).is_some() {
        Decimal::unbounded_error()
    } else {
        message(error)
    };
    errors.push(ValidationError::new(location, message));
}
