//! The schemas that have names: those that a set declares, and those of other sets that it reaches.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::emit::openapi::schema::Direction;
use crate::emit::openapi::value::{Object, Value};
use crate::emit::openapi::{marks, schema};
use crate::ir::{Body, Enum, Field, House, Named, Record, ReplyOf, Resource, Set, TextId};
use crate::names;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
enum Declared<'a> {
    Enum(&'a Enum),
    Id(&'a TextId),
    Record(&'a Record),
    Body(&'a Body),
}

/// A name with its resource.
#[derive(Clone, Copy, Debug)]
struct Shape<'a> {
    set: usize,
    resource: &'a Resource,
    declared: Declared<'a>,
}

/// The named schemas of one document.
#[derive(Debug)]
pub(crate) struct Components<'a> {
    house: &'a House,
    set: usize,
    /// In the order of the document, each with its key.
    shapes: Vec<(String, Shape<'a>)>,
    /// Keys by set and name.
    keys: HashMap<(usize, &'a str), String>,
    /// Keys of error bodies by name.
    errors: HashMap<&'a str, String>,
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

    /// The schemas, by key.
    pub(super) fn schemas(&self, set: &Set) -> Object {
        let mut object = Object::default();
        for (key, shape) in &self.shapes {
            object.put_new(key, self.schema(shape));
        }
        for error in &set.error_bodies {
            if let Some(key) = self
                .errors
                .get(error.name.as_str())
                .filter(|key| !object.has(key))
            {
                object.put(key, error_body(error));
            }
        }
        object
    }

    fn schema(&self, shape: &Shape<'a>) -> Object {
        let (kind, mut object, doc, origin, behaviour) = match shape.declared {
            Declared::Enum(one) => {
                let origin = marks::origin(&one.source, &one.place);
                (
                    "enum",
                    open_enum(one),
                    &one.doc,
                    origin,
                    marks::behaviour(&one.notes, &one.doubts),
                )
            }
            Declared::Id(one) => {
                let text = Object::default().with("type", "string");
                (
                    "id",
                    text,
                    &one.doc,
                    marks::origin(&one.source, &one.place),
                    marks::doubts(&one.doubts),
                )
            }
            Declared::Record(one) => {
                let members = schema::members(self, &one.fields, Direction::Read);
                let origin = marks::origin(&one.source, &one.place);
                (
                    "record",
                    members,
                    &one.doc,
                    origin,
                    marks::behaviour(&one.notes, &one.doubts),
                )
            }
            Declared::Body(one) => {
                let mut members = schema::members(self, &one.fields, Direction::Sent);
                members.put_mark("x-update", one.update);
                let origin = marks::origin(&one.source, &one.place);
                (
                    "body",
                    members,
                    &one.doc,
                    origin,
                    marks::behaviour(&one.notes, &one.doubts),
                )
            }
        };
        let mut about = Object::default()
            .with("description", marks::prose(doc))
            .with("x-kind", kind);
        if shape.set != self.set {
            about.put_some("x-set", self.house.sets.get(shape.set).map(|set| &set.name));
        }
        about.put("x-resource", &shape.resource.name);
        about.extend(origin);
        about.extend(behaviour);
        about.extend(std::mem::take(&mut object));
        about
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

/// An enum is open: its known values are told, and every other text is as good.
fn open_enum(one: &Enum) -> Object {
    let known = |value: &crate::ir::Value| {
        let mut object = Object::default().with("value", &value.text);
        object.put_some(
            "rust",
            marks::rust(&value.rust, names::variant(&value.text).ok()),
        );
        object.put_some("doc", value.doc.as_ref());
        Value::row(object)
    };
    let mut object = Object::default().with("type", "string");
    object.put_list(
        "examples",
        one.values
            .iter()
            .map(|value| Value::from(&value.text))
            .collect(),
    );
    object.put_list("x-known-values", one.values.iter().map(known).collect());
    object.put_mark("x-any-case", one.any_case);
    object
}

/// The documents show an error body by an example only: its keys and the types of their values are taken from it.
fn error_body(error: &crate::ir::ErrorBody) -> Object {
    let mut object = Object::default().with("description", marks::prose(&error.doc));
    object.put("x-error-body", &error.name);
    object.extend(by_example(&error.example));
    object.put("examples", vec![Value::from(&error.example)]);
    object
}

fn by_example(example: &serde_json::Value) -> Object {
    let object = Object::default();
    match example {
        serde_json::Value::Null => object,
        serde_json::Value::Bool(_) => object.with("type", "boolean"),
        serde_json::Value::Number(_) => object.with("type", "number"),
        serde_json::Value::String(_) => object.with("type", "string"),
        serde_json::Value::Array(list) => {
            let items = list.first().map(by_example).unwrap_or_default();
            object.with("type", "array").with("items", items)
        }
        serde_json::Value::Object(map) => {
            let mut members: Vec<_> = map.iter().collect();
            members.sort_by_key(|(key, _)| key.as_str());
            let mut properties = Object::default();
            for (key, value) in &members {
                properties.put(key, by_example(value));
            }
            let required = members.into_iter().map(|(key, _)| key.into()).collect();
            let mut object = object.with("type", "object");
            object.put_list("required", required);
            object.put_object("properties", properties);
            object
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
        crate::emit::openapi::webhooks::of(house, set).map(|(_, callback)| key(&callback.record)),
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

fn key(named: &Named) -> (usize, &str) {
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
