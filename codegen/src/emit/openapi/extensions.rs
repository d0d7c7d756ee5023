//! What a program must know and OpenAPI has no words for, as `x-` members.

use crate::emit::openapi::document::Document;
use crate::emit::openapi::schema::{Direction, members};
use crate::emit::prose;
use crate::ir::{BrowserSdk, EntryPoint, Envelope, Pagination, Status};
use crate::json::{Object, Value};

/// The keys of the envelope.
pub(super) fn envelope(envelope: &Envelope) -> Value {
    let object = Object::default()
        .with("success", &envelope.success)
        .with("payload", &envelope.payload)
        .with("message", &envelope.message);
    Value::row(object)
}

/// A status in the general table of the documents: responses may have one that their operation does not list.
pub(super) fn status(status: &Status) -> Value {
    let object = Object::default()
        .with("code", u32::from(status.code))
        .with("meaning", &status.meaning);
    Value::row(object)
}

/// How a list is read, and synchronized.
pub(super) fn pagination(page: &Pagination) -> Object {
    let mut object = Object::default();
    object.put(
        "key",
        page.items_key.as_deref().map_or(Value::Null, Value::from),
    );
    object.put_some("wrapped-in", page.item_wrapper.as_ref());
    object.put_some("per-page", page.per_page);
    if let Some(sync) = &page.sync {
        let sync = Object::default()
            .with("watermark", &sync.watermark)
            .with("id", &sync.id);
        object.put("sync", sync);
    }
    object
}

/// The browser SDKs; the configuration of each is a schema.
pub(super) fn browser_sdks(document: &Document<'_>) -> Vec<Value> {
    let resources = document.package.resources.iter();
    let sdks = resources.filter_map(|resource| resource.browser_sdk.as_ref());
    sdks.map(|sdk| browser_sdk(document, sdk).into()).collect()
}

fn browser_sdk(document: &Document<'_>, sdk: &BrowserSdk) -> Object {
    let components = &document.components;
    let description = prose::described(&sdk.doc, &sdk.notes, &sdk.open_questions);
    let mut object = Object::default().with("description", description);
    object.put(
        "namespace",
        sdk.namespace.as_deref().map_or(Value::Null, Value::from),
    );
    let mut scripts = Object::default();
    for (environment, address) in &sdk.scripts {
        scripts.put(environment, address.to_string());
    }
    object.put_object("scripts", scripts);
    object.put_object("pages", pairs(&sdk.tester_pages));
    let points = sdk.entry_points.iter();
    object.put_list("entry-points", points.map(entry_point).collect());
    object.put(
        "configuration",
        members(components, &sdk.configuration, Direction::Sent),
    );
    object.put_object("callbacks", pairs(&sdk.event_handlers));
    if let Some(name) = &sdk.error_handler {
        object.put("error-callback", name);
    }
    object
}

fn entry_point(point: &EntryPoint) -> Value {
    let argument = point.argument.as_ref();
    Object::default()
        .with("path", &point.path)
        .with("description", &point.doc)
        .with(
            "takes",
            argument.map_or("configuration", |named| &named.name),
        )
        .into()
}

fn pairs(pairs: &[(String, String)]) -> Object {
    let mut object = Object::default();
    for (name, text) in pairs {
        object.put(name, text);
    }
    object
}
