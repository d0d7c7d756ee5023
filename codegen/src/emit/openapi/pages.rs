//! Schemas of paginated lists.

use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::request_body::wrapped;
use crate::emit::openapi::{Document, schema};
use crate::ir::{Cursor, Named, Pagination, PaginationStyle, Sync, Type};

pub(crate) fn pages(page: &Pagination) -> Object {
    let mut object = Object::default().with("of", &page.item.name);
    match &page.items_key {
        Some(key) => object.put("key", key),
        None => object.put("key", Value::Null),
    }
    object.put_some("wrapped-in", page.item_wrapper.as_ref());
    object.put_some("per-page", page.per_page);
    object.put_some("max", page.max_per_page);
    object.put_some(
        "metadata",
        page.metadata.as_ref().map(|metadata| &metadata.name),
    );
    if let PaginationStyle::Cursor(style) = &page.style {
        object.put("cursor", cursor(style));
    }
    object.put_some("sync", page.sync.as_ref().map(sync));
    object
}

/// How pages follow each other by cursor.
fn cursor(cursor: &Cursor) -> Object {
    let mut object = Object::default()
        .with("parameter", &cursor.cursor_parameter)
        .with("next", &cursor.next_cursor);
    object.put_some("has-more", cursor.has_more.as_ref());
    object
}

/// How incremental sync reads the list.
fn sync(sync: &Sync) -> Object {
    let mut object = Object::default()
        .with("watermark", &sync.watermark)
        .with("id", &sync.id);
    object.put_some("misses", sync.misses.as_ref());
    object
}

/// The envelope of a page: the totals beside the list.
pub(crate) fn page_schema(document: &Document<'_>, page: &Pagination) -> Object {
    let element = named_schema(document, &page.item);
    let element = match &page.item_wrapper {
        Some(key) => wrapped(key, element),
        None => element,
    };
    let mut properties = Object::default();
    for total in page.style.totals() {
        properties.put(total, nullable("integer").with("format", "int64"));
    }
    let mut envelope = Object::default().with("type", "object");
    match &page.items_key {
        Some(key) => {
            envelope.put("required", Value::row(vec![key.into()]));
            properties.put(
                key,
                Object::default()
                    .with("type", "array")
                    .with("items", element),
            );
            envelope.put("properties", properties);
        }
        None => {
            // The key is not shown: whichever member is a list is the collection.
            let known = page
                .metadata
                .iter()
                .flat_map(|facts| document.components.fields(facts));
            for field in known {
                properties.put(&field.wire, Object::default());
            }
            // Linters require `items` beside `array`.
            let list = Object::default()
                .with("type", "array")
                .with("items", Object::default());
            let collection = Object::default()
                .with("if", list)
                .with("then", Object::default().with("items", element));
            envelope.put("properties", properties);
            envelope.put("additionalProperties", collection);
            envelope.put("x-unknown-key", true);
        }
    }
    match &page.metadata {
        Some(facts) => Object::default().with(
            "allOf",
            vec![envelope.into(), named_schema(document, facts).into()],
        ),
        None => envelope,
    }
}

pub(crate) fn nullable(ty: &str) -> Object {
    Object::default().with("type", Value::row(vec![ty.into(), "null".into()]))
}

pub(crate) fn named_schema(document: &Document<'_>, named: &Named) -> Object {
    schema::type_schema(&document.components, &Type::Named(named.clone()))
}
