//! The whole spec.

use std::collections::HashMap;

use crate::ir::{Body, Named, Operation, ReadBy, ReadsBack, Record, Resource, Set, Type};

/// The whole description.
#[derive(Debug, Default)]
pub struct House {
    /// The sets, in the order of their folders.
    pub sets: Vec<Set>,
    /// By set and name: the resource that declares the type, and which of its kind it is there.
    places: HashMap<(usize, String), (usize, usize)>,
}

impl House {
    /// Sets that are complete.
    pub(crate) fn of(sets: Vec<Set>) -> Self {
        let mut places = HashMap::new();
        for (at, set) in sets.iter().enumerate() {
            for (file, resource) in set.resources.iter().enumerate() {
                let records = resource.records.iter().map(|one| &one.name).enumerate();
                let bodies = resource.bodies.iter().map(|one| &one.name).enumerate();
                for (position, name) in records.chain(bodies) {
                    places.insert((at, name.clone()), (file, position));
                }
            }
        }
        Self { sets, places }
    }

    /// A record by name.
    pub fn record(&self, named: &Named) -> Option<&Record> {
        let (resource, at) = self.place(named)?;
        let found = resource.records.get(at)?;
        (found.name == named.name).then_some(found)
    }

    /// A body by name.
    pub fn body(&self, named: &Named) -> Option<&Body> {
        let (resource, at) = self.place(named)?;
        let found = resource.bodies.get(at)?;
        (found.name == named.name).then_some(found)
    }

    fn place(&self, named: &Named) -> Option<(&Resource, usize)> {
        let (file, at) = *self.places.get(&(named.set, named.name.clone()))?;
        Some((self.sets.get(named.set)?.resources.get(file)?, at))
    }

    /// The record of an operation's response, if it is one record.
    pub(crate) fn response_record(&self, operation: &Operation) -> Option<&Record> {
        self.record(operation.replied_name()?)
    }

    /// The record in the response of `operation` that confirms a callback.
    pub(crate) fn confirmed_record(
        &self,
        confirmation: &ReadsBack,
        operation: &Operation,
    ) -> Option<&Record> {
        let response = self.response_record(operation)?;
        match &confirmation.record {
            None => Some(response),
            Some(wire) => self.record(response.field(wire)?.ty.named()?),
        }
    }

    /// The record in the response of the operation that finds what another one created.
    pub(crate) fn found_record(&self, find_by: &ReadBy, lookup: &Operation) -> Option<&Record> {
        let response = self.response_record(lookup)?;
        let Some(wire) = &find_by.record else {
            return Some(response);
        };
        let wrapper = response.field(wire)?;
        match &wrapper.ty {
            Type::Named(named) if wrapper.envelope => self.record(named),
            _ => None,
        }
    }
}
