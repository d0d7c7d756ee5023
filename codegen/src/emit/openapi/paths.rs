//! Path items with their operations.

use std::collections::HashMap;

use crate::emit::openapi::Document;
use crate::emit::openapi::call::Call;
use crate::emit::openapi::json::Object;
use crate::emit::openapi::slot::{Slot, slots};
use crate::ir::PathTemplate;

/// All paths, in the order of their first operation.
pub(super) fn paths<'a>(
    document: &Document<'a>,
    operation: impl Fn(Call<'a>, &[Slot<'_>]) -> Object,
) -> Object {
    let mut items: Vec<(&PathTemplate, Object)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for call in calls(document) {
        let template = &call.route.template;
        let index = *known.entry(template.shape()).or_insert_with(|| {
            items.push((template, Object::default()));
            items.len() - 1
        });
        let (path, item) = &mut items[index];
        let operation = operation(call, &slots(path, template));
        item.put(&call.operation.method.to_ascii_lowercase(), operation);
    }
    let mut paths = Object::default();
    for (path, item) in items {
        paths.put(&path.to_string(), item);
    }
    paths
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
