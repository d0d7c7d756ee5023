//! What the emitters read: every name resolved, every difference applied; the YAML is gone but for the places of things.

mod field;
mod operation;
mod resource;
mod set;

pub use field::*;
pub use operation::*;
pub use resource::*;
pub use set::*;

use std::collections::HashMap;

use crate::diagnostics::Place;

/// The whole description.
#[derive(Debug, Default)]
pub struct House {
    /// The sets, in the order of their folders.
    pub sets: Vec<Set>,
    /// By set and name: the resource that declares the type, and which of its kind it is there.
    places: HashMap<(usize, String), (usize, usize)>,
}

/// What the documents do not show, and what they say in two ways.
#[derive(Clone, Debug, Default)]
pub struct Doubts {
    /// What the documents do not show, each with its place.
    pub unknowns: Vec<(String, Place)>,
    /// What the documents say in two ways, each with its place.
    pub conflicts: Vec<(Conflict, Place)>,
}

/// Two statements that do not agree.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The one.
    pub says: String,
    /// The other.
    pub but: String,
    /// What the crates do.
    pub so: String,
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
}
