//! Templates of records: the files in `demo`.
//!
//! A text may have placeholders: `{id}`, `{id+1}`, `{day+180}` and `{time-10}` (days before or after
//! the record), `{hour+2}`, and names of values. A text that is one placeholder has its type.

use std::sync::LazyLock;

use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use crate::state::FIRST_ID;
use crate::state::time::Time;

/// The file of a template.
pub(super) type File = LazyLock<Value>;

macro_rules! template {
    ($name:literal) => {
        std::sync::LazyLock::new(|| {
            serde_json::from_str(include_str!(concat!("../../demo/", $name, ".json")))
                .unwrap_or_default()
        })
    };
}
pub(super) use template;

/// What placeholders mean.
pub(super) struct Context<'c> {
    pub(super) id: i64,
    /// The time of the record.
    pub(super) time: Time,
    pub(super) zone: &'c TimeZone,
    /// Values by name.
    pub(super) values: Value,
}

impl Context<'_> {
    /// Adds the keys of a template to a record, over those that it has.
    ///
    /// Of the optional keys, two of four records of the demo data have values, one has null, one has
    /// none. Records that requests create have null: their values are unknown.
    pub(super) fn fill(&self, record: &mut Value, template: &File) {
        let keys = |part: &str| template[part].as_object().into_iter().flatten();
        let Value::Object(record) = record else {
            return;
        };
        record.extend(keys("always").map(|(key, value)| (key.clone(), self.value(value))));
        match (self.id < FIRST_ID, self.id.rem_euclid(4)) {
            (true, 0 | 1) => {
                record
                    .extend(keys("optional").map(|(key, value)| (key.clone(), self.value(value))));
            }
            (true, 3) => {}
            _ => record.extend(keys("optional").map(|(key, _)| (key.clone(), Value::Null))),
        }
    }

    fn value(&self, template: &Value) -> Value {
        match template {
            Value::String(text) => self.text(text),
            Value::Array(elements) => elements.iter().map(|element| self.value(element)).collect(),
            Value::Object(members) => {
                let members = members.iter();
                let members = members.map(|(key, value)| (key.clone(), self.value(value)));
                Value::Object(members.collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }

    fn text(&self, template: &str) -> Value {
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            let value = self.placeholder(name);
            if before.is_empty() && after.is_empty() && text.is_empty() {
                return value;
            }
            text.push_str(before);
            match value {
                Value::String(value) => text.push_str(&value),
                value => text.push_str(&value.to_string()),
            }
            rest = after;
        }
        (text + rest).into()
    }

    fn placeholder(&self, name: &str) -> Value {
        let (word, by) = match name.find(['+', '-']) {
            Some(place) => (&name[..place], name[place..].parse().unwrap_or_default()),
            None => (name, 0),
        };
        let days = || self.time.add_millis(Time::DAY_MILLIS * by);
        match word {
            "id" => (self.id + by).into(),
            "day" => days().date(self.zone).to_string().into(),
            "time" => days().to_rfc3339().into(),
            "hour" => {
                let time = self.time.add_millis(Time::HOUR_MILLIS * by);
                time.to_rfc3339().into()
            }
            name => self.values[name].clone(),
        }
    }
}
