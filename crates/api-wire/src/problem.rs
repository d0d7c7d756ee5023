//! Problems of a body, found before it is sent.

use std::fmt;

use crate::fields::Fields;
use crate::pointer::Pointer;
use crate::shape::WireValue;
use crate::table::Field;

/// Something in a body that the API is known to refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValidationError {
    /// Where, as a JSON pointer of wire names.
    pub pointer: String,
    /// What is allowed there, in words. The value is never shown.
    pub allowed: String,
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} allowed", self.pointer, self.allowed)
    }
}

/// All the problems of a body, nested ones included: texts longer than their maximum.
pub fn validate(fields: &dyn Fields) -> Vec<ValidationError> {
    let mut problems = Vec::new();
    check(fields, &mut Pointer::default(), &mut problems);
    problems
}

fn check(fields: &dyn Fields, pointer: &mut Pointer, problems: &mut Vec<ValidationError>) {
    fields.with_fields(&mut |shows, extra| {
        for (field, show) in fields.schema().fields().iter().zip(shows) {
            let name = extra.name_of(field);
            pointer.in_key(name, |pointer| {
                check_shape(field, show.to_wire(), pointer, problems)
            });
        }
    });
}

fn check_shape(
    field: &Field,
    shape: WireValue<'_>,
    pointer: &mut Pointer,
    problems: &mut Vec<ValidationError>,
) {
    match shape {
        WireValue::String(text) => check_text(field, &text, pointer, problems),
        WireValue::Secret(text) => check_text(field, text, pointer, problems),
        WireValue::Record(fields) => check(fields, pointer, problems),
        WireValue::List(items) => {
            for index in 0..items.count() {
                pointer.in_item(index, |pointer| {
                    check_shape(field, items.item(index), pointer, problems)
                });
            }
        }
        WireValue::Map(entries) => entries.for_each(&mut |key, shape| {
            pointer.in_key(key, |pointer| check_shape(field, shape, pointer, problems));
        }),
        _ => {}
    }
}

fn check_text(field: &Field, text: &str, pointer: &Pointer, problems: &mut Vec<ValidationError>) {
    let Some(longest) = field.max_chars() else {
        return;
    };
    if text.chars().nth(longest).is_some() {
        let allowed = format!("at most {longest} characters");
        problems.push(ValidationError {
            pointer: pointer.text(),
            allowed,
        });
    }
}
