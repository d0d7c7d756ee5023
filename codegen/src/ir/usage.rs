//! Which types are sent and read, and by which packages.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::ir::{Callback, Declared, Named, Resource, Spec};

/// The use of types, by package and name.
pub(crate) type Used = HashMap<(String, String), Usage>;

/// Whether the values of a type are sent, and read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    pub(crate) sent: bool,
    pub(crate) read: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Sent,
    Read,
}

impl Resource {
    /// The types that its operations, callbacks and browser SDK name.
    fn uses(&self) -> Vec<(Direction, &Named)> {
        let mut uses = Vec::new();
        for operation in &self.operations {
            let parameters = operation.parameters();
            let sent = parameters.filter_map(|field| field.ty.named());
            let body = operation.body.iter().filter_map(|body| body.body.as_ref());
            uses.extend(sent.chain(body).map(|named| (Direction::Sent, named)));
            let read = operation.response.named_types().into_iter();
            uses.extend(read.map(|named| (Direction::Read, named)));
        }
        let callbacks = self.callbacks.iter().map(|callback| &callback.record);
        uses.extend(callbacks.map(|named| (Direction::Read, named)));
        if let Some(sdk) = &self.browser_sdk {
            let configuration = sdk.configuration.iter();
            let configuration = configuration.filter_map(|field| field.ty.named());
            let arguments = sdk.entry_points.iter();
            let arguments = arguments.filter_map(|entry| entry.argument.as_ref());
            uses.extend(
                configuration
                    .chain(arguments)
                    .map(|named| (Direction::Sent, named)),
            );
        }
        uses
    }
}

impl Spec {
    /// Whether a package has a model crate: one without types of its own or of others has none.
    pub(crate) fn has_model(&self, index: usize) -> bool {
        let mut resources = self.packages[index].resources.iter();
        resources.any(|resource| resource.declared().next().is_some())
            || !self.imported_types(index).is_empty()
    }

    /// The types of other packages that a package uses, by package: those that its own types and
    /// operations name, and those that these name in turn.
    pub(crate) fn imported_types(&self, index: usize) -> BTreeMap<usize, Vec<String>> {
        let mut open = self.types_of_operations(index);
        let own = self.packages[index].declared();
        let fields = own.filter_map(Declared::fields).flatten();
        open.extend(fields.filter_map(|field| field.ty.named().cloned()));
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
        let uses = self.packages[index]
            .resources
            .iter()
            .flat_map(Resource::uses);
        let mut named: Vec<Named> = uses.map(|(_, named)| named.clone()).collect();
        named.extend(
            self.callbacks_of(index)
                .map(|callback| callback.record.clone()),
        );
        named
    }

    /// The types that operations, callbacks and browser SDKs use, with those inside of them.
    pub(super) fn usage(&self) -> Used {
        let resources = || self.packages.iter().flat_map(|package| &package.resources);
        let used = |direction: Direction| {
            let uses = resources().flat_map(Resource::uses);
            let uses = uses.filter(|(of_use, _)| *of_use == direction);
            self.closure(uses.map(|(_, named)| named.clone()).collect())
        };
        let mut all = Used::new();
        for direction in [Direction::Sent, Direction::Read] {
            for named in used(direction) {
                let package = self.packages[named.package].name.clone();
                let usage = all.entry((package, named.name)).or_default();
                match direction {
                    Direction::Sent => usage.sent = true,
                    Direction::Read => usage.read = true,
                }
            }
        }
        all
    }

    /// Types, and those that they name in turn.
    pub(crate) fn closure(&self, mut open: Vec<Named>) -> BTreeSet<Named> {
        let mut found = BTreeSet::new();
        while let Some(named) = open.pop() {
            if !found.insert(named.clone()) {
                continue;
            }
            let fields = self.fields(&named).iter();
            open.extend(fields.filter_map(|field| field.ty.named().cloned()));
        }
        found
    }

    /// The callbacks that the callers of a package receive: those of its resources, and those of the
    /// shared resources that have the name of one of its own. Of callbacks of one name, it is its own.
    pub(crate) fn callbacks_of(&self, index: usize) -> impl Iterator<Item = &Callback> {
        let package = &self.packages[index];
        let own: HashSet<&str> = package
            .resources
            .iter()
            .map(|resource| resource.name.as_str())
            .collect();
        let mut known = HashSet::new();
        std::iter::once(index)
            .chain(package.imports.iter().copied())
            .flat_map(|used| &self.packages[used].resources)
            .filter(move |resource| own.contains(resource.name.as_str()))
            .flat_map(|resource| &resource.callbacks)
            .filter(move |callback| known.insert(callback.name.as_str()))
    }
}
