//! Templates of records: the files in `demo`, which have the keys of each version.
//!
//! A file has sections: `all` keys of a record, those of `v1` or `v2` alone, `optional` ones, and
//! `list_keys` that the documents' lists write in another way than their examples.
//!
//! A text may have placeholders: `{id}`, `{id+1}`, `{day+180}` and `{time-10}` (days before or after
//! the record), `{hour+2}`, and values by their path, as in `{product.name}` and `{product.thc*0.9}`. A
//! value is the one that
//! the state has: `|time`, `|day` and `|local` write its milliseconds, `|decimal_text` a number with a
//! fraction, `|text` a number as text, and `?pickup` replaces null. A text that is one
//! placeholder has its type.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jiff::tz::TimeZone;
use serde::Deserialize as _;
use serde_json::{Map, Value};

use crate::state::FIRST_ID;
use crate::state::decimal::Thousandths;
use crate::state::time::Time;

macro_rules! templates {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../../demo/", $name, ".json")))),*]
    };
}

static TEMPLATES: LazyLock<BTreeMap<&str, Value>> = LazyLock::new(|| {
    let files = templates![
        "coupon" "customer" "employee" "incoming_order" "incoming_quote" "inventory" "manifest"
        "manifest_item" "menu_group" "menu_item" "menu_price" "sales_history" "sales_item" "saved_customer"
        "terminal_till" "user" "venue"
    ];
    let files = files.into_iter();
    // Compiled in; the tests read all of them.
    let parsed = files.map(|(name, text)| (name, serde_json::from_str(text).unwrap_or_default()));
    parsed.collect()
});

/// The keys of a section of a template.
fn section(template: &str, name: &str) -> impl Iterator<Item = (&'static String, &'static Value)> {
    let template = TEMPLATES.get(template).unwrap_or(&Value::Null);
    template[name].as_object().into_iter().flatten()
}

/// What placeholders mean.
pub(super) struct Context<'c> {
    pub(super) id: i64,
    /// The time of the record.
    pub(super) time: Time,
    pub(super) zone: TimeZone,
    /// Values by name.
    pub(super) values: Value,
    /// Those of the venue, as in `{venue.name}`.
    pub(super) venue: &'c Value,
}

impl Context<'_> {
    /// The record of a template in a version, as in `v2`.
    ///
    /// Of the optional keys, two of four records of the demo data have values, one has null, one has
    /// none. Records that requests create have null: their values are unknown.
    pub(super) fn record(
        &self,
        template: &str,
        version: &str,
        has_list_keys: bool,
    ) -> Map<String, Value> {
        let mut record = Map::new();
        self.fill(&mut record, template, "all");
        self.fill(&mut record, template, version);
        for optional in ["optional", &format!("{version}_optional")] {
            match (self.id < FIRST_ID, self.id.rem_euclid(4)) {
                (true, 0 | 1) => self.fill(&mut record, template, optional),
                (true, 3) => {}
                _ => self.fill_with_null(&mut record, template, optional),
            }
        }
        if has_list_keys {
            for (key, in_list) in section(template, &format!("{version}_list_keys")) {
                let value = record.remove(key).unwrap_or_default();
                record.insert(in_list.as_str().unwrap_or_default().to_owned(), value);
            }
        }
        record
    }

    /// Adds the keys of a section.
    pub(super) fn fill(&self, record: &mut Map<String, Value>, template: &str, name: &str) {
        for (key, value) in section(template, name) {
            record.insert(key.clone(), self.value(value));
        }
    }

    /// Adds the keys of a section that the record has not, as null.
    pub(super) fn fill_with_null(
        &self,
        record: &mut Map<String, Value>,
        template: &str,
        name: &str,
    ) {
        for (key, _) in section(template, name) {
            record.entry(key).or_insert(Value::Null);
        }
    }

    fn value(&self, template: &Value) -> Value {
        match template {
            Value::String(text) => self.text(text),
            Value::Array(elements) => elements.iter().map(|element| self.value(element)).collect(),
            Value::Object(members) => {
                let members = members.iter();
                let members = members.map(|(key, value)| (key.clone(), self.value(value)));
                Value::Object(members.collect())
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
            text.push_str(&as_text(value));
            rest = after;
        }
        (text + rest).into()
    }

    fn placeholder(&self, name: &str) -> Value {
        let (name, default) = name.split_once('?').unwrap_or((name, "null"));
        let (name, form) = name.split_once('|').unwrap_or((name, ""));
        let (word, by) = match name.find(['+', '-']) {
            Some(place) => (&name[..place], name[place..].parse().unwrap_or_default()),
            None => (name, 0),
        };
        let days = || self.time.add_millis(Time::DAY_MILLIS * by);
        match word {
            "id" => (self.id + by).into(),
            "day" => days().date(&self.zone).to_string().into(),
            "time" => days().to_rfc3339().into(),
            "hour" => {
                let time = self.time.add_millis(Time::HOUR_MILLIS * by);
                time.to_rfc3339().into()
            }
            path => {
                let (values, path) = match path.strip_prefix("venue.") {
                    Some(path) => (self.venue, path),
                    None => (&self.values, path),
                };
                let (path, factor) = match path.split_once('*') {
                    Some((path, factor)) => (path, factor.parse().ok()),
                    None => (path, None),
                };
                let value = path.split('.').fold(values, |value, key| &value[key]);
                if value.is_null() {
                    return serde_json::from_str(default).unwrap_or_else(|_| default.into());
                }
                match factor {
                    Some(factor) => self.formed(&multiplied(value, factor), form),
                    None => self.formed(value, form),
                }
            }
        }
    }

    /// A value of the state in the form of a response.
    fn formed(&self, value: &Value, form: &str) -> Value {
        let time = || Time::from_millis(value.as_i64().unwrap_or_default());
        match form {
            "time" => time().to_rfc3339().into(),
            "day" => time().date(&self.zone).to_string().into(),
            "local" => time().to_local_string(&self.zone).into(),
            "decimal_text" => Thousandths::deserialize(value)
                .unwrap_or_default()
                .to_text()
                .into(),
            "text" => value.to_string().into(),
            _ => value.clone(),
        }
    }
}

/// A quantity times a factor.
fn multiplied(value: &Value, factor: f64) -> Value {
    let product = value.as_f64().unwrap_or_default() * factor;
    Thousandths((product * 1_000.0).round() as i64).to_number()
}

fn as_text(value: Value) -> String {
    match value {
        Value::String(value) => value,
        value => value.to_string(),
    }
}
