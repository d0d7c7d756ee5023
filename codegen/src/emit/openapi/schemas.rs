//! The named schemas.

use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::names::{Components, Declaration, DeclaredKind};
use crate::emit::openapi::schema::Direction;
use crate::emit::openapi::{extensions, schema};
use crate::ir::{Body, Deprecation, Enum, Package, Record};
use crate::names;

/// The schemas, by key.
pub(crate) fn schemas(components: &Components<'_>, package: &Package) -> Object {
    let mut object = Object::default();
    for (key, declaration) in &components.declarations {
        object.put(key, schema(components, declaration));
    }
    for error in &package.error_bodies {
        if let Some(key) = components
            .errors
            .get(error.name.as_str())
            .filter(|key| !object.has(key))
        {
            object.put(key, error_body(error));
        }
    }
    object
}

fn schema(components: &Components<'_>, declaration: &Declaration<'_>) -> Object {
    let (kind, shape) = shape(components, declaration);
    let (doc, source, span, notes, questions) = match declaration.declared {
        DeclaredKind::Enum(Enum {
            doc,
            source,
            span,
            notes,
            open_questions,
            ..
        })
        | DeclaredKind::Record(Record {
            doc,
            source,
            span,
            notes,
            open_questions,
            ..
        })
        | DeclaredKind::Body(Body {
            doc,
            source,
            span,
            notes,
            open_questions,
            ..
        }) => (doc, source, span, notes.as_slice(), open_questions),
        DeclaredKind::Id(id) => (&id.doc, &id.source, &id.span, &[][..], &id.open_questions),
    };
    let mut about = Object::default()
        .with("description", extensions::prose(doc))
        .with("x-kind", kind);
    if declaration.package != components.package {
        about.put_some(
            "x-package",
            components
                .spec
                .packages
                .get(declaration.package)
                .map(|package| &package.name),
        );
    }
    about.put("x-resource", &declaration.resource.name);
    about.extend(extensions::provenance(source, span));
    about.extend(extensions::notes_and_questions(notes, questions));
    about.extend(shape);
    about
}

/// The kind of a type, and the keywords that validate it.
fn shape(components: &Components<'_>, declaration: &Declaration<'_>) -> (&'static str, Object) {
    match declaration.declared {
        DeclaredKind::Enum(declared) => ("enum", open_enum(declared)),
        DeclaredKind::Id(_) => ("id", Object::default().with("type", "string")),
        DeclaredKind::Record(record) => {
            let members = schema::members(components, &record.fields, Direction::Read);
            ("record", members)
        }
        DeclaredKind::Body(body) => {
            let mut members = schema::members(components, &body.fields, Direction::Sent);
            members.put_mark("x-update", body.update);
            ("body", members)
        }
    }
}

/// An open enum: its known values are examples, and every other string is valid.
pub(crate) fn open_enum(declared: &Enum) -> Object {
    let known = |value: &crate::ir::Value| {
        let mut object = Object::default().with("value", &value.text);
        object.put_some(
            "rust",
            extensions::rust(&value.rust, names::variant(&value.text).ok()),
        );
        object.put_some("doc", value.doc.as_ref());
        object.put_some(
            "deprecated",
            value.deprecated.as_ref().map(Deprecation::sentence),
        );
        Value::row(object)
    };
    let mut object = Object::default().with("type", "string");
    object.put_list(
        "examples",
        declared
            .values
            .iter()
            .map(|value| Value::from(&value.text))
            .collect(),
    );
    object.put_list(
        "x-known-values",
        declared.values.iter().map(known).collect(),
    );
    object.put_mark("x-case-insensitive", declared.case_insensitive);
    object
}

/// The documents show an error body by an example only: its keys and the types of their values are taken from it.
pub(crate) fn error_body(error: &crate::ir::ErrorBody) -> Object {
    let mut object = Object::default().with("description", extensions::prose(&error.doc));
    object.put("x-error-body", &error.name);
    object.extend(by_example(&error.example));
    object.put("examples", vec![Value::from(&error.example)]);
    object
}

/// A schema with the types of an example.
pub(crate) fn by_example(example: &serde_json::Value) -> Object {
    let object = Object::default();
    match example {
        serde_json::Value::Null => object,
        serde_json::Value::Bool(_) => object.with("type", "boolean"),
        serde_json::Value::Number(_) => object.with("type", "number"),
        serde_json::Value::String(_) => object.with("type", "string"),
        serde_json::Value::Array(list) => {
            let items = list.first().map(by_example).unwrap_or_default();
            object.with("type", "array").with("items", items)
        }
        serde_json::Value::Object(map) => {
            let mut members: Vec<_> = map.iter().collect();
            members.sort_by_key(|(key, _)| key.as_str());
            let mut properties = Object::default();
            for (key, value) in &members {
                properties.put(key, by_example(value));
            }
            let required = members.into_iter().map(|(key, _)| key.into()).collect();
            let mut object = object.with("type", "object");
            object.put_list("required", required);
            object.put_object("properties", properties);
            object
        }
    }
}
