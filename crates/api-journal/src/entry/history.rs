//! The history of an entry.

use api_wire::Timestamp;
use serde_json::{Value, json};

use crate::entry::Entry;
use crate::entry::end::End;
use crate::entry::state::State;
use crate::error::JournalError;

/// One change of an entry: its new state, by whom, and why. History lines never change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HistoryLine {
    /// The revision that the change made.
    pub revision: i64,
    /// When, by the clock of the store.
    pub at: Timestamp,
    /// The state since then.
    pub state: State,
    /// By whom, and why.
    pub note: Note,
}

/// The part of a [`HistoryLine`] that a change states. The store adds the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The generation that the change is about.
    pub generation: i64,
    /// The end of a send or of a look-up, or what a person found out.
    pub end: Option<End>,
    /// Who makes the change. Empty: a program.
    pub by: String,
    /// What happened. For a person's change: why, such as what they saw and where.
    pub why: String,
}

impl Note {
    /// A note of a program.
    pub fn new(generation: i64, why: impl Into<String>) -> Self {
        Self {
            generation,
            end: None,
            by: String::new(),
            why: why.into(),
        }
    }

    /// The note of an entry that was inserted.
    pub(crate) fn begun(entry: &Entry) -> Self {
        let why = match entry.state {
            State::InFlight => "in flight",
            _ if entry.generation > 0 => "inserted again, with its end",
            State::Done => "recorded",
            _ => "prepared",
        };
        Self {
            end: entry.details.end.clone(),
            ..Self::new(entry.generation, why)
        }
    }

    pub(crate) fn with_end(mut self, end: &End) -> Self {
        self.end = Some(end.clone());
        self
    }
}

impl HistoryLine {
    /// The line of a change that made this revision and state at this time.
    pub(crate) fn new(note: Note, revision: i64, state: State, at: Timestamp) -> Self {
        Self {
            revision,
            at,
            state,
            note,
        }
    }

    /// The text that a store keeps.
    pub(crate) fn to_text(&self) -> String {
        json!({
            "revision": self.revision,
            "at": self.at.millis(),
            "state": self.state.as_str(),
            "generation": self.note.generation,
            "by": self.note.by,
            "why": self.note.why,
            "end": self.note.end.as_ref().map(End::to_value),
        })
        .to_string()
    }

    pub(crate) fn from_text(text: &str) -> Result<Self, JournalError> {
        let mut line: Value = serde_json::from_str(text).map_err(JournalError::new)?;
        let end = line.get_mut("end").map(Value::take).unwrap_or_default();
        let word = |name: &str| line[name].as_str().unwrap_or_default();
        let number = |name: &str| line[name].as_i64().unwrap_or_default();
        let mut note = Note::new(number("generation"), word("why"));
        word("by").clone_into(&mut note.by);
        note.end = End::from_value(end);
        let state = State::from_word(word("state"));
        let at = Timestamp::from_millis(number("at"));
        Ok(Self::new(note, number("revision"), state, at))
    }

    /// The line as people see it, in JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "at": self.at.to_string(),
            "state": self.state.as_str(),
            "generation": self.note.generation,
            "by": self.note.by,
            "why": self.note.why,
            "end": self.note.end.as_ref().map(End::to_value),
        })
    }
}
