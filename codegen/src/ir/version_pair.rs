//! Two versions of an API: which operation, record and field of the older one is which of the newer one.

use crate::ir::{
    Field, FieldChange, Named, NamedKind, Operation, Package, Record, Response, Spec, Type,
};

/// An API and a later version of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VersionPair<'s> {
    pub(crate) spec: &'s Spec,
    pub(crate) old: usize,
    pub(crate) new: usize,
}

/// An operation of the older version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OperationPair<'s> {
    pub(crate) old: &'s Operation,
    pub(crate) new: Option<&'s Operation>,
    /// Why there is no successor, or what can no longer be done.
    pub(crate) reason: Option<&'s str>,
}

/// A record of the older version and its counterpart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecordPair {
    pub(crate) old: Named,
    pub(crate) new: Named,
}

/// A field of the older version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldPair<'s> {
    pub(crate) old: &'s Field,
    pub(crate) new: Option<&'s Field>,
    /// Why there is none.
    pub(crate) reason: Option<&'s str>,
}

impl Spec {
    /// The pairs of an API and each of its later versions.
    pub(crate) fn version_pairs(&self) -> Vec<VersionPair<'_>> {
        let pairs = self.packages.iter().enumerate().flat_map(|(old, package)| {
            let later = package.later_versions.iter();
            later.filter_map(move |later| {
                let is_later = |other: &Package| other.is_api && other.name == later.api;
                let new = self.packages.iter().position(is_later)?;
                Some(VersionPair {
                    spec: self,
                    old,
                    new,
                })
            })
        });
        pairs.collect()
    }
}

impl Package {
    /// The word of its version, such as `v2` of `pos-v2`; without one, the name.
    pub(crate) fn version_word(&self) -> &str {
        self.family_and_version()
            .map_or(&self.name, |(_, version)| version)
    }

    /// The name of all versions of the API, such as `pos` of `pos-v2`.
    pub(crate) fn family(&self) -> &str {
        self.family_and_version()
            .map_or(&self.name, |(family, _)| family)
    }

    fn family_and_version(&self) -> Option<(&str, &str)> {
        let (family, version) = self.name.rsplit_once('-')?;
        let number = version.strip_prefix('v')?;
        (number.parse::<u32>().is_ok()).then_some((family, version))
    }

    /// The crate that converts records of the API and its later versions.
    pub(crate) fn versions_package(&self) -> String {
        format!("{}-versions", self.family())
    }
}

impl<'s> VersionPair<'s> {
    pub(crate) fn old_package(self) -> &'s Package {
        &self.spec.packages[self.old]
    }

    pub(crate) fn new_package(self) -> &'s Package {
        &self.spec.packages[self.new]
    }

    /// The operations of the older version, each with its successor.
    pub(crate) fn operations(self) -> Vec<OperationPair<'s>> {
        let later = &self.new_package().name;
        let pair = |old: &'s Operation| {
            let mut stated = old.in_later_versions.iter();
            match stated.find(|successor| successor.api == *later) {
                Some(successor) => OperationPair {
                    old,
                    new: successor.to.as_ref().and_then(|to| self.new_operation(to)),
                    reason: successor.reason.as_deref(),
                },
                None => OperationPair {
                    old,
                    new: self.new_operation(&old.name),
                    reason: None,
                },
            }
        };
        operations(self.old_package()).map(pair).collect()
    }

    /// The operations of the newer version that succeed none.
    pub(crate) fn added_operations(self) -> Vec<&'s Operation> {
        let pairs = self.operations();
        let is_successor = |new: &&Operation| {
            let mut successors = pairs.iter().filter_map(|pair| pair.new);
            successors.any(|successor| successor.name == new.name)
        };
        let all = operations(self.new_package());
        all.filter(|new| !is_successor(new)).collect()
    }

    fn new_operation(self, name: &str) -> Option<&'s Operation> {
        operations(self.new_package()).find(|operation| operation.name == name)
    }

    /// The records that differ, found through the responses of operations and the fields of records.
    pub(crate) fn records(self) -> Vec<RecordPair> {
        let mut pairs = Vec::new();
        for operation in self.operations() {
            if let Some(new) = operation.new {
                for (old, new) in response_types(&operation.old.response, &new.response) {
                    self.add_records(old, new, &mut pairs);
                }
            }
        }
        pairs
    }

    fn add_records(self, old: &Named, new: &Named, pairs: &mut Vec<RecordPair>) {
        let pair = RecordPair {
            old: old.clone(),
            new: new.clone(),
        };
        let is_record = |named: &Named| named.kind == NamedKind::Record;
        if old == new || !is_record(old) || !is_record(new) || pairs.contains(&pair) {
            return;
        }
        let (Some(old), Some(new)) = (self.spec.record(old), self.spec.record(new)) else {
            return;
        };
        pairs.push(pair);
        for field in self.fields(old, new) {
            let types = field
                .new
                .and_then(|new| same_nesting(&field.old.ty, &new.ty));
            if let Some((old, new)) = types {
                self.add_records(old, new, pairs);
            }
        }
    }

    /// The fields of a record of the older version, each with its counterpart.
    pub(crate) fn fields(self, old: &'s Record, new: &'s Record) -> Vec<FieldPair<'s>> {
        let pair = |field: &'s Field| match self.stated(old, field) {
            Some(FieldChange::Renamed(name)) => FieldPair {
                old: field,
                new: new.field(name),
                reason: None,
            },
            Some(FieldChange::Absent(why)) => FieldPair {
                old: field,
                new: None,
                reason: Some(why),
            },
            None => FieldPair {
                old: field,
                new: new.field(&field.wire),
                reason: None,
            },
        };
        old.fields.iter().map(pair).collect()
    }

    /// The fields of the newer version that are none of the older one.
    pub(crate) fn added_fields(self, old: &'s Record, new: &'s Record) -> Vec<&'s Field> {
        let pairs = self.fields(old, new);
        let is_counterpart = |field: &&Field| {
            let mut counterparts = pairs.iter().filter_map(|pair| pair.new);
            counterparts.any(|counterpart| counterpart.wire == field.wire)
        };
        let all = new.fields.iter();
        all.filter(|field| !is_counterpart(field)).collect()
    }

    fn stated(self, record: &'s Record, field: &Field) -> Option<&'s FieldChange> {
        let later = &self.new_package().name;
        let mut stated = record.in_later_versions.iter();
        let change = stated.find(|stated| stated.api == *later && stated.wire == field.wire);
        Some(&change?.change)
    }
}

fn operations(package: &Package) -> impl Iterator<Item = &Operation> {
    let resources = package.resources.iter();
    resources.flat_map(|resource| &resource.operations)
}

/// The types at the same places of two responses.
fn response_types<'s>(old: &'s Response, new: &'s Response) -> Vec<(&'s Named, &'s Named)> {
    match (old, new) {
        (
            Response::Record(old) | Response::Wrapped(_, old),
            Response::Record(new) | Response::Wrapped(_, new),
        ) => vec![(old, new)],
        (Response::Payload(old), Response::Payload(new)) => {
            same_nesting(old, new).into_iter().collect()
        }
        (Response::Page(old), Response::Page(new)) => {
            let metadata = old.metadata.as_ref().zip(new.metadata.as_ref());
            let items = std::iter::once((&old.item, &new.item));
            items.chain(metadata).collect()
        }
        _ => Vec::new(),
    }
}

/// The named types of two types, if they are nested in the same lists and maps.
fn same_nesting<'s>(old: &'s Type, new: &'s Type) -> Option<(&'s Named, &'s Named)> {
    match (old, new) {
        (Type::Named(old), Type::Named(new)) => Some((old, new)),
        (Type::List(old), Type::List(new)) | (Type::Map(old), Type::Map(new)) => {
            same_nesting(old, new)
        }
        _ => None,
    }
}
