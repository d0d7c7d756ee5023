//! Observations by field: by its declaration, since records share fields and operations share records.

use std::collections::BTreeMap;

use api_observations::Observations;

use super::place::{Place, place};
use super::tally::Tally;
use crate::ir::{Field, Named, NamedKind, Operation, Package, Response, Spec};

/// Where a field is declared: file and first byte.
pub(super) type DeclarationKey = (String, usize);

/// The observations of all fields.
#[derive(Default)]
pub(super) struct Evidence<'s> {
    pub(super) fields: BTreeMap<DeclarationKey, FieldEvidence<'s>>,
    /// Fields that a record does not have.
    pub(super) unknown: BTreeMap<(Named, String), Tally>,
    /// Operations that the spec does not have.
    pub(super) unknown_operations: BTreeMap<String, u64>,
    /// The bodies of the operations that it has.
    pub(super) bodies: BTreeMap<String, Bodies<'s>>,
}

/// The bodies of the successful responses of an operation.
pub(super) struct Bodies<'s> {
    pub(super) operation: &'s Operation,
    /// The counts of the bodies as a whole.
    pub(super) tally: Tally,
    /// Whether any of them has a member of what is described.
    pub(super) is_described: bool,
}

/// The observations of a field.
pub(super) struct FieldEvidence<'s> {
    pub(super) field: &'s Field,
    /// The API that declares it; `None` if several share its package.
    pub(super) api: Option<&'s str>,
    /// The records that have it.
    pub(super) records: BTreeMap<Named, Tally>,
    /// The operations by which it was read.
    pub(super) operations: BTreeMap<String, Nested>,
}

/// The counts of a value and of its elements, by the pointer below the field.
#[derive(Clone, Default)]
pub(super) struct Nested(BTreeMap<String, Tally>);

impl Nested {
    pub(super) fn at(&self, below: &str) -> Tally {
        self.0.get(below).cloned().unwrap_or_default()
    }

    fn add(&mut self, below: &str, tally: &Tally) {
        match self.0.get_mut(below) {
            Some(known) => known.add(tally),
            None => {
                self.0.insert(below.to_owned(), tally.clone());
            }
        }
    }
}

impl FieldEvidence<'_> {
    /// All operations together.
    pub(super) fn total(&self) -> Nested {
        self.sum(|_| true)
    }

    /// The operations of the API that declares the field: those of an API that inherits it prove
    /// nothing for another one.
    pub(super) fn of_api(&self) -> Nested {
        self.sum(|operation| {
            let (api, _) = operation.split_once('.').unwrap_or_default();
            self.api.is_none_or(|declaring| declaring == api)
        })
    }

    fn sum(&self, is_counted: impl Fn(&str) -> bool) -> Nested {
        let mut total = Nested::default();
        let operations = self.operations.iter();
        for (_, nested) in operations.filter(|(name, _)| is_counted(name)) {
            for (below, tally) in &nested.0 {
                total.add(below, tally);
            }
        }
        total
    }
}

impl<'s> Bodies<'s> {
    fn new(operation: &'s Operation) -> Self {
        Self {
            operation,
            tally: Tally::default(),
            is_described: false,
        }
    }
}

impl<'s> Evidence<'s> {
    /// The observations of successful responses. Forms of callbacks have texts only.
    pub(super) fn new(spec: &'s Spec, observations: &Observations) -> Self {
        let mut evidence = Self::default();
        for (key, shape) in observations {
            if !(200..300).contains(&key.status) {
                continue;
            }
            let mut packages = spec.packages.iter();
            let package = packages.find(|package| package.name == key.api);
            let operation = package.and_then(|package| {
                let mut resources = package.resources.iter();
                let operation = resources.find_map(|resource| resource.operation(&key.operation));
                Some((package, operation?))
            });
            let name = format!("{}.{}", key.api, key.operation);
            let Some((package, operation)) = operation else {
                *evidence.unknown_operations.entry(name).or_default() += 1;
                continue;
            };
            let tally = Tally::from(&shape);
            let place = place(spec, package, operation, &key.pointer);
            let known = evidence.bodies.entry(name.clone());
            let bodies = known.or_insert_with(|| Bodies::new(operation));
            bodies.is_described |= place.is_some() || is_payload(package, operation, &key.pointer);
            if key.pointer.is_empty() {
                bodies.tally.add(&tally);
            }
            if let Some(place) = place {
                evidence.add(spec, place, name, &tally);
            }
        }
        evidence
    }

    fn add(&mut self, spec: &'s Spec, place: Place<'s>, operation: String, tally: &Tally) {
        match place {
            Place::Unknown { record, name } => {
                self.unknown.entry((record, name)).or_default().add(tally);
            }
            Place::Field {
                record,
                field,
                below,
            } => {
                let key = (field.span.file.to_string(), field.span.range.start);
                let known = self.fields.entry(key).or_insert_with(|| FieldEvidence {
                    field,
                    api: declaring_api(spec, field),
                    records: BTreeMap::new(),
                    operations: BTreeMap::new(),
                });
                if below.is_empty() {
                    known.records.entry(record).or_default().add(tally);
                }
                let nested = known.operations.entry(operation).or_default();
                nested.add(&below, tally);
            }
        }
    }

    /// The counts of the values of each enum.
    pub(super) fn enums(&self) -> BTreeMap<Named, Tally> {
        let mut enums: BTreeMap<Named, Tally> = BTreeMap::new();
        for evidence in self.fields.values() {
            let Some(named) = evidence.field.ty.named() else {
                continue;
            };
            if !matches!(named.kind, NamedKind::Enum { .. }) {
                continue;
            }
            // The values of lists are those of their elements.
            let total = evidence.total();
            for tally in total.0.values().filter(|tally| tally.strings > 0) {
                enums.entry(named.clone()).or_default().add(tally);
            }
        }
        enums
    }
}

/// Whether a pointer is that of the payload of an envelope.
fn is_payload(package: &Package, operation: &Operation, pointer: &str) -> bool {
    let key = package.envelope.as_ref().map(|envelope| &envelope.payload);
    matches!(operation.response, Response::Payload(_))
        && key.is_some_and(|key| pointer.strip_prefix('/') == Some(key))
}

fn declaring_api<'s>(spec: &'s Spec, field: &Field) -> Option<&'s str> {
    let (folder, _) = field.span.file.rsplit_once('/')?;
    let mut packages = spec.packages.iter();
    let package = packages.find(|package| package.dir == folder)?;
    package.is_api.then_some(package.name.as_str())
}
