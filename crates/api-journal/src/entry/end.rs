//! How one send of a write, or one look at its record, ended.

use serde_json::{Map, Value};

use crate::entry::json::{add, from_pairs, number, pairs, text, texts};
use crate::outcome::Outcome;

/// What proved an outcome, or left it unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// The response to the request, or its failure.
    #[default]
    Sent,
    /// The record, which was looked up.
    Found,
    /// A record with the unique key, of which nothing was compared.
    Seen,
    /// What a person said.
    Person,
    /// Evidence of a later version.
    Other(String),
}

impl Evidence {
    fn as_str(&self) -> &str {
        match self {
            Self::Sent => "sent",
            Self::Found => "found",
            Self::Seen => "seen",
            Self::Person => "person",
            Self::Other(word) => word,
        }
    }

    fn from_word(word: &str) -> Self {
        match word {
            "sent" => Self::Sent,
            "found" => Self::Found,
            "seen" => Self::Seen,
            "person" => Self::Person,
            _ => Self::Other(word.to_owned()),
        }
    }
}

/// How one send of a write, or one look at its record, ended: no body, no secret and no personal data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct End {
    /// What is known about the effect of this request.
    pub outcome: Outcome,
    /// What proved it.
    pub evidence: Evidence,
    /// The status of the response, if there was one.
    pub status: Option<u16>,
    /// The kind of the error, if the call failed, such as `Timeout`.
    pub error: Option<String>,
    /// The ids in the response, by their JSON pointers, such as `/order/id`.
    pub ids: Vec<(String, String)>,
    /// The JSON pointers of values in the record that differ from the request.
    pub differences: Vec<String>,
}

impl End {
    /// An end without further details.
    pub fn new(outcome: Outcome, evidence: Evidence) -> Self {
        Self {
            outcome,
            evidence,
            status: None,
            error: None,
            ids: Vec::new(),
            differences: Vec::new(),
        }
    }

    /// What a person says of a write, and of its record, if they know the id.
    pub(crate) fn of_person(outcome: Outcome, record_id: Option<&str>) -> Self {
        let id = record_id.map(|id| ("record_id".to_owned(), id.to_owned()));
        Self {
            ids: id.into_iter().collect(),
            ..Self::new(outcome, Evidence::Person)
        }
    }

    /// Whether a record was found that may be another one: it has the unique key, and other values.
    pub fn is_other_record(&self) -> bool {
        self.outcome == Outcome::Unknown && !self.differences.is_empty()
    }

    /// Whether a record was seen, of which nothing was compared.
    pub(crate) fn is_sight(&self) -> bool {
        self.evidence == Evidence::Seen
    }

    /// What is noted of a record of which nothing was compared.
    pub(crate) fn as_sight(&self) -> Self {
        Self {
            ids: self.ids.clone(),
            ..Self::new(Outcome::Unknown, Evidence::Seen)
        }
    }

    /// Whether the rejection is not about the content of the request: missing credentials or
    /// permissions, or the rate limit. The same request can be sent again.
    pub(crate) fn is_before_validation(&self) -> bool {
        matches!(self.status, Some(401 | 403 | 429))
    }

    /// Whether both are about one record, as far as their ids show.
    pub(crate) fn has_other_id(&self, other: &Self) -> bool {
        self.ids.iter().any(|(pointer, id)| {
            let mut others = other.ids.iter();
            others.any(|(other_pointer, other)| pointer == other_pointer && id != other)
        })
    }

    pub(crate) fn to_value(&self) -> Value {
        let mut members = Map::new();
        add(&mut members, "outcome", self.outcome.as_str().into());
        add(&mut members, "evidence", self.evidence.as_str().into());
        add(&mut members, "status", self.status.into());
        add(&mut members, "error", self.error.clone().into());
        add(&mut members, "ids", from_pairs(&self.ids));
        add(&mut members, "differences", self.differences.clone().into());
        Value::Object(members)
    }

    pub(crate) fn from_value(value: Value) -> Option<Self> {
        let Value::Object(mut members) = value else {
            return None;
        };
        let members = &mut members;
        let error = text(members, "error");
        Some(Self {
            outcome: Outcome::from_word(&text(members, "outcome")),
            evidence: Evidence::from_word(&text(members, "evidence")),
            status: u16::try_from(number(members, "status"))
                .ok()
                .filter(|status| *status > 0),
            error: Some(error).filter(|error| !error.is_empty()),
            ids: pairs(members, "ids"),
            differences: texts(members, "differences"),
        })
    }
}
