//! Random values of records, as described by the OpenAPI documents and with mismatches.

use fastrand::Rng;

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

/// Makes values of the records of a document.
pub(crate) struct Values<'d> {
    pub(crate) document: &'d Document,
    pub(crate) package: &'d str,
    pub(crate) rng: Rng,
}

impl Values<'_> {
    /// An object with members of a record and unknown ones.
    pub(crate) fn record(&mut self, name: &str, is_hidden: bool) -> Value {
        let schema = (records::named(self.package, name).schema)();
        let properties = self.document.properties(schema);
        let mut members = Vec::new();
        for property in &properties {
            let mut fields = schema.fields().iter();
            let field = fields.find(|field| field.wire_name() == property.field);
            let marks = Marks {
                is_hidden: is_hidden || property.is_hidden,
                is_strict: property.is_strict,
                is_lenient: field
                    .is_some_and(|field| field.is_string_or_number() || field.is_inferred()),
            };
            // A wrapper is always present.
            if property.is_wrapper || self.rng.u8(..10) < 4 {
                members.push((property.key.to_owned(), self.member(property, marks)));
            }
        }
        for _ in 0..self.rng.usize(..3) {
            // Keys that no record has.
            let key = scalars::choice(&mut self.rng, &["x_new", "x~/y", "x \"é\" \\", "", "X"]);
            let json = match self.rng.u8(..9) {
                0 => "null".to_owned(),
                _ => scalars::json(&mut self.rng),
            };
            members.push((key.to_owned(), Value::verbatim(json)));
        }
        if self.rng.bool() {
            self.rng.shuffle(&mut members);
        }
        for _ in 0..self.rng.usize(..3) {
            let json = scalars::json(&mut self.rng);
            let Some((key, _)) = self.rng.choice(&members) else {
                break;
            };
            let mut properties = properties.iter();
            let is_strict = properties.any(|property| property.key == key && property.is_strict);
            if !is_strict {
                members.push((key.clone(), Value::verbatim(json)));
            }
        }
        mark_duplicates(&mut members, |key| {
            let mut properties = properties.iter();
            Some(properties.find(|property| property.key == key)?.field)
        });
        Value::Object(members)
    }

    /// The value of a member that is present.
    fn member(&mut self, property: &Property<'_>, marks: Marks) -> Value {
        if property.is_wrapper {
            return self.described(&property.kind, marks);
        }
        match self.rng.u8(..10) {
            0 => Value::Null,
            1 if !property.is_strict => self.wrong(&property.kind, marks),
            _ => self.described(&property.kind, marks),
        }
    }

    /// A value of the described type. Unless strict, a list or map may have parts of other types.
    fn described(&mut self, kind: &Kind<'_>, marks: Marks) -> Value {
        let Marks {
            is_hidden,
            is_strict,
            is_lenient,
        } = marks;
        let rng = &mut self.rng;
        match kind {
            Kind::Text => scalars::text_value(rng, is_hidden, is_lenient),
            Kind::Enum(known) => scalars::enum_value(rng, known),
            Kind::Integer => scalars::integer(rng, is_hidden),
            Kind::Decimal => scalars::decimal(rng, is_hidden),
            Kind::Boolean => scalars::boolean(rng),
            Kind::Date { accepts_us_dates } => scalars::date(rng, is_hidden, *accepts_us_dates),
            Kind::Instant => scalars::instant(rng),
            Kind::Local => scalars::local(rng),
            Kind::Id => scalars::id(rng),
            Kind::Json => Value::verbatim(scalars::json(rng)),
            Kind::Record(name) => self.record(name, is_hidden),
            Kind::List(kind) => {
                let count = rng.usize(..4);
                Value::List((0..count).map(|_| self.part(kind, marks, true)).collect())
            }
            Kind::Map(kind) => {
                let mut entries: Vec<(String, Value)> = Vec::new();
                for _ in 0..rng.usize(..4) {
                    let key = scalars::choice(&mut self.rng, &["a", "b", "", "c~/d", "\"é"]);
                    let value = self.part(kind, marks, false);
                    if !is_strict || entries.iter().all(|(known, _)| known != key) {
                        entries.push((key.to_owned(), value));
                    }
                }
                mark_duplicates(&mut entries, |_| None);
                Value::Object(entries)
            }
        }
    }

    /// An item of a list, or a value of a map. A null item is a mismatch, a null value is absent.
    fn part(&mut self, kind: &Kind<'_>, marks: Marks, is_item: bool) -> Value {
        if marks.is_strict {
            return self.described(kind, marks);
        }
        match (self.rng.u8(..10), kind, is_item) {
            (0, Kind::Json, true) => Value::verbatim("null"),
            (0, _, true) => Value::mismatched("null"),
            (0, _, false) => Value::Null,
            (1, ..) => self.wrong(kind, marks),
            _ => self.described(kind, marks),
        }
    }

    fn wrong(&mut self, kind: &Kind<'_>, marks: Marks) -> Value {
        scalars::wrong(&mut self.rng, kind, marks.is_hidden, marks.is_lenient)
    }
}
