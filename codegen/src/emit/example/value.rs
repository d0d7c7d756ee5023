//! Values of scalar fields in examples.

use crate::ir::{Default, Field, Type};

/// The value of a scalar field: its example, its documented default, or a value of its type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExampleValue {
    Text(String),
    Integer(i64),
    /// A whole number of a decimal field.
    Decimal(i64),
    Boolean(bool),
    Date,
    LocalDateTime,
}

/// The date of examples.
pub(crate) const DATE: (i16, i8, i8) = (2026, 1, 31);

/// The value of a field; `None` for lists, objects and types without an example.
pub(crate) fn example_value(field: &Field) -> Option<ExampleValue> {
    let documented = field.example.as_ref().or(field.default.as_ref());
    Some(match (&field.ty, documented) {
        (Type::Integer { .. } | Type::Count, Some(Default::Integer(number))) => {
            ExampleValue::Integer(*number)
        }
        (Type::Integer { .. } | Type::Count, _) => ExampleValue::Integer(1),
        (Type::Boolean, Some(Default::Boolean(value))) => ExampleValue::Boolean(*value),
        (Type::Boolean, _) => ExampleValue::Boolean(true),
        (Type::Decimal, documented) => ExampleValue::Decimal(whole(documented).unwrap_or(1)),
        (Type::Date, _) => ExampleValue::Date,
        (Type::LocalDateTime, _) => ExampleValue::LocalDateTime,
        (ty, Some(Default::Text(text) | Default::Variant(text, _))) if ty.is_text() => {
            ExampleValue::Text(text.clone())
        }
        (ty, _) if ty.is_text() => ExampleValue::Text(format!("<{}>", field.wire)),
        _ => return None,
    })
}

/// The whole number of a documented decimal.
fn whole(documented: Option<&Default>) -> Option<i64> {
    match documented? {
        Default::Integer(number) => Some(*number),
        Default::Decimal(text) => text.parse().ok(),
        _ => None,
    }
}
