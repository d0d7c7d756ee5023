//! The browser SDK, as `x-browser-sdks`; its configuration is a schema.

use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::names::Components;
use crate::emit::openapi::samples::sdk_sample;
use crate::emit::openapi::schema::Direction;
use crate::emit::openapi::{Document, extensions, schema};
use crate::ir::{BrowserSdk, EntryPoint};

/// The member of a browser SDK.
pub(super) fn extension(document: &Document<'_>, resource: &str, sdk: &BrowserSdk) -> Object {
    let components = &document.components;
    let mut object = Object::default()
        .with("resource", resource)
        .with("description", sdk.doc.trim());
    match &sdk.namespace {
        Some(name) => object.put("namespace", name),
        None => object.put("namespace", Value::Null),
    }
    let mut scripts = Object::default();
    for (environment, address) in &sdk.scripts {
        scripts.put(environment, address.to_string());
    }
    object.put_object("scripts", scripts);
    object.put_object("pages", pairs(&sdk.tester_pages));
    object.put_list(
        "entry-points",
        sdk.entry_points
            .iter()
            .map(|point| entry_point(components, point))
            .collect(),
    );
    object.put(
        "configuration",
        schema::members(components, &sdk.configuration, Direction::Sent),
    );
    object.put_object("callbacks", pairs(&sdk.event_handlers));
    object.extend(extensions::provenance(&sdk.source, &sdk.span));
    object.extend(extensions::notes_and_questions(
        &sdk.notes,
        &sdk.open_questions,
    ));
    object.put_list("x-codeSamples", sdk_sample(document, sdk));
    object
}

fn entry_point(components: &Components<'_>, point: &EntryPoint) -> Value {
    let mut object = Object::default()
        .with("path", &point.path)
        .with("description", &point.doc);
    match &point.argument {
        Some(named) => {
            object.put("takes", &named.name);
            object.put_some(
                "schema",
                components
                    .reference(named)
                    .map(|key| Object::default().with("$ref", key)),
            );
        }
        None => object.put("takes", "configuration"),
    }
    object.into()
}

fn pairs(pairs: &[(String, String)]) -> Object {
    let mut object = Object::default();
    for (name, text) in pairs {
        object.put(name, text);
    }
    object
}
