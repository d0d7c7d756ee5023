//! The details of an entry.

use api_wire::Timestamp;
use serde_json::{Map, Value};

use crate::entry::end::End;
use crate::entry::json::{add, from_pairs, number, pairs, text, time};

/// The details of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Details {
    /// The names under which the back office finds the record, such as `reference_no`.
    pub names: Vec<(String, String)>,
    /// The value of the unique key that was sent, by which the record is looked up, or of the idempotency
    /// key, by which the server knows a repetition.
    pub unique_key: Option<String>,
    /// Until when the server keeps the idempotency key. `None`: it has none, or that is not documented.
    pub kept_until: Option<Timestamp>,
    /// The generation whose send was the first one with this idempotency key. 0: there is no such key.
    pub key_since: i64,
    /// The decisive end of a send, or the last one if the outcome is unknown.
    pub end: Option<End>,
    /// The generation whose send took effect. 0: none, or a look-up or a person said so.
    pub done: i64,
    /// How often a worker has looked the record up without finding it, since the first send that left the outcome
    /// open.
    pub lookups: i64,
    /// Members of a later version, which are kept.
    pub(crate) other: Map<String, Value>,
}

impl Details {
    /// The members of a body.
    pub(crate) fn members(&self) -> Map<String, Value> {
        let mut members = self.other.clone();
        let end = self.end.as_ref().map(End::to_value);
        add(&mut members, "names", from_pairs(&self.names));
        add(&mut members, "unique_key", self.unique_key.clone().into());
        let kept_until = self.kept_until.map(Timestamp::millis);
        add(&mut members, "kept_until", kept_until.into());
        add(&mut members, "key_since", self.key_since.into());
        add(&mut members, "end", end.into());
        add(&mut members, "done", self.done.into());
        add(&mut members, "lookups", self.lookups.into());
        members
    }

    /// The details in a body.
    pub(crate) fn from_members(mut members: Map<String, Value>) -> Self {
        let members = &mut members;
        let unique_key = text(members, "unique_key");
        Self {
            names: pairs(members, "names"),
            unique_key: Some(unique_key).filter(|key| !key.is_empty()),
            kept_until: time(members, "kept_until"),
            key_since: number(members, "key_since"),
            end: members.remove("end").and_then(End::from_value),
            done: number(members, "done"),
            lookups: number(members, "lookups"),
            other: std::mem::take(members),
        }
    }
}
