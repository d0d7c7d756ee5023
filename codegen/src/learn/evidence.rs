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

/// The observations of an enum.
pub(super) struct EnumEvidence<'s> {
    /// The API that declares it; `None` if several share its package.
    api: Option<&'s str>,
    /// The values by the operation by which they were read.
    operations: BTreeMap<String, Tally>,
}

impl EnumEvidence<'_> {
    /// The operations of the API that declares it.
    pub(super) fn of_api(&self) -> Tally {
        let mut total = Tally::default();
        let operations = self.operations.iter();
        for (_, tally) in operations.filter(|(name, _)| is_of_api(self.api, name)) {
            total.add(tally);
        }
        total
    }

    /// Where each value was observed that the API that declares the enum did not show.
    pub(super) fn only_of_others(&self) -> BTreeMap<&str, String> {
        let Some(api) = self.api else {
            return BTreeMap::new();
        };
        let own = self.of_api().values;
        let mut others: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (operation, tally) in &self.operations {
            let values = tally.values.iter();
            for (value, count) in values.filter(|(value, _)| !own.contains_key(*value)) {
                let known = others.entry(value).or_default();
                known.push(format!("{operation} {count} times"));
            }
        }
        let others = others.into_iter();
        others
            .map(|(value, operations)| (value, not_observed_in(api, &operations)))
            .collect()
    }
}

/// Whether an operation is of the API that declares something: the responses of an API that inherits it
/// prove nothing for that one.
fn is_of_api(declaring: Option<&str>, operation: &str) -> bool {
    let (api, _) = operation.split_once('.').unwrap_or_default();
    declaring.is_none_or(|declaring| declaring == api)
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
    /// The operations of the API that declares the field.
    pub(super) fn of_api(&self) -> Nested {
        let mut total = Nested::default();
        let operations = self.operations.iter();
        for (_, nested) in operations.filter(|(name, _)| is_of_api(self.api, name)) {
            for (below, tally) in &nested.0 {
                total.add(below, tally);
            }
        }
        total
    }

    /// Where the field was observed, if the API that declares it was not.
    pub(super) fn only_of_others(&self) -> Option<String> {
        let api = self.api.filter(|_| self.of_api().at("").of == 0)?;
        let operations = self.operations.iter();
        let operations: Vec<String> = operations
            .map(|(name, nested)| format!("{name} {}", nested.at("").kinds()))
            .collect();
        Some(not_observed_in(api, &operations))
    }
}

/// That only other APIs than the declaring one show something.
fn not_observed_in(api: &str, operations: &[String]) -> String {
    format!(
        "not observed in {api}, which declares it: {}",
        operations.join("; ")
    )
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
                    api: package_of(spec, field).and_then(declaring_api),
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

    /// The values of each enum.
    pub(super) fn enums(&self, spec: &'s Spec) -> BTreeMap<Named, EnumEvidence<'s>> {
        let mut enums: BTreeMap<Named, EnumEvidence<'s>> = BTreeMap::new();
        for evidence in self.fields.values() {
            let Some(named) = evidence.field.ty.named() else {
                continue;
            };
            if !matches!(named.kind, NamedKind::Enum { .. }) {
                continue;
            }
            let package = spec.packages.get(named.package);
            let known = enums.entry(named.clone()).or_insert_with(|| EnumEvidence {
                api: package.and_then(declaring_api),
                operations: BTreeMap::new(),
            });
            for (operation, nested) in &evidence.operations {
                // The values of lists are those of their elements.
                for tally in nested.0.values().filter(|tally| tally.strings > 0) {
                    let operation = known.operations.entry(operation.clone());
                    operation.or_default().add(tally);
                }
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

fn package_of<'s>(spec: &'s Spec, field: &Field) -> Option<&'s Package> {
    let (folder, _) = field.span.file.rsplit_once('/')?;
    let mut packages = spec.packages.iter();
    packages.find(|package| package.dir == folder)
}

/// The name of a package if it is an API, and not shared by several.
fn declaring_api(package: &Package) -> Option<&str> {
    package.is_api.then_some(package.name.as_str())
}
