//! Error bodies.

use std::collections::HashSet;

use crate::emit::openapi::Document;
use crate::emit::openapi::extensions;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::names::unique;
use crate::emit::openapi::pages;
use crate::emit::openapi::schemas::by_example;
use crate::emit::openapi::strict::schema::nullable;
use crate::ir::{ErrorBody, Package, StatusBody};
use crate::names;

/// The names of the schemas of error bodies.
#[derive(Debug)]
pub(super) struct Errors {
    /// By the name of the error body.
    documented: Vec<(String, String)>,
    /// For statuses whose body is undocumented.
    undocumented: String,
}

impl Errors {
    pub(super) fn new(document: &Document<'_>) -> Self {
        let declared = document.components.declarations.iter();
        let bodies = document.bodies.0.iter().map(|body| &body.key);
        let keys = declared.map(|(key, _)| key).chain(bodies);
        let mut taken: HashSet<String> = keys.cloned().collect();
        let mut key = |name: &str| unique(&format!("{}Body", names::type_of(name)), &mut taken);
        Self {
            documented: document
                .package
                .error_bodies
                .iter()
                .map(|error| (error.name.clone(), key(&error.name)))
                .collect(),
            undocumented: key("undocumented_error"),
        }
    }

    /// The schema of an error status, or that it has no body.
    pub(super) fn reference(&self, body: &StatusBody) -> Option<Object> {
        let key = match body {
            StatusBody::None => return None,
            StatusBody::Error(name) => {
                let mut documented = self.documented.iter();
                let found = documented.find(|(known, _)| known == name);
                found.map_or(&self.undocumented, |(_, key)| key)
            }
            StatusBody::Unknown | StatusBody::Resource => &self.undocumented,
        };
        Some(Object::default().with("$ref", format!("#/components/schemas/{key}")))
    }

    pub(super) fn schemas(&self, document: &Document<'_>) -> Object {
        let mut object = Object::default();
        let errors = &document.package.error_bodies;
        for (error, (_, key)) in errors.iter().zip(&self.documented) {
            object.put(key, documented(error));
        }
        object.put(&self.undocumented, undocumented(document.package));
        object
    }
}

fn documented(error: &ErrorBody) -> Object {
    let mut object = Object::default().with("description", extensions::prose(&error.doc));
    object.extend(by_example(&error.example));
    object.with("examples", vec![Value::from(&error.example)])
}

/// The members of all documented errors, or of the envelope, any of which may be there.
fn undocumented(package: &Package) -> Object {
    let mut properties = Object::default();
    for error in &package.error_bodies {
        let mut members: Vec<_> = error.example.as_object().into_iter().flatten().collect();
        members.sort_by_key(|(key, _)| key.as_str());
        for (key, value) in members {
            properties.put(key, nullable(by_example(value)));
        }
    }
    if let Some(envelope) = &package.envelope {
        properties.put(&envelope.success, pages::nullable("boolean"));
        properties.put(&envelope.message, pages::nullable("string"));
    }
    let mut object = Object::default()
        .with(
            "description",
            "The body of an error whose body is undocumented. It may have the members of documented ones.",
        )
        .with("type", "object");
    object.put_object("properties", properties);
    object.with("examples", vec![undocumented_example(package)])
}

/// The first documented error, or a failure in the envelope.
fn undocumented_example(package: &Package) -> Value {
    let mut object = Object::default();
    match (package.error_bodies.first(), &package.envelope) {
        (Some(error), _) => return Value::from(&error.example),
        (None, Some(envelope)) => {
            object.put(&envelope.success, false);
            object.put(&envelope.message, "message");
        }
        (None, None) => {}
    }
    object.into()
}
