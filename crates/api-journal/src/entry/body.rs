//! The row of an entry.

use api_wire::Timestamp;
use serde_json::Value;

use crate::entry::Entry;
use crate::entry::details::Details;
use crate::entry::intent::Intent;
use crate::entry::json::{add, flag, number, text, time};
use crate::entry::scope::Scope;
use crate::entry::state::State;
use crate::error::JournalError;
use crate::rows::{AHEAD, At, Kind, Row, Waits, name};

/// The name of a create whose record has no known id.
pub(crate) const NAMELESS: &str = "\u{1}";

impl Entry {
    /// What the entry waits for, and from when on: all that a database knows of its state. `None`: it is
    /// settled, and pruned in time.
    pub fn waits(&self) -> Option<(Waits, Timestamp)> {
        let changed = self.updated_at;
        // A service has prepared it, and it was never sent. What a person recorded and has withdrawn has an end,
        // and what was erased has no key.
        let is_prepared =
            self.generation == 0 && self.details.end.is_none() && !self.key.is_empty();
        match (&self.state, self.due_at.map(|due| self.right(due))) {
            _ if self.needs_person => Some((Waits::Person, changed)),
            (State::NotSent, _) if is_prepared => Some((Waits::Send, changed)),
            (State::NotSent | State::Rejected | State::Done, due) => Some((Waits::LookUp, due?)),
            (State::InFlight, due) => {
                let until = self.lease_end();
                Some(match due {
                    Some(due) => (Waits::LookUp, due.max(until)),
                    None => (Waits::Person, until),
                })
            }
            (State::Unknown | State::Other(_), Some(due)) => Some((Waits::LookUp, due)),
            (State::Unknown | State::Other(_), None) => Some((Waits::Person, changed)),
        }
    }

    /// Until when the last send may be on its way: from its send on, an entry has a lease.
    pub(crate) fn lease_end(&self) -> Timestamp {
        let until = self.lease_until;
        until.map_or(self.updated_at, |until| self.right(until))
    }

    /// A time, or that of the last change in place of one that a clock has written which was wrong.
    fn right(&self, time: Timestamp) -> Timestamp {
        match time <= self.updated_at + AHEAD {
            true => time,
            false => self.updated_at,
        }
    }

    /// Whether it waits for this at this time.
    pub(crate) fn waits_now(&self, waits: Waits, now: Timestamp) -> bool {
        self.waits()
            .is_some_and(|(other, from)| other == waits && from <= now)
    }

    /// The texts by which the entry is found: its key, its names and the ids of its record.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &String> {
        let ids = self.details.end.iter().flat_map(|end| &end.ids);
        let pairs = self.details.names.iter().chain(ids);
        let texts = [&self.key].into_iter().chain(pairs.map(|(_, value)| value));
        texts.filter(|text| !text.is_empty())
    }

    /// The texts, as names, or that the record has no id yet.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.texts().map(|text| name(text)).collect();
        names.extend(self.is_nameless().then(|| NAMELESS.to_owned()));
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
        add(&mut members, "digest", self.digest.to_string().into());
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
        let members = &mut members;
        let state = text(members, "state");
        if state.is_empty() {
            return Err(invalid("state"));
        }
        let nonce =
            u128::from_str_radix(&text(members, "nonce"), 16).map_err(|_| invalid("nonce"))?;
        let scope = Scope::from_text(&row.at.scope)?;
        let digest = text(members, "digest").parse()?;
        let intent = Intent::new(
            scope,
            text(members, "operation"),
            text(members, "key"),
            digest,
            nonce,
        );
        let mut entry = Self::from_intent(&intent, row.created_at, Default::default());
        entry.id = row.at.id.parse()?;
        entry.state = State::from_word(&state);
        entry.generation = number(members, "generation");
        entry.doubt = flag(members, "doubt");
        entry.needs_person = flag(members, "needs_person");
        entry.revision = row.revision;
        entry.lease_until = time(members, "lease_until");
        entry.due_at = time(members, "due_at");
        entry.format = number(members, "format");
        entry.updated_at = row.updated_at;
        entry.details = Details::from_members(std::mem::take(members));
        Ok(entry)
    }
}
