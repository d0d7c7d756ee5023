//! Resolutions of unknown outcomes by people.

use api_runtime::api_wire::jiff::Timestamp;
use serde_json::{Map, Value};

use crate::JournalError;
use crate::entry::json::{Members, add};

/// What a person found out about a write whose outcome was unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// It took effect.
    TookEffect {
        /// The id of the record, if the person found it, such as the `RequestUid` of a payment. The
        /// service then has it as from a response: [`Entry::record_id`](crate::Entry::record_id).
        record_id: Option<String>,
    },
    /// It did not take effect. The same key can be sent again.
    DidNot,
}

impl Resolution {
    /// It took effect, and this is the id of the record.
    pub fn with_record_id(record_id: impl Into<String>) -> Self {
        Self::TookEffect {
            record_id: Some(record_id.into()),
        }
    }
}

/// A resolution, with who resolved it and why. It is kept with the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolved {
    /// What the person found out.
    pub resolution: Resolution,
    /// Who resolved it.
    pub by: String,
    /// Why: what the person saw, and where.
    pub why: String,
    /// When, by the clock of the store.
    pub at: Timestamp,
}

impl Resolved {
    /// A resolution.
    pub fn new(
        resolution: Resolution,
        by: impl Into<String>,
        why: impl Into<String>,
        at: Timestamp,
    ) -> Self {
        Self {
            resolution,
            by: by.into(),
            why: why.into(),
            at,
        }
    }

    pub(crate) fn to_value(&self) -> Value {
        let (resolution, record_id) = match &self.resolution {
            Resolution::TookEffect { record_id } => ("took_effect", record_id.clone()),
            Resolution::DidNot => ("did_not", None),
        };
        let mut members = Map::new();
        add(&mut members, "resolution", resolution.into());
        add(&mut members, "record_id", record_id.into());
        add(&mut members, "by", self.by.as_str().into());
        add(&mut members, "why", self.why.as_str().into());
        add(&mut members, "at", self.at.to_string().into());
        Value::Object(members)
    }

    pub(crate) fn from_value(value: &Value) -> Result<Self, JournalError> {
        let members = Members::new("resolution", value)?;
        let (resolution, at) = (members.text("resolution"), members.text("at"));
        Ok(Self {
            resolution: match resolution.as_str() {
                "took_effect" => Resolution::TookEffect {
                    record_id: members.text_or_none("record_id"),
                },
                "did_not" => Resolution::DidNot,
                _ => return Err(JournalError::invalid("resolution", &resolution)),
            },
            by: members.text("by"),
            why: members.text("why"),
            at: at.parse().map_err(|_| JournalError::invalid("time", &at))?,
        })
    }
}
