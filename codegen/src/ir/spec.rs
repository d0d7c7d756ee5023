//! The whole spec.

use std::collections::HashMap;

use crate::ir::{CallbackConfirmation, FindBy, Mark, Operation, Package, Record, Type, Used};

/// The whole spec.
#[derive(Debug, Default)]
pub(crate) struct Spec {
    /// The packages, in the order of their folders.
    pub(crate) packages: Vec<Package>,
    /// By package and name: the resource that declares a type, and which of its types it is.
    pub(super) places: HashMap<(usize, String), (usize, usize)>,
    /// The types that operations, callbacks and browser SDKs use, with those inside of them.
    pub(crate) used: Used,
}

impl Spec {
    /// Packages that are complete.
    pub(crate) fn of(packages: Vec<Package>) -> Self {
        let mut places = HashMap::new();
        for (index, package) in packages.iter().enumerate() {
            for (file, resource) in package.resources.iter().enumerate() {
                for (position, declared) in resource.declared().enumerate() {
                    places.insert((index, declared.name().to_owned()), (file, position));
                }
            }
        }
        let mut spec = Self {
            packages,
            places,
            used: Used::default(),
        };
        spec.used = spec.usage();
        spec
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
