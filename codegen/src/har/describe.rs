//! Which values of a response are fields, maps, personal or secret, as the spec describes them.

use api_observations::{Body, Collector, Description};
use serde_json::Value;

use crate::ir::{Field, Mark, Named, NamedKind, Operation, Package, Response, Spec, Type};

/// Describes the places of a body before it is counted.
pub(crate) fn describe_response(
    collector: &mut Collector,
    body: Body,
    spec: &Spec,
    package: &Package,
    operation: &Operation,
    value: &Value,
) {
    let mut places = Places {
        collector,
        body,
        spec,
        path: Vec::new(),
    };
    match &operation.response {
        Response::Record(named) => places.named(named, value),
        Response::Wrapped(key, named) => {
            places.mark(Description::Record);
            places.at(key, value, |places, value| places.named(named, value));
        }
        Response::Payload(ty) => {
            places.mark(Description::Record);
            let key = package
                .envelope
                .as_ref()
                .map(|envelope| envelope.payload.as_str());
            places.at(key.unwrap_or_default(), value, |places, value| {
                places.mark(Description::Field);
                places.value(ty, value);
            });
        }
        Response::Page(page) => {
            places.mark(Description::Record);
            if let Some(metadata) = &page.metadata {
                places.named(metadata, value);
            }
            let only_array = || {
                let mut members = value.as_object()?.iter();
                members
                    .find(|(_, value)| value.is_array())
                    .map(|(key, _)| key.clone())
            };
            let Some(key) = page.items_key.clone().or_else(only_array) else {
                return;
            };
            places.at(&key, value, |places, items| {
                for item in items.as_array().into_iter().flatten() {
                    places.path.push("*".to_owned());
                    match &page.item_wrapper {
                        Some(wrapper) => {
                            places.mark(Description::Record);
                            places.at(wrapper, item, |places, item| {
                                places.named(&page.item, item);
                            });
                        }
                        None => places.named(&page.item, item),
                    }
                    places.path.pop();
                }
            });
        }
        Response::Unknown | Response::Accepted => {}
    }
}

/// The places of a body, of which one is current.
struct Places<'a> {
    collector: &'a mut Collector,
    body: Body,
    spec: &'a Spec,
    path: Vec<String>,
}

impl Places<'_> {
    fn mark(&mut self, description: Description) {
        let path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        self.collector.describe(self.body, &path, description);
    }

    /// Visits the member with this key, if there is one.
    fn at(&mut self, key: &str, value: &Value, visit: impl FnOnce(&mut Self, &Value)) {
        if let Some(member) = value.get(key) {
            self.path.push(key.to_owned());
            visit(self, member);
            self.path.pop();
        }
    }

    fn named(&mut self, named: &Named, value: &Value) {
        match named.kind {
            NamedKind::Record if value.is_object() => {
                self.mark(Description::Record);
                let Some(record) = self.spec.record(named) else {
                    return;
                };
                for field in &record.fields {
                    for key in std::iter::once(&field.wire).chain(&field.aliases) {
                        self.at(key, value, |places, value| places.field(field, value));
                    }
                }
            }
            NamedKind::Record | NamedKind::Body => {}
            NamedKind::Enum { .. } | NamedKind::Id => self.mark(Description::Field),
        }
    }

    fn field(&mut self, field: &Field, value: &Value) {
        self.mark(if field.has(Mark::Secret) {
            Description::Secret
        } else if field.has(Mark::Pii) {
            Description::Personal
        } else {
            Description::Field
        });
        self.value(&field.ty, value);
    }

    fn value(&mut self, ty: &Type, value: &Value) {
        match ty {
            Type::Named(named) => self.named(named, value),
            Type::List(item) => {
                for element in value.as_array().into_iter().flatten() {
                    self.path.push("*".to_owned());
                    self.value(item, element);
                    self.path.pop();
                }
            }
            Type::Map(entry) if value.is_object() => {
                self.mark(Description::Map);
                for element in value
                    .as_object()
                    .into_iter()
                    .flat_map(serde_json::Map::values)
                {
                    self.path.push("*".to_owned());
                    self.value(entry, element);
                    self.path.pop();
                }
            }
            _ => {}
        }
    }
}
