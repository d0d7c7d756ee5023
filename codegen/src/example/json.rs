//! Examples as JSON.

use crate::example::tree::Example;
use crate::ir::NamedKind;
use crate::json::{Object, Value};

pub(crate) fn json(example: &Example<'_>) -> Value {
    match example {
        Example::Text(text) | Example::Formatted(_, text) => text.into(),
        Example::Placeholder(name) => format!("<{name}>").into(),
        Example::Integer(number) => (*number).into(),
        Example::Decimal(digits) => Value::decimal(digits),
        Example::Boolean(value) => (*value).into(),
        Example::Json => Object::default().into(),
        Example::List(elements) => {
            let is_plain = |element: &Example<'_>| !matches!(json(element), Value::Object(_));
            let list: Vec<Value> = elements.iter().map(json).collect();
            match elements.iter().all(is_plain) {
                true => Value::row(list),
                false => list.into(),
            }
        }
        Example::Map(value) => Object::default().with("key", json(value)).into(),
        Example::Object { of, members } => {
            let mut object = Object::default();
            for (field, value) in members {
                let name = match of.kind {
                    NamedKind::Record => field.example_name(),
                    _ => &field.wire,
                };
                object.put(name, json(value));
            }
            object.into()
        }
    }
}
