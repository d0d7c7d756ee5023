//! The values of a field, counted by their forms, and the type that they have.

use std::collections::BTreeMap;

use api_wire::__private::us_date;
use api_wire::{Date, LocalDateTime, Timestamp};
use serde_json::Value;

use crate::ir::{Json, Mark, Marks, Named, NamedKind, Scalar, Type};
use crate::learn::edit::key;
use crate::names;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Boolean,
    Integer,
    Decimal,
    Date,
    UsDate,
    DateTime,
    LocalDateTime,
    NumberText,
    Text,
    List,
    Object,
}

/// The forms with the words of reports.
const FORMS: [(Form, &str); 11] = [
    (Form::Boolean, "boolean"),
    (Form::Integer, "integer"),
    (Form::Decimal, "decimal"),
    (Form::Date, "date"),
    (Form::UsDate, "MM/DD/YYYY"),
    (Form::DateTime, "datetime"),
    (Form::LocalDateTime, "local_datetime"),
    (Form::NumberText, "number as a string"),
    (Form::Text, "string"),
    (Form::List, "list"),
    (Form::Object, "object"),
];

const DATES: [Form; 2] = [Form::Date, Form::UsDate];
const NUMBERS: [Form; 3] = [Form::Integer, Form::Decimal, Form::NumberText];
const TEXTS: [Form; 6] = [
    Form::Date,
    Form::UsDate,
    Form::DateTime,
    Form::LocalDateTime,
    Form::NumberText,
    Form::Text,
];

impl Form {
    /// The form of a value other than null.
    fn of(value: &Value) -> Self {
        match value {
            Value::Bool(_) => Self::Boolean,
            Value::Number(number) if number.is_i64() => Self::Integer,
            Value::Number(_) => Self::Decimal,
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Object,
            Value::String(text) => Self::of_text(text),
            Value::Null => Self::Text,
        }
    }

    fn of_text(text: &str) -> Self {
        if text.parse::<Date>().is_ok() {
            return Self::Date;
        }
        if us_date(text).is_some() {
            return Self::UsDate;
        }
        if text.parse::<LocalDateTime>().is_ok() {
            return Self::LocalDateTime;
        }
        if text.parse::<Timestamp>().is_ok() {
            return Self::DateTime;
        }
        match serde_json::from_str(text) {
            Ok(Value::Number(_)) => Self::NumberText,
            _ => Self::Text,
        }
    }
}

/// The counts of values.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// All, but for nulls.
    pub(super) values: u64,
    pub(super) nulls: u64,
    forms: [u64; FORMS.len()],
    /// The elements of lists.
    elements: Option<Box<Tally>>,
    /// The members of objects.
    members: BTreeMap<String, Tally>,
}

/// The least number of values by which the type of a declared field changes, and of objects by which a record is known.
/// What else is new is proposed at once: nothing relies on it.
pub(super) const ENOUGH: u64 = 20;

/// Objects with more keys are no records.
const MAX_FIELDS: usize = 256;

impl Tally {
    pub(super) fn add(&mut self, value: &Value) {
        if value.is_null() {
            self.nulls += 1;
            return;
        }
        self.values += 1;
        self.forms[Form::of(value) as usize] += 1;
        for element in value.as_array().into_iter().flatten() {
            self.elements.get_or_insert_default().add(element);
        }
        for (key, member) in value.as_object().into_iter().flatten() {
            if self.members.len() <= MAX_FIELDS {
                self.members.entry(key.clone()).or_default().add(member);
            }
        }
    }

    fn of(&self, forms: &[Form]) -> u64 {
        forms.iter().map(|form| self.forms[*form as usize]).sum()
    }

    /// Whether all values but for damaged ones have these forms.
    fn are(&self, forms: &[Form]) -> bool {
        self.of(forms) > 0 && is_but_for_damage(self.of(forms), self.values)
    }

    /// The number of objects and their members, if all values are objects with the same ones, but for damage.
    fn fields(&self) -> Option<(u64, Vec<(&str, &Self)>)> {
        let objects = self.of(&[Form::Object]);
        let is_enough = self.are(&[Form::Object]) && objects >= ENOUGH;
        if !is_enough || self.members.len() > MAX_FIELDS {
            return None;
        }
        let (mut fields, mut is_known) = (Vec::new(), true);
        for (key, member) in &self.members {
            let count = member.values + member.nulls;
            match is_but_for_damage(count, objects) {
                true => fields.push((key.as_str(), member)),
                false => is_known &= is_but_for_damage(objects - count, objects),
            }
        }
        is_known.then_some((objects, fields))
    }

    /// The one type of the values, as the notation writes it, with its mark if it has one. Objects are records with this name,
    /// or names that begin with it.
    pub(super) fn notation(&self, name: &str, records: &mut Vec<NewRecord>) -> Option<String> {
        let has_numbers = self.of(&[Form::Integer, Form::Decimal]) > 0;
        let word = if self.are(&[Form::Boolean]) {
            "boolean"
        } else if self.are(&[Form::Integer]) {
            "integer"
        } else if has_numbers && self.are(&NUMBERS) {
            "decimal"
        } else if self.are(&[Form::Date]) {
            "date"
        } else if self.of(&[Form::Date]) > 0 && self.are(&DATES) {
            "date also_us_date"
        } else if self.are(&[Form::DateTime]) {
            "datetime"
        } else if self.are(&[Form::LocalDateTime]) {
            "local_datetime"
        } else if self.are(&TEXTS) {
            "string"
        } else if self.are(&[&TEXTS[..], &[Form::Integer]].concat()) {
            "integer|string"
        } else if self.are(&[Form::List]) {
            let element = self.elements.as_ref()?.notation(name, records)?;
            // Elements have no marks of their own.
            let element = match element.split_once(' ') {
                Some(_) => "string",
                None => &element,
            };
            return Some(format!("list({element})"));
        } else {
            let record = NewRecord::of(name, self.fields()?, records)?;
            records.push(record);
            name
        };
        Some(word.to_owned())
    }

    /// The line of a field that the documents do not have; `None` if only nulls were seen. A text and a value of no one type
    /// may be personal data, until a person says that it is not.
    pub(super) fn line(
        &self,
        record: &str,
        wire: &str,
        records: &mut Vec<NewRecord>,
    ) -> Option<String> {
        let name = names::type_of(&format!("{record}_{wire}"));
        let mut words = match self.notation(&name, records) {
            Some(notation) => vec![notation, "inferred".to_owned()],
            None if self.values > 0 => vec!["json".to_owned()],
            None => return None,
        };
        let mut open = ["string", "json"].iter();
        let is_open = open.any(|word| words[0].contains(word));
        words.extend(is_open.then(|| "pii".to_owned()));
        if wire.starts_with(|c: char| c.is_ascii_digit()) {
            let name = names::field(&format!("field_{wire}"));
            words.extend(name.ok().map(|name| format!("rename({name})")));
        }
        Some(format!("{}: {}", key(wire), words.join(" ")))
    }

    /// The forms with their counts, most frequent first, as in `40 integer, 2 string`.
    pub(super) fn forms(&self) -> String {
        let counts = FORMS.map(|(form, word)| (self.of(&[form]), word));
        let mut counts: Vec<(u64, &str)> = counts.into_iter().collect();
        counts.push((self.nulls, "null"));
        counts.retain(|(count, _)| *count > 0);
        counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let words = counts.iter().map(|(count, word)| format!("{count} {word}"));
        words.collect::<Vec<_>>().join(", ")
    }
}

/// A record that the spec does not have.
pub(super) struct NewRecord {
    pub(super) name: String,
    /// How many were seen.
    pub(super) objects: u64,
    /// Its lines: keys and notations.
    pub(super) fields: Vec<String>,
}

impl NewRecord {
    fn of(
        name: &str,
        (objects, fields): (u64, Vec<(&str, &Tally)>),
        records: &mut Vec<Self>,
    ) -> Option<Self> {
        let fields = fields.into_iter();
        let fields = fields.filter_map(|(key, tally)| tally.line(name, key, records));
        let fields: Vec<String> = fields.collect();
        (!fields.is_empty()).then(|| Self {
            name: name.to_owned(),
            objects,
            fields,
        })
    }

    /// Its text, on one line or on several; `between` is between its own and the next one.
    pub(super) fn text(&self, between: &str) -> String {
        let Self { name, fields, .. } = self;
        let doc = "Not documented; seen in responses.";
        if !between.contains('\n') {
            let fields = fields.join(", ");
            return format!("{name}: {{ doc: {doc}, fields: {{ {fields} }} }}");
        }
        let fields = fields.iter().map(|field| format!("{between}    {field}"));
        let fields: String = fields.collect();
        format!("{name}:{between}  doc: {doc}{between}  fields:{fields}")
    }
}

/// Whether so many of all values are all but one in a hundred: proxies and broken rows damage some.
pub(super) fn is_but_for_damage(count: u64, of: u64) -> bool {
    (of - count.min(of)) * 100 <= of
}

/// Whether a field of a type accepts a value, its elements included. Fields of records are counted on their own.
pub(super) fn accepts(ty: &Type, marks: Marks, value: &Value) -> bool {
    match ty {
        Type::Scalar(scalar) => accepts_scalar(*scalar, marks, value),
        Type::List(inner) => value
            .as_array()
            .is_some_and(|all| all.iter().all(|element| accepts(inner, marks, element))),
        Type::Map(inner) => value
            .as_object()
            .is_some_and(|all| all.values().all(|element| accepts(inner, marks, element))),
        Type::Named(Named { kind, .. }) => match kind {
            NamedKind::Record | NamedKind::Body => value.is_object(),
            NamedKind::Enum { .. } | NamedKind::Id => value.is_string(),
        },
    }
}

fn accepts_scalar(scalar: Scalar, marks: Marks, value: &Value) -> bool {
    let form = Form::of(value);
    match (scalar, scalar.row().json) {
        // An inferred string accepts numbers only until they are seen.
        (Scalar::Text, _) if value.is_number() => {
            marks.has(Mark::StringOrNumber) && !marks.has(Mark::Inferred)
        }
        (Scalar::Date, _) if marks.has(Mark::AlsoUsDate) => DATES.contains(&form),
        (Scalar::Date, _) => form == Form::Date,
        (Scalar::DateTime, _) => form == Form::DateTime,
        (Scalar::LocalDateTime, _) => form == Form::LocalDateTime,
        (Scalar::Int32, _) => integer(value).is_some_and(|it| i32::try_from(it).is_ok()),
        (_, Json::Text) => value.is_string(),
        (_, Json::Integer) => integer(value).is_some(),
        (_, Json::Number) => NUMBERS.contains(&form),
        (_, Json::Boolean) => value.is_boolean() || matches!(integer(value), Some(0 | 1)),
        (_, Json::Any) => true,
        (_, Json::IntegerOrText) => value.is_string() || form == Form::Integer,
    }
}

/// A whole number, or a text of one.
fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => text.parse().ok(),
        value => value.as_i64(),
    }
}
