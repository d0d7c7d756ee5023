//! What responses show of the fields and enums of the spec.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::ir::{Field, Named, NamedKind, Operation, Package, Pagination, Response, Spec, Type};
use crate::learn::tally::{Tally, accepts};

/// Where a field is declared: file and first byte. Records that inherit a field share its declaration.
pub(super) type Declaration = (String, usize);

/// What all responses show.
pub(super) struct Seen<'s> {
    spec: &'s Spec,
    pub(super) fields: BTreeMap<Declaration, SeenField<'s>>,
    /// Fields that a record does not have.
    pub(super) new_fields: BTreeMap<(Named, String), Tally>,
    /// How often each record was seen.
    pub(super) records: BTreeMap<Named, u64>,
    /// How often each value of an enum was seen.
    pub(super) values: BTreeMap<Named, BTreeMap<String, u64>>,
    /// Responses that do not have what is described, by operation.
    pub(super) undescribed: BTreeMap<&'s str, (&'s Operation, u64)>,
}

/// What responses show of a field.
pub(super) struct SeenField<'s> {
    pub(super) field: &'s Field,
    /// The records that have it.
    pub(super) records: BTreeSet<&'s str>,
    pub(super) tally: Tally,
    /// The values that its type accepts.
    pub(super) accepted: u64,
    /// The objects without it.
    pub(super) absent: u64,
}

impl<'s> Seen<'s> {
    pub(super) fn new(spec: &'s Spec) -> Self {
        Self {
            spec,
            fields: BTreeMap::new(),
            new_fields: BTreeMap::new(),
            records: BTreeMap::new(),
            values: BTreeMap::new(),
            undescribed: BTreeMap::new(),
        }
    }

    /// Counts the body of a success.
    pub(super) fn body(&mut self, package: &'s Package, operation: &'s Operation, body: &Value) {
        let is_described = match &operation.response {
            Response::Record(named) => self.record(named, body, true),
            Response::Wrapped(key, named) => {
                body.get(key).is_some_and(|it| self.record(named, it, true))
            }
            Response::Payload(ty) => {
                let envelope = package.envelope.as_ref();
                let payload = envelope.and_then(|envelope| body.get(&envelope.payload));
                payload.is_some_and(|payload| {
                    self.value(ty, payload);
                    true
                })
            }
            Response::Page(page) => self.page(page, body),
            Response::Unknown | Response::StatusOnly => false,
        };
        if !is_described {
            let (_, count) = self
                .undescribed
                .entry(&operation.name)
                .or_insert((operation, 0));
            *count += 1;
        }
    }

    fn page(&mut self, page: &'s Pagination, body: &Value) -> bool {
        if let Some(metadata) = &page.metadata {
            // The convention of the API has keys beside the metadata.
            self.record(metadata, body, false);
        }
        let items = match (&page.items_key, body) {
            (Some(key), body) => body.get(key),
            (None, Value::Object(members)) => members.values().find(|value| value.is_array()),
            (None, body) => Some(body),
        };
        let Some(items) = items.and_then(Value::as_array) else {
            return false;
        };
        for item in items {
            let item = match &page.item_wrapper {
                Some(wrapper) => item.get(wrapper),
                None => Some(item),
            };
            item.map(|item| self.record(&page.item, item, true));
        }
        true
    }

    /// Counts the fields of an object; returns whether it is one.
    fn record(&mut self, named: &'s Named, value: &Value, is_whole: bool) -> bool {
        let (Some(record), Some(members)) = (self.spec.record(named), value.as_object()) else {
            return false;
        };
        *self.records.entry(named.clone()).or_default() += 1;
        for field in &record.fields {
            let mut names = std::iter::once(&field.wire).chain(&field.aliases);
            self.field(
                &record.name,
                field,
                names.find_map(|name| members.get(name)),
            );
        }
        if is_whole {
            self.others(named, members);
        }
        true
    }

    fn field(&mut self, record: &'s str, field: &'s Field, value: Option<&Value>) {
        let declaration = (field.span.file.to_string(), field.span.range.start);
        let seen = self.fields.entry(declaration).or_insert_with(|| SeenField {
            field,
            records: BTreeSet::new(),
            tally: Tally::default(),
            accepted: 0,
            absent: 0,
        });
        seen.records.insert(record);
        let Some(value) = value else {
            seen.absent += 1;
            return;
        };
        seen.tally.add(value);
        if !value.is_null() && accepts(&field.ty, field.marks, value) {
            seen.accepted += 1;
        }
        self.value(&field.ty, value);
    }

    fn others(&mut self, named: &'s Named, members: &Map<String, Value>) {
        let record = self.spec.record(named);
        let is_known = |name: &str| record.is_some_and(|record| record.field(name).is_some());
        for (name, value) in members.iter().filter(|(name, _)| !is_known(name)) {
            let key = (named.clone(), name.clone());
            self.new_fields.entry(key).or_default().add(value);
        }
    }

    fn value(&mut self, ty: &'s Type, value: &Value) {
        match (ty, value) {
            (Type::List(inner), Value::Array(elements)) => {
                elements
                    .iter()
                    .for_each(|element| self.value(inner, element));
            }
            (Type::Map(inner), Value::Object(members)) => {
                members
                    .values()
                    .for_each(|member| self.value(inner, member));
            }
            (Type::Named(named), Value::String(text)) if is_enum(named) => {
                let values = self.values.entry(named.clone()).or_default();
                *values.entry(text.clone()).or_default() += 1;
            }
            (Type::Named(named), value) => {
                self.record(named, value, true);
            }
            _ => {}
        }
    }
}

fn is_enum(named: &Named) -> bool {
    matches!(named.kind, NamedKind::Enum { .. })
}
