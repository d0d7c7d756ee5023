//! The named schemas.

use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::names::DeclaredKind;
use crate::emit::openapi::schema::Direction;
use crate::emit::openapi::strict::{Strict, bodies, prose, schema};
use crate::ir::{Enum, TextId};

/// The declared types, the bodies and the errors.
pub(super) fn schemas(strict: &Strict<'_>) -> Object {
    let mut object = Object::default();
    let components = &strict.document.components;
    let flattened = bodies::flattened(strict);
    for (key, declaration) in &components.declarations {
        if !flattened.contains(&key.as_str()) {
            object.put(key, declared(strict, declaration.declared));
        }
    }
    object.extend(bodies::schemas(strict));
    object.extend(strict.errors.schemas(&strict.document));
    object
}

fn declared(strict: &Strict<'_>, kind: DeclaredKind<'_>) -> Object {
    let components = &strict.document.components;
    let (description, shape) = match kind {
        DeclaredKind::Enum(declared) => (prose::open_enum(declared), open_enum(declared)),
        DeclaredKind::Id(declared) => (text_id(declared), text()),
        DeclaredKind::Record(declared) => (
            prose::described(&declared.doc, &declared.notes, &declared.open_questions),
            schema::members(components, &declared.fields, Direction::Read),
        ),
        DeclaredKind::Body(declared) => (
            prose::described(&declared.doc, &declared.notes, &declared.open_questions),
            schema::members(components, &declared.fields, Direction::Sent),
        ),
    };
    let mut object = Object::default().with("description", description);
    object.extend(shape);
    object
}

fn text_id(declared: &TextId) -> String {
    prose::described(&declared.doc, &[], &declared.open_questions)
}

fn text() -> Object {
    Object::default().with("type", "string")
}

/// `enum` would make every other value an error.
fn open_enum(declared: &Enum) -> Object {
    let values = declared.values.iter().map(|value| Value::from(&value.text));
    let mut object = text();
    object.put_list("x-extensible-enum", values.collect());
    object
}
