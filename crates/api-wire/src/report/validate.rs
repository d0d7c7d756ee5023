//! Validation of bodies before they are sent.

use std::fmt;

use crate::json::pointer::Pointer;
use crate::record::field::{Field, UNMARKED};
use crate::record::traits::{Fields, WireValue};

/// A violated limit: the API would reject the body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValidationError {
    /// The location as a JSON pointer of wire names.
    pub pointer: String,
    /// The limit. The value is never printed.
    pub allowed: String,
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} allowed", self.pointer, self.allowed)
    }
}

/// All validation errors of a body, including nested ones: strings longer than their maximum, or with
/// other characters than the digits that are documented.
pub fn validate(fields: &dyn Fields) -> Vec<ValidationError> {
    let mut errors = Vec::new();
    check(fields, &mut Pointer::default(), &mut errors);
    errors
}

fn check(fields: &dyn Fields, pointer: &mut Pointer, errors: &mut Vec<ValidationError>) {
    fields.with_fields(&mut |values, extra| {
        for (field, value) in fields.schema().fields().iter().zip(values) {
            // What was read is returned as it was: its limits are only documented.
            let limits = match fields.schema().is_body() {
                true => field,
                false => &UNMARKED,
            };
            pointer.in_key(extra.name_of(field), |pointer| {
                check_value(limits, value.to_wire(), pointer, errors)
            });
        }
    });
}

fn check_value(
    field: &Field,
    value: WireValue<'_>,
    pointer: &mut Pointer,
    errors: &mut Vec<ValidationError>,
) {
    match value {
        WireValue::String(text) => check_string(field, &text, pointer, errors),
        WireValue::Secret(text) => check_string(field, text, pointer, errors),
        WireValue::Record(fields) => check(fields, pointer, errors),
        WireValue::List(items) => {
            for index in 0..items.count() {
                pointer.in_item(index, |pointer| {
                    check_value(field, items.item(index), pointer, errors)
                });
            }
        }
        WireValue::Map(entries) => entries.for_each(&mut |key, value| {
            pointer.in_key(key, |pointer| check_value(field, value, pointer, errors));
        }),
        _ => {}
    }
}

fn check_string(field: &Field, text: &str, pointer: &Pointer, errors: &mut Vec<ValidationError>) {
    let mut refuse = |allowed: String| {
        errors.push(ValidationError {
            pointer: pointer.text(),
            allowed,
        });
    };
    match field.maximum() {
        Some(max) if text.chars().nth(max).is_some() => {
            refuse(format!("at most {max} characters"));
        }
        _ => {}
    }
    if field.is_digits() && !text.bytes().all(|byte| byte.is_ascii_digit()) {
        refuse("only digits".to_owned());
    }
}
