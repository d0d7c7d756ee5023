//! Keys of `components`, and references to them.

use std::collections::{HashMap, HashSet};

use crate::ir::{Body, Enum, Field, Named, Package, Record, Resource, Spec, TextId};

/// What a name refers to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DeclaredKind<'a> {
    Enum(&'a Enum),
    Id(&'a TextId),
    Record(&'a Record),
    Body(&'a Body),
}

/// A name with its resource.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declaration<'a> {
    pub(crate) package: usize,
    pub(crate) resource: &'a Resource,
    pub(crate) declared: DeclaredKind<'a>,
}

/// The named schemas of one document.
#[derive(Debug)]
pub(crate) struct Components<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) package: usize,
    /// In the order of the document, each with its key.
    pub(crate) declarations: Vec<(String, Declaration<'a>)>,
    /// Keys by set and name.
    pub(crate) keys: HashMap<(usize, &'a str), String>,
    /// Keys of error bodies by name.
    pub(crate) errors: HashMap<&'a str, String>,
}

impl<'a> Components<'a> {
    /// All names that the package's document needs.
    pub(super) fn collect(spec: &'a Spec, index: usize, package: &'a Package) -> Self {
        let imported = spec.imported_types(index);
        let is_used = |other: usize, name: &str| {
            let names = imported.get(&other);
            other == index || names.is_some_and(|names| names.iter().any(|used| used == name))
        };
        // The package's own types are first; those of others keep the order of their files.
        let order =
            std::iter::once(index).chain((0..spec.packages.len()).filter(|other| *other != index));
        let mut components = Self {
            spec,
            package: index,
            declarations: Vec::new(),
            keys: HashMap::new(),
            errors: HashMap::new(),
        };
        let mut taken = HashSet::new();
        for other in order {
            for (name, declaration) in declarations_of(spec, other) {
                if is_used(other, name) && !components.keys.contains_key(&(other, name)) {
                    let key = unique(&plain(name), &mut taken);
                    components.keys.insert((other, name), key.clone());
                    components.declarations.push((key, declaration));
                }
            }
        }
        for error in &package.error_bodies {
            let key = unique(&plain(&format!("error_body.{}", error.name)), &mut taken);
            components.errors.entry(&error.name).or_insert(key);
        }
        components
    }

    /// The key of a name.
    pub(super) fn key<'s>(&'s self, named: &'s Named) -> Option<&'s str> {
        let key = self.keys.get(&(named.package, named.name.as_str()))?;
        Some(key)
    }

    /// The declaration of a name.
    pub(super) fn declaration(&self, named: &Named) -> Option<Declaration<'a>> {
        declarations_of(self.spec, named.package)
            .find(|(name, _)| *name == named.name)
            .map(|(_, declaration)| declaration)
    }

    /// How a schema refers to a name.
    pub(super) fn reference(&self, named: &Named) -> Option<String> {
        let key = self.keys.get(&(named.package, named.name.as_str()))?;
        Some(format!("#/components/schemas/{key}"))
    }

    /// How a response refers to an error body.
    pub(super) fn error(&self, name: &str) -> Option<String> {
        self.errors
            .get(name)
            .map(|key| format!("#/components/schemas/{key}"))
    }

    /// The fields of a record.
    pub(super) fn fields(&self, named: &Named) -> &'a [Field] {
        self.declaration(named)
            .map_or(&[], |declaration| declaration.fields())
    }

    /// The resources of other packages that the document has types of, by package.
    pub(super) fn borrowed(&self) -> Vec<(usize, Vec<&'a Resource>)> {
        let mut borrowed: Vec<(usize, Vec<&'a Resource>)> = Vec::new();
        for (_, declaration) in self
            .declarations
            .iter()
            .filter(|(_, declaration)| declaration.package != self.package)
        {
            match borrowed
                .iter_mut()
                .find(|(package, _)| *package == declaration.package)
            {
                Some((_, resources))
                    if resources
                        .iter()
                        .any(|known| known.name == declaration.resource.name) => {}
                Some((_, resources)) => resources.push(declaration.resource),
                None => borrowed.push((declaration.package, vec![declaration.resource])),
            }
        }
        borrowed
    }
}

impl<'a> Declaration<'a> {
    fn fields(&self) -> &'a [Field] {
        match self.declared {
            DeclaredKind::Record(declared) => &declared.fields,
            DeclaredKind::Body(declared) => &declared.fields,
            DeclaredKind::Enum(_) | DeclaredKind::Id(_) => &[],
        }
    }
}

fn declarations_of(spec: &Spec, package: usize) -> impl Iterator<Item = (&str, Declaration<'_>)> {
    let resources = spec
        .packages
        .get(package)
        .map_or(&[][..], |package| &package.resources);
    resources.iter().flat_map(move |resource| {
        let declaration = move |declared| Declaration {
            package,
            resource,
            declared,
        };
        let enums = resource.enums.iter().map(move |declared| {
            (
                declared.name.as_str(),
                declaration(DeclaredKind::Enum(declared)),
            )
        });
        let ids = resource.ids.iter().map(move |declared| {
            (
                declared.name.as_str(),
                declaration(DeclaredKind::Id(declared)),
            )
        });
        let records = resource.records.iter().map(move |declared| {
            (
                declared.name.as_str(),
                declaration(DeclaredKind::Record(declared)),
            )
        });
        let bodies = resource.bodies.iter().map(move |declared| {
            (
                declared.name.as_str(),
                declaration(DeclaredKind::Body(declared)),
            )
        });
        enums.chain(ids).chain(records).chain(bodies)
    })
}

/// The name of a field in the documents' example, if there is one: what an example shows is sent,
/// while the name in a record list may be another spelling.
pub(crate) fn example_name(field: &Field) -> &str {
    match field.aliases.first() {
        Some(alias) if field.evidence.example => alias,
        _ => &field.wire,
    }
}

/// A key of `components` has letters, digits, `.`, `_` and `-` only.
pub(crate) fn plain(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let name: String = name
        .chars()
        .map(|c| if fits(c) { c } else { '_' })
        .collect();
    if name.is_empty() {
        "_".to_owned()
    } else {
        name
    }
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
