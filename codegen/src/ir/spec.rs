//! The whole spec.

use std::collections::HashMap;

use crate::ir::{
    Body, CallbackConfirmation, FindBy, Mark, Named, Operation, Package, Record, Resource, Type,
    Used,
};

/// The whole spec.
#[derive(Debug, Default)]
pub(crate) struct Spec {
    /// The packages, in the order of their folders.
    pub(crate) packages: Vec<Package>,
    /// By set and name: the resource that declares the type, and which of its kind it is there.
    spans: HashMap<(usize, String), (usize, usize)>,
    /// The types that operations, callbacks and browser SDKs use, with those inside of them.
    pub(crate) used: Used,
}

impl Spec {
    /// Sets that are complete.
    pub(crate) fn of(packages: Vec<Package>) -> Self {
        let mut spans = HashMap::new();
        for (index, package) in packages.iter().enumerate() {
            for (file, resource) in package.resources.iter().enumerate() {
                let records = resource
                    .records
                    .iter()
                    .map(|record| &record.name)
                    .enumerate();
                let bodies = resource.bodies.iter().map(|body| &body.name).enumerate();
                for (position, name) in records.chain(bodies) {
                    spans.insert((index, name.clone()), (file, position));
                }
            }
        }
        let mut spec = Self {
            packages,
            spans,
            used: Used::default(),
        };
        spec.used = spec.usage();
        spec
    }

    /// A record by name.
    pub(crate) fn record(&self, named: &Named) -> Option<&Record> {
        let (resource, index) = self.span(named)?;
        let found = resource.records.get(index)?;
        (found.name == named.name).then_some(found)
    }

    /// A body by name.
    pub(crate) fn body(&self, named: &Named) -> Option<&Body> {
        let (resource, index) = self.span(named)?;
        let found = resource.bodies.get(index)?;
        (found.name == named.name).then_some(found)
    }

    fn span(&self, named: &Named) -> Option<(&Resource, usize)> {
        let (file, index) = *self.spans.get(&(named.package, named.name.clone()))?;
        Some((
            self.packages.get(named.package)?.resources.get(file)?,
            index,
        ))
    }

    /// The record of an operation's response, if it is one record.
    pub(crate) fn response_record(&self, operation: &Operation) -> Option<&Record> {
        self.record(operation.response_type()?)
    }

    /// The record in the response of `operation` that confirms a callback.
    pub(crate) fn confirmed_record(
        &self,
        confirmation: &CallbackConfirmation,
        operation: &Operation,
    ) -> Option<&Record> {
        let response = self.response_record(operation)?;
        match &confirmation.record {
            None => Some(response),
            Some(wire) => self.record(response.field(wire)?.ty.named()?),
        }
    }

    /// The record in the response of the operation that finds what another one created.
    pub(crate) fn found_record(&self, find_by: &FindBy, lookup: &Operation) -> Option<&Record> {
        let response = self.response_record(lookup)?;
        let Some(wire) = &find_by.record else {
            return Some(response);
        };
        let wrapper = response.field(wire)?;
        match &wrapper.ty {
            Type::Named(named) if wrapper.has(Mark::Envelope) => self.record(named),
            _ => None,
        }
    }
}
