//! Path items with their operations.
//!
//! OpenAPI has one path for all templates that differ only in the names of their variables. The spec often has two: one
//! operation takes a quote's `id`, another method its `reference_id`. They share the path item of the first template, and
//! `x-documented-name` of the parameter is the documented name.

use std::collections::HashMap;

use crate::emit::openapi::document::Document;
use crate::ir::{Operation, PathTemplate, Resource, Route};
use crate::json::Object;

/// A call by one of its paths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    pub(super) resource: &'a Resource,
    pub(super) operation: &'a Operation,
    pub(super) route: &'a Route,
}

impl Call<'_> {
    /// Whether the path is the default one.
    pub(super) fn is_default(self) -> bool {
        let first = self.operation.routes.first();
        first.is_some_and(|first| std::ptr::eq(first, self.route))
    }
}

/// A variable of a path: its name in the document, and in the operation's own template.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<'a> {
    pub(super) key: &'a str,
    pub(super) name: &'a str,
}

/// All paths, in the order of their first operation.
pub(super) fn paths<'a>(
    document: &Document<'a>,
    operation: impl Fn(&Document<'a>, Call<'a>, &[Slot<'_>]) -> Object,
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
        let names = path.variables().zip(template.variables());
        let slots: Vec<Slot<'_>> = names.map(|(key, name)| Slot { key, name }).collect();
        let operation = operation(document, call, &slots);
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
