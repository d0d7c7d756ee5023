//! The schemas of the declared types.

use crate::emit::openapi::components::Components;
use crate::emit::openapi::schema::{Direction, members};
use crate::emit::prose;
use crate::ir::{Declared, Enum};
use crate::json::{Object, Value};

/// The schemas of the declared types, but for those whose fields are members of another one.
pub(super) fn schemas(components: &Components<'_>, flattened: &[&str]) -> Object {
    let mut object = Object::default();
    for (key, declared) in &components.declarations {
        if !flattened.contains(&key.as_str()) {
            object.put(key, schema(components, *declared));
        }
    }
    object
}

fn schema(components: &Components<'_>, declared: Declared<'_>) -> Object {
    let (description, shape) = match declared {
        Declared::Enum(declared) => (prose::open_enum(declared), open_enum(declared)),
        Declared::Id(declared) => (
            prose::described(&declared.doc, &[], &declared.open_questions),
            Object::default().with("type", "string"),
        ),
        Declared::Record(declared) => (
            prose::described(&declared.doc, &declared.notes, &declared.open_questions),
            members(components, &declared.fields, Direction::Read),
        ),
        Declared::Body(declared) => (
            prose::described(&declared.doc, &declared.notes, &declared.open_questions),
            members(components, &declared.fields, Direction::Sent),
        ),
    };
    let mut object = Object::default().with("description", description);
    object.extend(shape);
    object
}

/// `enum` would make every other value an error.
fn open_enum(declared: &Enum) -> Object {
    let values = declared.values.iter().map(|value| Value::from(&value.text));
    let mut object = Object::default().with("type", "string");
    object.put_list("x-extensible-enum", values.collect());
    object
}
