//! The row of an entry.

use api_wire::Timestamp;
use serde_json::{Map, Value};

use crate::entry::Entry;
use crate::entry::details::Details;
use crate::entry::digest::RequestDigest;
use crate::entry::intent::Intent;
use crate::entry::json::{add, number, text, time};
use crate::entry::scope::Scope;
use crate::entry::state::State;
use crate::error::JournalError;
use crate::rows::{At, Kind, Row, Waits};

/// A longer name is found by its beginning: an index takes no text of any length.
const MAX_NAME: usize = 200;

impl Entry {
    /// What the entry waits for, and from when on: all that a database knows of its state. `None`: it is
    /// settled, and pruned in time.
    pub fn waits(&self) -> Option<(Waits, Timestamp)> {
        let changed = self.updated_at;
        match (&self.state, self.due_at) {
            _ if self.needs_person => Some((Waits::Person, changed)),
            // Erased, it is nobody's any more.
            (State::NotSent, _) if self.is_prepared() && !self.key.is_empty() => {
                Some((Waits::Send, changed))
            }
            (State::NotSent | State::Rejected | State::Done, due) => Some((Waits::LookUp, due?)),
            (State::InFlight, due) => {
                let until = self.lease_until.unwrap_or(changed);
                Some(match due {
                    Some(due) => (Waits::LookUp, due.max(until)),
                    None => (Waits::Person, until),
                })
            }
            (State::Unknown | State::Other(_), Some(due)) => Some((Waits::LookUp, due)),
            (State::Unknown | State::Other(_), None) => Some((Waits::Person, changed)),
        }
    }

    /// The texts by which the entry is found: its key, its names and the ids of its record.
    pub(crate) fn names(&self) -> Vec<String> {
        let ids = self.details.end.iter().flat_map(|end| &end.ids);
        let pairs = self.details.names.iter().chain(ids);
        let texts = [&self.key].into_iter().chain(pairs.map(|(_, value)| value));
        let texts = texts.filter(|text| !text.is_empty());
        let mut names: Vec<String> = texts.map(|text| name(text)).collect();
        names.sort();
        names.dedup();
        names
    }

    pub(crate) fn to_row(&self, day: i64) -> Row {
        let at = At::new(Kind::Write, self.scope.to_text(), self.id.to_string());
        let mut row = Row::new(at, day, self.updated_at);
        row.revision = self.revision;
        row.waits = self.waits();
        row.created_at = self.created_at;
        row.names = Some(self.names());
        row.body = self.body();
        row
    }

    fn body(&self) -> String {
        let mut members = self.details.members();
        let time = |time: Option<Timestamp>| time.map(Timestamp::millis).into();
        add(&mut members, "operation", self.operation.clone().into());
        add(&mut members, "key", self.key.clone().into());
        add(&mut members, "digest", self.digest.to_text().into());
        add(&mut members, "state", self.state.as_str().into());
        add(&mut members, "generation", self.generation.into());
        add(&mut members, "nonce", format!("{:x}", self.nonce).into());
        add(&mut members, "format", self.format.into());
        add(&mut members, "lease_until", time(self.lease_until));
        add(&mut members, "due_at", time(self.due_at));
        for (name, is_set) in [("doubt", self.doubt), ("needs_person", self.needs_person)] {
            if is_set {
                members.insert(name.to_owned(), true.into());
            }
        }
        Value::Object(members).to_string()
    }

    /// Reads a row.
    ///
    /// # Errors
    ///
    /// If it is none of an entry.
    pub fn from_row(row: &Row) -> Result<Self, JournalError> {
        let invalid = |name| JournalError::invalid(name, &row.body);
        let body: Value = serde_json::from_str(&row.body).map_err(JournalError::new)?;
        let Value::Object(mut members) = body else {
            return Err(invalid("body"));
        };
        let is = |members: &Map<String, Value>, name| members.get(name) == Some(&Value::Bool(true));
        let state = text(&members, "state");
        if state.is_empty() {
            return Err(invalid("state"));
        }
        let nonce =
            u128::from_str_radix(&text(&members, "nonce"), 16).map_err(|_| invalid("nonce"))?;
        let scope = Scope::from_text(&row.at.scope)?;
        let digest = RequestDigest::from_text(&text(&members, "digest"))?;
        let intent = Intent::new(
            scope,
            text(&members, "operation"),
            text(&members, "key"),
            digest,
            nonce,
        );
        let mut entry = Self::from_intent(&intent, row.created_at, Default::default());
        entry.id = row.at.id.parse()?;
        entry.state = match state.parse() {
            Ok(state) => state,
            Err(never) => match never {},
        };
        entry.generation = number(&members, "generation");
        entry.doubt = is(&members, "doubt");
        entry.needs_person = is(&members, "needs_person");
        entry.revision = row.revision;
        entry.lease_until = time(&members, "lease_until");
        entry.due_at = time(&members, "due_at");
        entry.format = number(&members, "format");
        entry.updated_at = row.updated_at;
        for name in NAMES {
            members.remove(name);
        }
        entry.details = Details::from_members(members);
        Ok(entry)
    }
}

/// The members of a body that are no details.
const NAMES: [&str; 11] = [
    "operation",
    "key",
    "digest",
    "state",
    "generation",
    "nonce",
    "format",
    "lease_until",
    "due_at",
    "doubt",
    "needs_person",
];

/// A text as a name.
pub(crate) fn name(text: &str) -> String {
    text.chars().take(MAX_NAME).collect()
}
