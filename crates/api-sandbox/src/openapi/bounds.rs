//! Bounds of numbers and texts in request bodies. The documents have none: they are the sandbox's
//! own choice.

use serde_json::Value;

use super::validate::ValidationError;
use crate::exact::{Decimal, exact_number};

/// The most characters of a text.
const MAX_TEXT: usize = 10_000;

/// The most characters of a key, and of a text by which a record is found.
const MAX_REFERENCE: usize = 255;

/// The most errors of one response.
const MAX_ERRORS: usize = 20;

/// Checks all numbers, texts and keys of a request body.
pub(super) fn check_bounds(body: &Value) -> Vec<ValidationError> {
    let mut errors = Vec::new();
    collect(None, body, "", &mut errors);
    errors
}

/// The problem of a value itself.
fn problem(key: Option<&str>, value: &Value) -> Option<String> {
    match value {
        Value::String(text) => {
            let max = match key {
                Some("reference_no") => MAX_REFERENCE,
                _ => MAX_TEXT,
            };
            is_longer(text, max).then(|| format!("longer than {max} characters"))
        }
        Value::Object(members) => match exact_number(members) {
            Some(number) => (!number.is_bounded()).then(Decimal::unbounded_error),
            None => {
                let is_long = members.keys().any(|key| is_longer(key, MAX_REFERENCE));
                is_long.then(|| format!("a key is longer than {MAX_REFERENCE} characters"))
            }
        },
        _ => None,
    }
}

fn is_longer(text: &str, max: usize) -> bool {
    text.len() > max && text.chars().count() > max
}

fn collect(key: Option<&str>, value: &Value, pointer: &str, errors: &mut Vec<ValidationError>) {
    if errors.len() >= MAX_ERRORS {
        return;
    }
    if let Some(problem) = problem(key, value) {
        errors.push(ValidationError::new(pointer, problem));
        return;
    }
    match value {
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                collect(None, element, &format!("{pointer}/{index}"), errors);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                let escaped = key.replace('~', "~0").replace('/', "~1");
                collect(Some(key), member, &format!("{pointer}/{escaped}"), errors);
            }
        }
        _ => {}
    }
}
