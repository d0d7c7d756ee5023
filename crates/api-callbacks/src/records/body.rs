//! The body of a record's row.

use api_runtime::api_wire::Timestamp;
use api_runtime::journal::rows::{Row, name};
use serde_json::{Map, Value};

use crate::records::error::BoxError;
use crate::records::heard::{Found, Heard};
use crate::refetch::Word;

impl<S: Word, H: Word> Heard<S, H> {
    pub(crate) fn read(row: &Row) -> Result<Self, BoxError> {
        let body = members(&row.body)?;
        let text = |name| body.get(name).and_then(Value::as_str).map(str::to_owned);
        let number = |name| body.get(name).and_then(Value::as_u64);
        let time = |name| {
            let millis = body.get(name).and_then(Value::as_i64);
            millis.map(Timestamp::from_millis)
        };
        let hint = |name| text(name).map(|hint| hint.parse()).transpose();
        let found = |state: String| {
            Ok::<_, BoxError>(Found {
                state: state.parse()?,
                updated_at: body.get("record_updated_at").and_then(Value::as_i64),
                digest: number("digest").unwrap_or_default(),
            })
        };
        Ok(Self {
            is_claimed: body.get("is_claimed") == Some(&Value::Bool(true)),
            reference: text("reference"),
            found: text("state").map(found).transpose()?,
            recorded_at: time("recorded_at").unwrap_or(Timestamp::UNIX_EPOCH),
            hint: hint("hint")?,
            reported: hint("reported_hint")?,
            heard: i64::try_from(number("heard").unwrap_or_default())?,
            heard_at: time("heard_at"),
            due_at: time("due_at"),
            failures: u32::try_from(number("failures").unwrap_or_default())?,
            lease: i64::try_from(number("lease").unwrap_or_default())?,
            lease_until: time("lease_until").unwrap_or(Timestamp::UNIX_EPOCH),
        })
    }

    /// The row after a change. Members of its body that a later version wrote stay.
    pub(crate) fn write(&self, mut row: Row) -> Result<Row, BoxError> {
        let mut body = members(&row.body)?;
        let mut set = |name: &str, value: Value| body.insert(name.to_owned(), value);
        set("is_claimed", self.is_claimed.into());
        set("reference", self.reference.clone().into());
        let found = self.found.as_ref();
        set("state", found.map(|found| found.state.to_string()).into());
        set(
            "record_updated_at",
            found.and_then(|found| found.updated_at).into(),
        );
        set("digest", found.map(|found| found.digest).into());
        set("recorded_at", self.recorded_at.millis().into());
        set("hint", self.hint.as_ref().map(ToString::to_string).into());
        set(
            "reported_hint",
            self.reported.as_ref().map(ToString::to_string).into(),
        );
        set("heard", self.heard.into());
        set("heard_at", self.heard_at.map(Timestamp::millis).into());
        set("due_at", self.due_at.map(Timestamp::millis).into());
        set("failures", self.failures.into());
        set("lease", self.lease.into());
        set("lease_until", self.lease_until.millis().into());
        row.body = Value::Object(body).to_string();
        row.waits = self.waits();
        row.names = Some(
            self.reference
                .iter()
                .map(|reference| name(reference))
                .collect(),
        );
        Ok(row)
    }
}

fn members(body: &str) -> Result<Map<String, Value>, BoxError> {
    Ok(serde_json::from_str(body)?)
}
