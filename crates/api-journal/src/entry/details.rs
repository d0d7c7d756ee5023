//! The details of an entry, which stores keep as one text.

use serde_json::{Map, Value};

use crate::entry::end::End;
use crate::entry::json::{add, from_pairs, number, pairs};
use crate::error::JournalError;

/// The details of an entry, which no store needs to look into. They are kept as one text of JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Details {
    /// The names under which the back office finds the record, such as `reference_no`.
    pub names: Vec<(String, String)>,
    /// The value of the unique key that was sent, by which the record is looked up.
    pub unique_key: Option<String>,
    /// The decisive end of a send, or the last one if the outcome is unknown.
    pub end: Option<End>,
    /// The generation whose send took effect. 0: none, or a look-up or a person said so.
    pub done: i64,
    /// How often the record was looked up since the last send.
    pub lookups: i64,
    /// Members of a later version, which are kept.
    pub(crate) other: Map<String, Value>,
}

const NAMES: [&str; 5] = ["names", "unique_key", "end", "done", "lookups"];

impl Details {
    /// The text that a store keeps.
    pub fn to_json(&self) -> String {
        let mut members = self.other.clone();
        let end = self.end.as_ref().map(End::to_value);
        add(&mut members, "names", from_pairs(&self.names));
        add(&mut members, "unique_key", self.unique_key.clone().into());
        add(&mut members, "end", end.into());
        add(&mut members, "done", self.done.into());
        add(&mut members, "lookups", self.lookups.into());
        Value::Object(members).to_string()
    }

    /// What the text of the details has, if this is the value of a name or an id.
    pub fn value(text: &str) -> String {
        format!(",{}]", Value::from(text))
    }

    /// The details from a store.
    ///
    /// # Errors
    ///
    /// If the text is no JSON object.
    pub fn from_json(text: &str) -> Result<Self, JournalError> {
        let value: Value = serde_json::from_str(text).map_err(JournalError::new)?;
        let Value::Object(mut members) = value else {
            return Err(JournalError::invalid("details", text));
        };
        let unique_key = members.get("unique_key").and_then(Value::as_str);
        let mut details = Self {
            names: pairs(&members, "names"),
            unique_key: unique_key.map(str::to_owned),
            end: members.get("end").and_then(End::from_value),
            done: number(&members, "done"),
            lookups: number(&members, "lookups"),
            other: Map::new(),
        };
        for name in NAMES {
            members.remove(name);
        }
        details.other = members;
        Ok(details)
    }
}
