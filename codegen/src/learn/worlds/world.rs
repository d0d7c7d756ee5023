//! What is hidden in a world, and its responses.

use std::collections::{BTreeMap, BTreeSet};

use api_observations::Observations;

use super::sightings::{Sample, Sightings};
use crate::ir::{Field, Mark, Named, NamedKind, Operation, Package, Record, Response, Spec, Type};

/// The maximum depth of records in records, since some contain records of their own kind.
const MAX_DEPTH: usize = 4;

/// How many documented types are wrong.
const CONTRADICTIONS: usize = 40;

/// Where a field is declared.
type Declared = (String, usize);

/// What the service really sends.
pub(super) struct World {
    seed: u64,
    /// The true types of fields whose types are not documented.
    hidden: BTreeMap<Declared, Type>,
    /// Values of another kind, among those of documented types.
    wrong: BTreeMap<Declared, Sample>,
    /// The types that are learned, by field.
    pub(super) expected: BTreeMap<String, Type>,
    /// The fields whose documented types are contradicted.
    pub(super) contradictions: BTreeSet<String>,
}

/// The records of a spec, with the names of their packages.
pub(super) fn records(spec: &Spec) -> impl Iterator<Item = (&str, &Record)> {
    spec.packages.iter().flat_map(|package| {
        let resources = package.resources.iter();
        let records = resources.flat_map(|resource| &resource.records);
        records.map(|record| (package.name.as_str(), record))
    })
}

fn declared(field: &Field) -> Declared {
    (field.span.file.to_string(), field.span.range.start)
}

fn list(ty: Type) -> Type {
    Type::List(Box::new(ty))
}

impl World {
    pub(super) fn new(spec: &Spec, seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut world = Self {
            seed,
            hidden: BTreeMap::new(),
            wrong: BTreeMap::new(),
            expected: BTreeMap::new(),
            contradictions: BTreeSet::new(),
        };
        let read = read_fields(spec);
        let mut documented: BTreeMap<Declared, &Field> = BTreeMap::new();
        for (_, field) in &read {
            if is_undocumented(field) {
                let hidden = || hidden_type(&field.ty, &mut random);
                world.hidden.entry(declared(field)).or_insert_with(hidden);
            } else if is_scalar(&field.ty) && !field.has(Mark::StringOrNumber) {
                documented.insert(declared(field), field);
            }
        }
        let mut documented: Vec<(Declared, &Field)> = documented.into_iter().collect();
        random.shuffle(&mut documented);
        for (key, field) in documented.into_iter().take(CONTRADICTIONS) {
            let sample = match field.ty {
                Type::Boolean | Type::Integer { .. } | Type::Decimal => Sample::List,
                _ => Sample::Boolean,
            };
            world.wrong.insert(key, sample);
        }
        for (name, field) in read {
            let key = declared(field);
            if let Some(hidden) = world.hidden.get(&key) {
                let is_covered = covers(&field.ty, hidden);
                let learned = if is_covered { &field.ty } else { hidden };
                world.expected.insert(name, learned.clone());
            } else if world.wrong.contains_key(&key) {
                world.contradictions.insert(name);
            }
        }
        world
    }

    /// The observations of as many responses of each operation; `damage` is the share of damaged ones.
    pub(super) fn observations(&self, spec: &Spec, responses: usize, damage: f64) -> Observations {
        let mut service = Service {
            world: self,
            spec,
            random: fastrand::Rng::with_seed(self.seed ^ 0x5eed),
            sightings: Sightings::new(),
            is_damaged: false,
        };
        for package in &spec.packages {
            let resources = package.resources.iter();
            for operation in resources.flat_map(|resource| &resource.operations) {
                for _ in 0..responses {
                    service.is_damaged = service.random.f64() < damage;
                    service.respond(package, operation);
                }
            }
        }
        service.sightings.into_observations()
    }
}

/// Whether the documents leave the type open.
fn is_undocumented(field: &Field) -> bool {
    let is_open = field.ty == Type::Json
        && !field.has(Mark::Documented)
        && field.open_questions.conflicts.is_empty();
    is_open || field.has(Mark::Inferred)
}

fn is_scalar(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Text
            | Type::Integer { .. }
            | Type::Decimal
            | Type::Boolean
            | Type::Date
            | Type::DateTime
            | Type::LocalDateTime
    )
}

/// A type at random; records, enums and maps keep theirs.
fn hidden_type(inferred: &Type, random: &mut fastrand::Rng) -> Type {
    if inferred.named().is_some() || matches!(inferred, Type::Map(_)) {
        return inferred.clone();
    }
    let types = [
        Type::Boolean,
        Type::Integer { bits: 64 },
        Type::Decimal,
        Type::Text,
        Type::Date,
        Type::DateTime,
        Type::LocalDateTime,
        Type::IntegerOrText,
        list(Type::Text),
        list(Type::Integer { bits: 64 }),
    ];
    types[random.usize(..types.len())].clone()
}

/// Whether a type accepts the values of another one: then it is kept.
fn covers(ty: &Type, other: &Type) -> bool {
    let is_text = |ty: &Type| {
        matches!(
            ty,
            Type::Text | Type::Date | Type::DateTime | Type::LocalDateTime
        )
    };
    match (ty, other) {
        (Type::Json, _) => false,
        (Type::List(inner), Type::List(other)) => covers(inner, other),
        (Type::Text | Type::Time, other) => is_text(other),
        (Type::Decimal, Type::Integer { .. }) => true,
        (Type::IntegerOrText, Type::Integer { .. }) => true,
        (Type::IntegerOrText, other) => is_text(other) || *other == Type::IntegerOrText,
        (Type::Integer { .. }, Type::Integer { .. }) => true,
        (ty, other) => ty == other,
    }
}

/// The fields of all responses, by name.
fn read_fields(spec: &Spec) -> Vec<(String, &Field)> {
    let mut open: Vec<Named> = spec
        .packages
        .iter()
        .flat_map(|package| &package.resources)
        .flat_map(|resource| &resource.operations)
        .flat_map(|operation| operation.response.named_types())
        .cloned()
        .collect();
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(named) = open.pop() {
        let Some(record) = spec.record(&named) else {
            continue;
        };
        if !known.insert(named.clone()) {
            continue;
        }
        for field in &record.fields {
            let package = &spec.packages[named.package].name;
            found.push((format!("{package}.{}.{}", record.name, field.wire), field));
            open.extend(field.ty.named().cloned());
        }
    }
    found
}

/// Sends responses.
struct Service<'a> {
    world: &'a World,
    spec: &'a Spec,
    random: fastrand::Rng,
    sightings: Sightings,
    is_damaged: bool,
}

type Call<'a> = (&'a str, &'a str);

impl Service<'_> {
    fn respond(&mut self, package: &Package, operation: &Operation) {
        let call = (package.name.as_str(), operation.name.as_str());
        self.sightings.count(call, "", Sample::Object);
        match &operation.response {
            Response::Unknown | Response::Accepted => {}
            Response::Record(named) => self.record(call, "", named, 0),
            Response::Wrapped(key, named) => {
                let pointer = format!("/{key}");
                self.sightings.count(call, &pointer, Sample::Object);
                self.record(call, &pointer, named, 0);
            }
            Response::Payload(ty) => {
                let key = &package.envelope.as_ref().unwrap().payload;
                self.value(call, &format!("/{key}"), ty, 0);
            }
            Response::Page(page) => {
                let key = page.items_key.as_deref().unwrap_or("items");
                self.sightings.count(call, &format!("/{key}"), Sample::List);
                let mut pointer = format!("/{key}/*");
                self.sightings.count(call, &pointer, Sample::Object);
                if let Some(wrapper) = &page.item_wrapper {
                    pointer.push_str(&format!("/{wrapper}"));
                    self.sightings.count(call, &pointer, Sample::Object);
                }
                self.record(call, &pointer, &page.item, 0);
                if let Some(metadata) = &page.metadata {
                    self.record(call, "", metadata, 0);
                }
            }
        }
    }

    fn record(&mut self, call: Call<'_>, pointer: &str, named: &Named, depth: usize) {
        let Some(record) = self.spec.record(named) else {
            return;
        };
        for field in &record.fields {
            let pointer = format!("{pointer}/{}", field.wire);
            let key = declared(field);
            let ty = self.world.hidden.get(&key).unwrap_or(&field.ty);
            if self.is_damaged && self.random.bool() {
                let sample = self.sample(ty).damaged(&mut self.random);
                self.sightings.count(call, &pointer, sample);
                continue;
            }
            if let Some(sample) = self.world.wrong.get(&key) {
                self.sightings.count(call, &pointer, *sample);
                continue;
            }
            self.value(call, &pointer, ty, depth);
        }
    }

    fn sample(&mut self, ty: &Type) -> Sample {
        match ty {
            Type::Boolean => Sample::Boolean,
            Type::Integer { .. } | Type::Count => Sample::Integer,
            Type::Decimal if self.random.bool() => Sample::Integer,
            Type::Decimal => Sample::Decimal,
            Type::IntegerOrText if self.random.bool() => Sample::Integer,
            Type::Text | Type::Time | Type::IntegerOrText => Sample::Text,
            Type::Date => Sample::Date,
            Type::DateTime => Sample::Timestamp,
            Type::LocalDateTime => Sample::LocalDateTime,
            Type::Json => Sample::Object,
            Type::List(_) => Sample::List,
            Type::Map(_) => Sample::Object,
            Type::Named(named) => match named.kind {
                NamedKind::Record | NamedKind::Body => Sample::Object,
                NamedKind::Enum { .. } | NamedKind::Id => Sample::Text,
            },
        }
    }

    fn value(&mut self, call: Call<'_>, pointer: &str, ty: &Type, depth: usize) {
        let sample = self.sample(ty);
        self.sightings.count(call, pointer, sample);
        match ty {
            Type::List(inner) | Type::Map(inner) => {
                self.value(call, &format!("{pointer}/*"), inner, depth);
            }
            Type::Named(named) if depth < MAX_DEPTH => self.record(call, pointer, named, depth + 1),
            _ => {}
        }
    }
}
