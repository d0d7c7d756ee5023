//! The paths with their calls.
//!
//! A path item has one call of each method. Should two calls have one method and one form of path, the first stands
//! there, and the others, whole, in the item's `x-more-operations`: OpenAPI has no other place for them, and to leave
//! them out would hide them.

use std::collections::HashMap;

use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::operation::Call;
use crate::emit::openapi::template::Template;
use crate::emit::openapi::{Document, operation};

/// A path item that is being put together.
#[derive(Debug)]
struct Item {
    path: String,
    keys: Vec<String>,
    calls: Object,
    more: Vec<Value>,
}

/// All paths, in the order of their first call.
pub(super) fn paths(document: &Document<'_>) -> Object {
    let mut items: Vec<Item> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for call in calls(document) {
        let template = Template::parse(&call.route.path);
        let index = *known.entry(template.form()).or_insert_with(|| {
            let keys = template.keys();
            let path = template.path(&keys);
            items.push(Item {
                path,
                keys,
                calls: Object::default(),
                more: Vec::new(),
            });
            items.len() - 1
        });
        if let Some(item) = items.get_mut(index) {
            let written = operation::operation(document, call, &template.slots(&item.keys));
            item.add(&call.operation.method.to_ascii_lowercase(), written);
        }
    }
    let mut paths = Object::default();
    for mut item in items {
        item.calls.put_list("x-more-operations", item.more);
        paths.put_new(&item.path, item.calls);
    }
    paths
}

impl Item {
    fn add(&mut self, method: &str, written: Object) {
        if self.calls.has(method) {
            let more = Object::default()
                .with("method", method)
                .with("operation", written);
            self.more.push(more.into());
        } else {
            self.calls.put(method, written);
        }
    }
}

fn calls<'a>(document: &Document<'a>) -> impl Iterator<Item = Call<'a>> + use<'a> {
    document.package.resources.iter().flat_map(|resource| {
        resource.operations.iter().flat_map(move |operation| {
            operation.routes.iter().map(move |route| Call {
                resource,
                operation,
                route,
            })
        })
    })
}
