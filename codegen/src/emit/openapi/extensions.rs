//! What a program must know and OpenAPI has no words for, as `x-` members.

use crate::emit::openapi::document::Document;
use crate::emit::openapi::samples::sdk_samples;
use crate::emit::openapi::schema::{Direction, members};
use crate::emit::prose;
use crate::ir::{
    BrowserSdk, Echo, EntryPoint, Envelope, Operation, Pagination, PaginationStyle, Place,
    Response, Retry, Status,
};
use crate::json::{Object, Value};

/// The keys of the envelope.
pub(super) fn envelope(envelope: &Envelope) -> Value {
    let object = Object::default()
        .with("success", &envelope.success)
        .with("payload", &envelope.payload)
        .with("message", &envelope.message);
    Value::row(object)
}

/// The meaning of a status: responses may have one that their operation does not list.
pub(super) fn status(status: &Status) -> Value {
    let mut object = Object::default()
        .with("code", u32::from(status.code))
        .with("meaning", &status.meaning);
    object.put_mark("not-found", status.not_found);
    Value::row(object)
}

/// How an operation is repeated, what its response repeats, and how its list is read.
pub(super) fn operation(operation: &Operation) -> Object {
    let mut object = Object::default();
    object.put("x-retry", retry(operation));
    object.put_some("x-echoes", echoes(operation, &operation.echoes));
    if !operation.essential.is_empty() {
        let fields = operation.essential.iter();
        let fields: Vec<Value> = fields.map(|field| field.pointer().into()).collect();
        object.put("x-essential", Value::row(fields));
    }
    if let Response::Page(page) = &operation.response {
        object.put("x-pagination", pagination(page));
    }
    object
}

/// The rule; its reason is in the description.
fn retry(operation: &Operation) -> Value {
    let object = Object::default();
    Value::row(match &operation.retry {
        Retry::Safe => object.with("rule", "safe"),
        Retry::Never(_) => object.with("rule", "never"),
        Retry::Idempotent(_) => object.with("rule", "idempotent"),
        Retry::UniqueKey(field, _) => {
            let mut object = object.with("rule", "unique-key").with("field", field);
            let find_by = operation.find_by.as_ref();
            object.put_some("find-by", find_by.map(|find_by| &find_by.operation));
            object
        }
    })
}

/// By the value of the request, the values of the response that repeat it, as runtime expressions.
fn echoes(operation: &Operation, echoes: &[Echo]) -> Option<Object> {
    let mut object = Object::default();
    for echo in echoes {
        let mut path = operation.parameters_in(Place::Path);
        let is_in_path = path.any(|field| field.wire == echo.request);
        let key = operation.body.as_ref().and_then(|body| body.key.as_ref());
        let request = match (is_in_path, key) {
            (true, _) => format!("$request.path.{}", echo.request),
            (false, Some(key)) => format!("$request.body#/{key}/{}", echo.request),
            (false, None) => format!("$request.body#/{}", echo.request),
        };
        let response = echo.response.iter();
        let response = response.map(|field| format!("$response.body#{}", field.pointer()).into());
        object.put(&request, Value::row(response.collect::<Vec<Value>>()));
    }
    (!echoes.is_empty()).then_some(object)
}

/// How a list is paged, and synchronized.
fn pagination(page: &Pagination) -> Object {
    let mut object = Object::default();
    object.put(
        "key",
        page.items_key.as_deref().map_or(Value::Null, Value::from),
    );
    object.put_some("wrapped-in", page.item_wrapper.as_ref());
    object.put_some("per-page", page.per_page);
    object.put_some("max", page.max_per_page);
    if let PaginationStyle::Cursor(cursor) = &page.style {
        let mut style = Object::default()
            .with("parameter", cursor.cursor_parameter.as_str())
            .with("next", cursor.next_cursor.as_str());
        style.put_some("has-more", cursor.has_more.as_deref());
        object.put("cursor", style);
    }
    if let Some(sync) = &page.sync {
        let mut how = Object::default()
            .with("watermark", &sync.watermark)
            .with("id", &sync.id);
        how.put_some("misses", sync.misses.as_ref());
        object.put("sync", how);
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
    object.put_list("x-codeSamples", sdk_samples(document, sdk));
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
