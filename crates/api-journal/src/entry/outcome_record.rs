//! Outcomes that entries keep.

use api_runtime::Outcome;
use serde_json::{Map, Value};

use crate::JournalError;
use crate::entry::json::{Members, add, from_pairs};

/// What proved the outcome of an entry, or left it unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// The response to the request, or its failure.
    Sent,
    /// The response to the same request, which recovery sent again.
    Resent,
    /// The record, which recovery looked up by its unique key.
    LookedUp,
    /// The lease expired. Nothing was sent if the entry was prepared only.
    LeaseExpired,
}

/// The outcome of one send of a request, as an entry keeps it: no bodies, no secrets and no
/// personal data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutcomeRecord {
    /// What is known about the effect of the request.
    pub outcome: Outcome,
    /// What proved it.
    pub evidence: Evidence,
    /// The status of the response, if there was one.
    pub status: Option<u16>,
    /// The kind of the error, if the call failed, such as `Timeout`.
    pub error: Option<String>,
    /// The number of attempts of the call, or of the lookup that found the record. 0 without one.
    pub attempts: u32,
    /// The ids in the response, by their JSON pointers, such as `/order/id`.
    pub ids: Vec<(String, String)>,
    /// The JSON pointers of values in the record that differ from the request. A person should
    /// look at it.
    pub differences: Vec<String>,
    /// The epoch of the lease under which it was sent.
    pub epoch: i64,
}

impl OutcomeRecord {
    /// An outcome without further details.
    pub fn new(outcome: Outcome, evidence: Evidence, epoch: i64) -> Self {
        Self {
            outcome,
            evidence,
            status: None,
            error: None,
            attempts: 0,
            ids: Vec::new(),
            differences: Vec::new(),
            epoch,
        }
    }

    pub(crate) fn to_value(&self) -> Value {
        let mut members = Map::new();
        add(&mut members, "outcome", outcome_name(self.outcome).into());
        add(&mut members, "evidence", self.evidence.as_str().into());
        add(&mut members, "status", self.status.into());
        add(&mut members, "error", self.error.clone().into());
        add(&mut members, "attempts", self.attempts.into());
        add(&mut members, "ids", from_pairs(&self.ids));
        add(&mut members, "differences", self.differences.clone().into());
        add(&mut members, "epoch", self.epoch.into());
        Value::Object(members)
    }

    pub(crate) fn from_value(value: &Value) -> Result<Self, JournalError> {
        let members = Members::new("outcome", value)?;
        let evidence = members.text("evidence");
        Ok(Self {
            outcome: outcome_from(&members.text("outcome"))?,
            evidence: Evidence::from_name(&evidence)
                .ok_or_else(|| JournalError::invalid("evidence", &evidence))?,
            status: members.number("status"),
            error: members.text_or_none("error"),
            attempts: members.number("attempts").unwrap_or_default(),
            ids: members.pairs("ids"),
            differences: members.texts("differences"),
            epoch: members.number("epoch").unwrap_or_default(),
        })
    }
}

impl Evidence {
    const ALL: [Self; 4] = [Self::Sent, Self::Resent, Self::LookedUp, Self::LeaseExpired];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Resent => "resent",
            Self::LookedUp => "looked_up",
            Self::LeaseExpired => "lease_expired",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|evidence| evidence.as_str() == name)
    }
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::NotSent => "not_sent",
        Outcome::Rejected => "rejected",
        Outcome::Done => "done",
        // An outcome of a later version of the runtime proves nothing here.
        _ => "unknown",
    }
}

fn outcome_from(name: &str) -> Result<Outcome, JournalError> {
    match name {
        "not_sent" => Ok(Outcome::NotSent),
        "rejected" => Ok(Outcome::Rejected),
        "done" => Ok(Outcome::Done),
        "unknown" => Ok(Outcome::Unknown),
        _ => Err(JournalError::invalid("outcome", name)),
    }
}
