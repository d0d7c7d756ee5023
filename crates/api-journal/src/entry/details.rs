//! The details of an entry, which stores keep as one text.

use serde_json::{Map, Value};

use crate::entry::json::{Members, add, from_pairs};
use crate::{JournalError, OutcomeRecord, Resolved};

/// The details of an entry, which no store needs to look into. They are kept as one text of JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Details {
    /// The names under which the back office finds the record, such as `reference_no`.
    pub names: Vec<(String, String)>,
    /// The epochs of the sends that are neither proven to have had no effect, nor proven to have had
    /// one: at most one send for each lease.
    pub open_sends: Vec<i64>,
    /// How often recovery was attempted since the last send.
    pub recoveries: u32,
    /// The decisive outcome, or the last one if it is unknown.
    pub outcome: Option<OutcomeRecord>,
    /// Outcomes of processes that had lost their lease, the last 16.
    pub late_outcomes: Vec<OutcomeRecord>,
    /// What a person found out about the sends before. The same key may have been sent again since.
    pub resolved: Option<Resolved>,
}

impl Details {
    /// The text that a store keeps.
    pub fn to_json(&self) -> String {
        let mut members = Map::new();
        let late = self.late_outcomes.iter().map(OutcomeRecord::to_value);
        let outcome = self.outcome.as_ref().map(OutcomeRecord::to_value);
        let resolved = self.resolved.as_ref().map(Resolved::to_value);
        add(&mut members, "names", from_pairs(&self.names));
        members.insert("open_sends".to_owned(), self.open_sends.clone().into());
        add(&mut members, "recoveries", self.recoveries.into());
        add(&mut members, "outcome", outcome.into());
        add(&mut members, "late_outcomes", late.collect());
        add(&mut members, "resolved", resolved.into());
        Value::Object(members).to_string()
    }

    /// The details from a store.
    ///
    /// # Errors
    ///
    /// If the text is not that of [`to_json`](Self::to_json).
    pub fn from_json(text: &str) -> Result<Self, JournalError> {
        let value: Value = serde_json::from_str(text).map_err(JournalError::new)?;
        let members = Members::new("details", &value)?;
        let late = members.items("late_outcomes").iter();
        let outcome = members.value("outcome").map(OutcomeRecord::from_value);
        let resolved = members.value("resolved").map(Resolved::from_value);
        Ok(Self {
            names: members.pairs("names"),
            // Without the list, a send of an unknown epoch may be open.
            open_sends: match members.value("open_sends") {
                Some(_) => members.numbers("open_sends"),
                None => vec![0],
            },
            recoveries: members.number("recoveries").unwrap_or_default(),
            outcome: outcome.transpose()?,
            late_outcomes: late
                .map(OutcomeRecord::from_value)
                .collect::<Result<_, _>>()?,
            resolved: resolved.transpose()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use api_runtime::Outcome;
    use api_runtime::api_wire::jiff::Timestamp;

    use super::*;
    use crate::{Evidence, Resolution};

    #[test]
    fn details_are_read_as_they_were_written() {
        let mut outcome = OutcomeRecord::new(Outcome::Rejected, Evidence::Resent, 3);
        outcome.status = Some(422);
        outcome.error = Some("BadRequest".to_owned());
        outcome.ids = vec![("/order/id".to_owned(), "7".to_owned())];
        outcome.differences = vec!["/order/total".to_owned()];
        let details = Details {
            names: vec![("reference_no".to_owned(), "WEB-\"1\"".to_owned())],
            open_sends: vec![1, 3],
            recoveries: 1,
            late_outcomes: vec![OutcomeRecord::new(Outcome::Unknown, Evidence::Sent, 1)],
            outcome: Some(outcome),
            resolved: Some(Resolved::new(
                Resolution::DidNot,
                "eve",
                "no order in the back office",
                Timestamp::UNIX_EPOCH,
            )),
        };
        assert_eq!(Details::from_json(&details.to_json()).unwrap(), details);
    }

    #[test]
    fn without_a_list_of_open_sends_one_is_open() {
        assert_eq!(Details::from_json("{}").unwrap().open_sends, [0]);
        assert!(Details::from_json("[]").is_err());
        assert!(Details::from_json(r#"{"outcome":{"outcome":"x"}}"#).is_err());
    }
}
