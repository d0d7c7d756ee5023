//! Random values of records, as the OpenAPI documents describe them and otherwise.

use std::cell::RefCell;
use std::collections::HashMap;

use api_wire::Field;
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::document::{Document, Kind, Property};
use crate::value::{Value, settle};
use crate::{records, scalars};

/// What holds for a field and all its parts.
#[derive(Clone, Copy)]
struct Marks {
    is_hidden: bool,
    is_exact: bool,
    is_lenient: bool,
}

/// Makes strategies for the records of a document.
pub(crate) struct Maker<'d> {
    document: &'d Document,
    package: &'d str,
    made: RefCell<HashMap<(String, bool), BoxedStrategy<Value>>>,
}

impl<'d> Maker<'d> {
    pub(crate) fn new(document: &'d Document, package: &'d str) -> Self {
        Maker {
            document,
            package,
            made: RefCell::default(),
        }
    }

    /// Objects whose members are those of a record, and some that are not.
    pub(crate) fn record(&self, name: &str, is_hidden: bool) -> BoxedStrategy<Value> {
        let key = (name.to_owned(), is_hidden);
        if let Some(made) = self.made.borrow().get(&key) {
            return made.clone();
        }
        let properties = self.document.record(name).properties();
        let schema = (records::named(self.package, name).schema)();
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
                    is_exact: property.is_exact,
                    is_lenient: is_lenient(property),
                };
                self.member(property, marks)
            })
            .collect();
        let fields: HashMap<String, String> =
            own(properties.iter().map(|one| (one.key, one.field)));
        let once: Vec<String> = properties
            .iter()
            .filter(|property| property.is_exact)
            .map(|property| property.key.to_owned())
            .collect();
        let members = members.prop_map(|members| members.into_iter().flatten().collect::<Vec<_>>());
        let ordered =
            (members, vec((unknown_key(), unknown()), 0..3)).prop_map(|(mut members, unknown)| {
                members.extend(unknown);
                members
            });
        let ordered = ordered.boxed();
        let made = prop_oneof![ordered.clone(), ordered.prop_shuffle()];
        let made = (made, vec((any::<Index>(), scalars::json()), 0..3))
            .prop_map(move |(mut members, again)| {
                for (index, json) in again {
                    if let Some((key, _)) = members.get(index.index(members.len().max(1)))
                        && !once.contains(key)
                    {
                        members.push((key.clone(), Value::verbatim(json)));
                    }
                }
                settle(&mut members, |key| fields.get(key).map(String::as_str));
                Value::Object(members)
            })
            .boxed();
        self.made.borrow_mut().insert(key, made.clone());
        made
    }

    /// A member of a record that may be absent. An envelope is always there.
    fn member(
        &self,
        property: &Property<'_>,
        marks: Marks,
    ) -> BoxedStrategy<Option<(String, Value)>> {
        let key = property.key.to_owned();
        let right = self.right(&property.kind, marks);
        if property.is_wrapper {
            return right
                .prop_map(move |value| Some((key.clone(), value)))
                .boxed();
        }
        let null = Just(Value::Null).boxed();
        let values = match property.is_exact {
            true => prop_oneof![8 => right, 1 => null].boxed(),
            false => {
                prop_oneof![8 => right, 1 => null, 1 => self.wrong(&property.kind, marks)].boxed()
            }
        };
        let members = values.prop_map(move |value| (key.clone(), value));
        weighted(0.4, members).boxed()
    }

    /// Values of the right kind. Where not exact, a list or map may have parts that are not.
    fn right(&self, kind: &Kind<'_>, marks: Marks) -> BoxedStrategy<Value> {
        let Marks {
            is_hidden,
            is_exact,
            is_lenient,
        } = marks;
        match kind {
            Kind::Text { .. } => scalars::texts(is_hidden, is_lenient),
            Kind::Word(known) => {
                scalars::words(known.iter().map(|&word| word.to_owned()).collect())
            }
            Kind::Integer => scalars::integers(is_hidden),
            Kind::Decimal => scalars::decimals(is_hidden),
            Kind::Boolean => scalars::booleans(),
            Kind::Date { is_month_first } => scalars::dates(is_hidden, *is_month_first),
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
                    if is_exact {
                        let mut keys = Vec::new();
                        entries.retain(|(key, _)| {
                            !keys.contains(key) && {
                                keys.push(key.clone());
                                true
                            }
                        });
                    }
                    settle(&mut entries, |_| None);
                    Value::Object(entries)
                });
                entries.boxed()
            }
        }
    }

    /// Items of lists and values of maps. A null is a bad item, and no entry.
    fn part(&self, kind: &Kind<'_>, marks: Marks, is_item: bool) -> BoxedStrategy<Value> {
        let right = self.right(kind, marks);
        let null = match (kind, is_item) {
            (Kind::Json, true) => Value::verbatim("null"),
            (_, true) => Value::misshapen("null"),
            (_, false) => Value::Null,
        };
        match marks.is_exact {
            true => right,
            false => prop_oneof![8 => right, 1 => Just(null), 1 => self.wrong(kind, marks)].boxed(),
        }
    }

    /// Values of another shape.
    fn wrong(&self, kind: &Kind<'_>, marks: Marks) -> BoxedStrategy<Value> {
        let Marks {
            is_hidden,
            is_lenient,
            ..
        } = marks;
        match kind {
            Kind::Text { .. } => scalars::wrong_texts(is_hidden, is_lenient),
            Kind::Word(_) => scalars::wrong_texts(is_hidden, false),
            Kind::Integer => scalars::wrong_integers(is_hidden),
            Kind::Decimal => scalars::wrong_decimals(is_hidden),
            Kind::Boolean => scalars::wrong_booleans(),
            Kind::Date { is_month_first } => scalars::wrong_dates(is_hidden, *is_month_first),
            Kind::Instant => scalars::wrong_instants(),
            Kind::Local => scalars::wrong_locals(),
            Kind::Id => scalars::wrong_ids(),
            // There is none.
            Kind::Json => self.right(kind, marks),
            Kind::Record(_) | Kind::Map(_) => misshapen(&["[{ }]", "[]", "\"\"", "0", "true"]),
            Kind::List(_) => misshapen(&["{\"0\": 1}", "{}", "\"\"", "0", "false"]),
        }
    }
}

fn own<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> HashMap<String, String> {
    pairs
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

fn misshapen(texts: &'static [&'static str]) -> BoxedStrategy<Value> {
    select(texts).prop_map(Value::misshapen).boxed()
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
