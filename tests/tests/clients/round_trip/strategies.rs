//! Random values of records, as described by the OpenAPI documents and with mismatches.

use std::cell::RefCell;
use std::collections::HashMap;

use api_wire::Field;
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::document::{Document, Kind, Property};
use super::value::{Value, mark_duplicates};
use super::{records, scalars};

/// The marks of a field, which apply to all its parts.
#[derive(Clone, Copy)]
struct Marks {
    is_hidden: bool,
    is_strict: bool,
    is_lenient: bool,
}

/// The strategies for the records of a document.
pub(crate) struct Strategies<'d> {
    document: &'d Document,
    package: &'d str,
    cache: RefCell<HashMap<(String, bool), BoxedStrategy<Value>>>,
}

impl<'d> Strategies<'d> {
    pub(crate) fn new(document: &'d Document, package: &'d str) -> Self {
        Strategies {
            document,
            package,
            cache: RefCell::default(),
        }
    }

    /// Objects with members of a record and unknown ones.
    pub(crate) fn record(&self, name: &str, is_hidden: bool) -> BoxedStrategy<Value> {
        let key = (name.to_owned(), is_hidden);
        if let Some(strategy) = self.cache.borrow().get(&key) {
            return strategy.clone();
        }
        let schema = (records::named(self.package, name).schema)();
        let properties = self.document.properties(schema);
        let is_lenient = |property: &Property<'_>| {
            let mut fields = schema.fields().iter();
            let field = fields.find(|field| field.wire_name() == property.field);
            field.is_some_and(Field::is_string_or_number)
        };
        let members: Vec<_> = properties
            .iter()
            .map(|property| {
                let marks = Marks {
                    is_hidden: is_hidden || property.is_hidden,
                    is_strict: property.is_strict,
                    is_lenient: is_lenient(property),
                };
                self.member(property, marks)
            })
            .collect();
        let fields: HashMap<String, String> = own(properties
            .iter()
            .map(|property| (property.key, property.field)));
        let strict: Vec<String> = properties
            .iter()
            .filter(|property| property.is_strict)
            .map(|property| property.key.to_owned())
            .collect();
        let members = members.prop_map(|members| members.into_iter().flatten().collect::<Vec<_>>());
        let ordered =
            (members, vec((unknown_key(), unknown()), 0..3)).prop_map(|(mut members, unknown)| {
                members.extend(unknown);
                members
            });
        let ordered = ordered.boxed();
        let strategy = prop_oneof![ordered.clone(), ordered.prop_shuffle()];
        let strategy = (strategy, vec((any::<Index>(), scalars::json()), 0..3))
            .prop_map(move |(mut members, duplicates)| {
                for (index, json) in duplicates {
                    if let Some((key, _)) = members.get(index.index(members.len().max(1)))
                        && !strict.contains(key)
                    {
                        members.push((key.clone(), Value::verbatim(json)));
                    }
                }
                mark_duplicates(&mut members, |key| fields.get(key).map(String::as_str));
                Value::Object(members)
            })
            .boxed();
        self.cache.borrow_mut().insert(key, strategy.clone());
        strategy
    }

    /// A member of a record that may be absent. A wrapper is always present.
    fn member(
        &self,
        property: &Property<'_>,
        marks: Marks,
    ) -> BoxedStrategy<Option<(String, Value)>> {
        let key = property.key.to_owned();
        let described = self.described(&property.kind, marks);
        if property.is_wrapper {
            return described
                .prop_map(move |value| Some((key.clone(), value)))
                .boxed();
        }
        let null = Just(Value::Null).boxed();
        let values = match property.is_strict {
            true => prop_oneof![8 => described, 1 => null].boxed(),
            false => {
                prop_oneof![8 => described, 1 => null, 1 => wrong(&property.kind, marks)].boxed()
            }
        };
        let members = values.prop_map(move |value| (key.clone(), value));
        weighted(0.4, members).boxed()
    }

    /// Values of the described type. Unless strict, a list or map may have parts of other types.
    fn described(&self, kind: &Kind<'_>, marks: Marks) -> BoxedStrategy<Value> {
        let Marks {
            is_hidden,
            is_strict,
            is_lenient,
        } = marks;
        match kind {
            Kind::Text => scalars::texts(is_hidden, is_lenient),
            Kind::Enum(known) => {
                scalars::enum_values(known.iter().map(|&value| value.to_owned()).collect())
            }
            Kind::Integer => scalars::integers(is_hidden),
            Kind::Decimal => scalars::decimals(is_hidden),
            Kind::Boolean => scalars::booleans(),
            Kind::Date { accepts_us_dates } => scalars::dates(is_hidden, *accepts_us_dates),
            Kind::Instant => scalars::instants(),
            Kind::Local => scalars::locals(),
            Kind::Id => scalars::ids(),
            Kind::Json => scalars::json().prop_map(Value::verbatim).boxed(),
            Kind::Record(name) => self.record(name, is_hidden),
            Kind::List(kind) => vec(self.part(kind, marks, true), 0..4)
                .prop_map(Value::List)
                .boxed(),
            Kind::Map(kind) => {
                let entries = vec((map_key(), self.part(kind, marks, false)), 0..4);
                let entries = entries.prop_map(move |mut entries| {
                    if is_strict {
                        let mut keys = Vec::new();
                        entries.retain(|(key, _)| {
                            !keys.contains(key) && {
                                keys.push(key.clone());
                                true
                            }
                        });
                    }
                    mark_duplicates(&mut entries, |_| None);
                    Value::Object(entries)
                });
                entries.boxed()
            }
        }
    }

    /// Items of lists and values of maps. A null item is a mismatch, a null value is absent.
    fn part(&self, kind: &Kind<'_>, marks: Marks, is_item: bool) -> BoxedStrategy<Value> {
        let described = self.described(kind, marks);
        let null = match (kind, is_item) {
            (Kind::Json, true) => Value::verbatim("null"),
            (_, true) => Value::mismatched("null"),
            (_, false) => Value::Null,
        };
        match marks.is_strict {
            true => described,
            false => prop_oneof![8 => described, 1 => Just(null), 1 => wrong(kind, marks)].boxed(),
        }
    }
}

fn own<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> HashMap<String, String> {
    pairs
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

fn wrong(kind: &Kind<'_>, marks: Marks) -> BoxedStrategy<Value> {
    scalars::wrong(kind, marks.is_hidden, marks.is_lenient)
}

/// Keys that no record has.
fn unknown_key() -> impl Strategy<Value = String> {
    select(&["x_new", "x~/y", "x \"é\" \\", "", "X"][..]).prop_map(str::to_owned)
}

fn unknown() -> impl Strategy<Value = Value> {
    prop_oneof![8 => scalars::json(), 1 => Just("null".to_owned())].prop_map(Value::verbatim)
}

fn map_key() -> impl Strategy<Value = String> {
    select(&["a", "b", "", "c~/d", "\"é"][..]).prop_map(str::to_owned)
}
