//! The names of the schemas, and references to them.

use std::collections::{HashMap, HashSet};

use crate::ir::{Declared, Named, Spec};
use crate::json::Object;
use crate::names;

/// The named schemas of one document.
#[derive(Debug)]
pub(crate) struct Components<'a> {
    /// In the order of the document, each with its key.
    pub(super) declarations: Vec<(String, Declared<'a>)>,
    /// Keys by package and name.
    keys: HashMap<(usize, &'a str), String>,
    /// Keys of error bodies, by name.
    pub(super) errors: HashMap<&'a str, String>,
    /// All keys.
    pub(super) taken: HashSet<String>,
}

impl<'a> Components<'a> {
    /// All names that the package's document needs.
    pub(super) fn collect(spec: &'a Spec, index: usize) -> Self {
        let imported = spec.imported_types(index);
        let is_used = |other: usize, name: &str| {
            let names = imported.get(&other);
            other == index || names.is_some_and(|names| names.iter().any(|used| used == name))
        };
        // The package's own types are first; those of others keep the order of their files.
        let order =
            std::iter::once(index).chain((0..spec.packages.len()).filter(|other| *other != index));
        let mut declarations = Vec::new();
        let mut keys = HashMap::new();
        let mut taken = HashSet::new();
        for other in order {
            for declared in spec.packages[other].declared() {
                let name = declared.name();
                if is_used(other, name) && !keys.contains_key(&(other, name)) {
                    let key = unique(name, &mut taken);
                    keys.insert((other, name), key.clone());
                    declarations.push((key, declared));
                }
            }
        }
        let mut errors = HashMap::new();
        for error in &spec.packages[index].error_bodies {
            let key = unique(&body_name(&error.name), &mut taken);
            errors.entry(error.name.as_str()).or_insert(key);
        }
        Self {
            declarations,
            keys,
            errors,
            taken,
        }
    }

    /// The key of a name.
    pub(super) fn key<'s>(&'s self, named: &'s Named) -> Option<&'s str> {
        let key = self.keys.get(&(named.package, named.name.as_str()))?;
        Some(key)
    }

    /// A reference to the schema of a name.
    pub(super) fn reference(&self, named: &Named) -> Object {
        let mut object = Object::default();
        object.put_some("$ref", self.key(named).map(schema_reference));
        object
    }
}

/// The schema name of an error body.
fn body_name(error: &str) -> String {
    format!("{}Body", names::type_of(error))
}

/// How a document refers to a schema.
pub(super) fn schema_reference(key: &str) -> String {
    format!("#/components/schemas/{key}")
}

/// The name, with a number if it is taken: two packages may each have a type of one name.
pub(crate) fn unique(name: &str, taken: &mut HashSet<String>) -> String {
    let mut candidate = name.to_owned();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}_{number}");
        number += 1;
    }
    candidate
}
