//! Which types and callbacks of other packages a package uses.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::ir::{Callback, Named, NamedKind, Resource, Spec};

impl Spec {
    /// Whether a package has a model crate: one without types of its own or of others has none.
    pub(crate) fn has_model(&self, index: usize) -> bool {
        let mut resources = self.packages[index].resources.iter();
        resources.any(|resource| resource.type_names().next().is_some())
            || !self.imported_types(index).is_empty()
    }

    /// The types of other packages that a package uses, by package: those that its own types and
    /// operations name, and those that these name in turn.
    pub(crate) fn imported_types(&self, index: usize) -> BTreeMap<usize, Vec<String>> {
        let package = &self.packages[index];
        let mut open: Vec<Named> = package
            .resources
            .iter()
            .flat_map(named_by)
            .cloned()
            .collect();
        let callbacks = self.callbacks_of(index).into_iter();
        open.extend(callbacks.map(|(_, callback)| callback.record.clone()));
        let mut imported = BTreeMap::<usize, Vec<String>>::new();
        for named in self.closure(open) {
            if named.package != index {
                imported.entry(named.package).or_default().push(named.name);
            }
        }
        imported
    }

    /// The types that the operations, callbacks and browser SDK of an API name.
    pub(crate) fn types_of_operations(&self, index: usize) -> Vec<Named> {
        let resources = self.packages[index].resources.iter();
        let mut named: Vec<Named> = resources.flat_map(named_by_operations).cloned().collect();
        let callbacks = self.callbacks_of(index).into_iter();
        named.extend(callbacks.map(|(_, callback)| callback.record.clone()));
        named
    }

    /// Types, and those that they name in turn.
    pub(crate) fn closure(&self, mut open: Vec<Named>) -> BTreeSet<Named> {
        let mut found = BTreeSet::new();
        while let Some(named) = open.pop() {
            if !found.insert(named.clone()) {
                continue;
            }
            let fields = match named.kind {
                NamedKind::Record => self.record(&named).map(|record| &record.fields),
                NamedKind::Body => self.body(&named).map(|body| &body.fields),
                _ => None,
            };
            let named = fields.into_iter().flatten();
            open.extend(named.filter_map(|field| field.ty.named().cloned()));
        }
        found
    }

    /// The callbacks that the callers of a package receive: its own, and those of a shared resource
    /// whose bodies it sends. A package that imports a shared resource and never sends its bodies
    /// receives no callback of it.
    pub(crate) fn callbacks_of(&self, index: usize) -> Vec<(&Resource, &Callback)> {
        let package = &self.packages[index];
        let operations = package
            .resources
            .iter()
            .flat_map(|resource| &resource.operations);
        let sent: HashSet<(usize, &str)> = operations
            .filter_map(|operation| operation.body.as_ref()?.body.as_ref())
            .map(|named| (named.package, named.name.as_str()))
            .collect();
        let imported = package.imports.iter().flat_map(|used| {
            let resources = self.packages[*used].resources.iter();
            let is_sent = |resource: &&Resource| {
                let mut bodies = resource.bodies.iter();
                bodies.any(|body| sent.contains(&(*used, body.name.as_str())))
            };
            resources.filter(is_sent).collect::<Vec<_>>()
        });
        let resources = package.resources.iter().chain(imported);
        resources
            .flat_map(|resource| {
                let callbacks = resource.callbacks.iter();
                callbacks.map(move |callback| (resource, callback))
            })
            .collect()
    }
}

/// The types that the fields, callbacks, operations and browser SDK of a resource name.
fn named_by(resource: &Resource) -> Vec<&Named> {
    let records = resource.records.iter().flat_map(|record| &record.fields);
    let bodies = resource.bodies.iter().flat_map(|body| &body.fields);
    let fields = records.chain(bodies);
    let mut named: Vec<&Named> = fields.filter_map(|field| field.ty.named()).collect();
    named.extend(resource.callbacks.iter().map(|callback| &callback.record));
    named.extend(named_by_operations(resource));
    named
}

/// The types that the operations and the browser SDK of a resource name.
fn named_by_operations(resource: &Resource) -> Vec<&Named> {
    let mut named = Vec::new();
    for operation in &resource.operations {
        named.extend(operation.parameters().filter_map(|field| field.ty.named()));
        named.extend(operation.body.iter().filter_map(|body| body.body.as_ref()));
        named.extend(operation.response.named_types());
    }
    if let Some(sdk) = &resource.browser_sdk {
        named.extend(
            sdk.configuration
                .iter()
                .filter_map(|field| field.ty.named()),
        );
        named.extend(
            sdk.entry_points
                .iter()
                .filter_map(|entry| entry.argument.as_ref()),
        );
    }
    named
}
