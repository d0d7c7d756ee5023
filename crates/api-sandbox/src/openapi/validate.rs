//! Holds values against JSON Schemas.

use std::fmt;

use jsonschema::Validator;
use serde_json::Value;

/// The most problems that one reply tells.
const MOST_PROBLEMS: usize = 20;

/// What the description does not allow, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    place: String,
    text: String,
}

impl Problem {
    pub(crate) fn new(place: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            text: text.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() {
            return f.write_str(&self.text);
        }
        write!(f, "{}: {}", self.place, self.text)
    }
}

/// A schema, ready to check; `None` if the library cannot read it.
pub(super) fn compiled(schema: &Value) -> Option<Validator> {
    jsonschema::options()
        .should_validate_formats(true)
        .should_ignore_unknown_formats(true)
        .build(schema)
        .ok()
}

/// What a schema does not allow of a value.
pub(super) fn problems_of(check: Option<&Validator>, instance: &Value) -> Vec<Problem> {
    let Some(check) = check else {
        return vec![Problem::new(
            "",
            "the sandbox cannot read the schema of this operation",
        )];
    };
    // Most values are allowed, and that is found out faster.
    if check.is_valid(instance) {
        return Vec::new();
    }
    check
        .iter_errors(instance)
        .take(MOST_PROBLEMS)
        // A value may be a secret or personal: it is not repeated.
        .map(|error| {
            Problem::new(
                error.instance_path().to_string(),
                error.masked_with("the value").to_string(),
            )
        })
        .collect()
}
