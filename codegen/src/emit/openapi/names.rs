//! Keys of `components`, and references to them.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::ir::{Body, Enum, Field, House, Named, Record, ReplyOf, Resource, Set, TextId};

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Declared<'a> {
    Enum(&'a Enum),
    Id(&'a TextId),
    Record(&'a Record),
    Body(&'a Body),
}

/// A name with its resource.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape<'a> {
    pub(crate) set: usize,
    pub(crate) resource: &'a Resource,
    pub(crate) declared: Declared<'a>,
}

/// The named schemas of one document.
#[derive(Debug)]
pub(crate) struct Components<'a> {
    pub(crate) house: &'a House,
    pub(crate) set: usize,
    /// In the order of the document, each with its key.
    pub(crate) shapes: Vec<(String, Shape<'a>)>,
    /// Keys by set and name.
    pub(crate) keys: HashMap<(usize, &'a str), String>,
    /// Keys of error bodies by name.
    pub(crate) errors: HashMap<&'a str, String>,
}

impl<'a> Components<'a> {
    /// All names that the set's document needs.
    pub(super) fn collect(house: &'a House, at: usize, set: &'a Set) -> Self {
        let all = declared(house);
        let reached = reached(house, at, set, &all);
        // The set's own shapes come first; those of others keep the order of their files.
        let order = std::iter::once(at).chain((0..house.sets.len()).filter(|other| *other != at));
        let mut components = Self {
            house,
            set: at,
            shapes: Vec::new(),
            keys: HashMap::new(),
            errors: HashMap::new(),
        };
        let mut taken = HashSet::new();
        for other in order {
            for (name, shape) in shapes_of(house, other) {
                if reached.contains(&(other, name)) && !components.keys.contains_key(&(other, name))
                {
                    let key = unique(&plain(name), &mut taken);
                    components.keys.insert((other, name), key.clone());
                    components.shapes.push((key, shape));
                }
            }
        }
        for error in &set.error_bodies {
            let key = unique(&plain(&format!("error_body.{}", error.name)), &mut taken);
            components.errors.entry(&error.name).or_insert(key);
        }
        components
    }

    /// How a schema refers to a name.
    pub(super) fn reference(&self, named: &Named) -> Option<String> {
        let key = self.keys.get(&(named.set, named.name.as_str()))?;
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
        shapes_of(self.house, named.set)
            .find(|(name, _)| *name == named.name)
            .map_or(&[], |(_, shape)| shape.fields())
    }

    /// The resources of other sets that the document takes shapes from, by set.
    pub(super) fn borrowed(&self) -> Vec<(usize, Vec<&'a Resource>)> {
        let mut borrowed: Vec<(usize, Vec<&'a Resource>)> = Vec::new();
        for (_, shape) in self
            .shapes
            .iter()
            .filter(|(_, shape)| shape.set != self.set)
        {
            match borrowed.iter_mut().find(|(set, _)| *set == shape.set) {
                Some((_, resources))
                    if resources
                        .iter()
                        .any(|known| known.name == shape.resource.name) => {}
                Some((_, resources)) => resources.push(shape.resource),
                None => borrowed.push((shape.set, vec![shape.resource])),
            }
        }
        borrowed
    }
}

impl<'a> Shape<'a> {
    fn fields(&self) -> &'a [Field] {
        match self.declared {
            Declared::Record(one) => &one.fields,
            Declared::Body(one) => &one.fields,
            Declared::Enum(_) | Declared::Id(_) => &[],
        }
    }
}

fn shapes_of(house: &House, set: usize) -> impl Iterator<Item = (&str, Shape<'_>)> {
    let resources = house.sets.get(set).map_or(&[][..], |set| &set.resources);
    resources.iter().flat_map(move |resource| {
        let shape = move |declared| Shape {
            set,
            resource,
            declared,
        };
        let enums = resource
            .enums
            .iter()
            .map(move |one| (one.name.as_str(), shape(Declared::Enum(one))));
        let ids = resource
            .ids
            .iter()
            .map(move |one| (one.name.as_str(), shape(Declared::Id(one))));
        let records = resource
            .records
            .iter()
            .map(move |one| (one.name.as_str(), shape(Declared::Record(one))));
        let bodies = resource
            .bodies
            .iter()
            .map(move |one| (one.name.as_str(), shape(Declared::Body(one))));
        enums.chain(ids).chain(records).chain(bodies)
    })
}

fn declared(house: &House) -> HashMap<(usize, &str), Shape<'_>> {
    let mut all = HashMap::new();
    for set in 0..house.sets.len() {
        for (name, shape) in shapes_of(house, set) {
            all.entry((set, name)).or_insert(shape);
        }
    }
    all
}

/// Everything that the set declares, its operations and callbacks name, and what those name in turn.
fn reached<'a>(
    house: &'a House,
    at: usize,
    set: &'a Set,
    all: &HashMap<(usize, &'a str), Shape<'a>>,
) -> HashSet<(usize, &'a str)> {
    let mut open: VecDeque<(usize, &str)> =
        shapes_of(house, at).map(|(name, _)| (at, name)).collect();
    open.extend(set.resources.iter().flat_map(named_by).map(key));
    open.extend(
        house
            .callbacks_of(at)
            .into_iter()
            .map(|(_, callback)| key(&callback.record)),
    );
    let mut reached = HashSet::new();
    while let Some(next) = open.pop_front() {
        if let Some(shape) = all.get(&next)
            && reached.insert(next)
        {
            open.extend(
                shape
                    .fields()
                    .iter()
                    .filter_map(|field| field.ty.named())
                    .map(key),
            );
        }
    }
    reached
}

pub(crate) fn key(named: &Named) -> (usize, &str) {
    (named.set, &named.name)
}

/// What the operations and the browser SDK of a resource name.
fn named_by(resource: &Resource) -> Vec<&Named> {
    let mut list = Vec::new();
    for operation in &resource.operations {
        let parameters = operation.path.iter().chain(&operation.query);
        list.extend(parameters.filter_map(|field| field.ty.named()));
        list.extend(operation.body.iter().filter_map(|body| body.body.as_ref()));
        match &operation.reply {
            ReplyOf::Record(named) | ReplyOf::Wrapped(_, named) => list.push(named),
            ReplyOf::Payload(ty) => list.extend(ty.named()),
            ReplyOf::Page(page) => list.extend(std::iter::once(&page.of).chain(&page.facts)),
            ReplyOf::Unknown | ReplyOf::Accepted => {}
        }
    }
    if let Some(sdk) = &resource.browser_sdk {
        list.extend(
            sdk.entry_points
                .iter()
                .filter_map(|point| point.takes.as_ref()),
        );
        list.extend(
            sdk.configuration
                .iter()
                .filter_map(|field| field.ty.named()),
        );
    }
    list
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

/// The name, with a number if it is taken: two sets may each have a shape of one name.
pub(crate) fn unique(name: &str, taken: &mut HashSet<String>) -> String {
    let mut candidate = name.to_owned();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}_{number}");
        number += 1;
    }
    candidate
}
