//! Faults as the control interface lists them, with the keys of its requests.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use super::{Effect, ExactResponse, Fault, InjectedFault};
use crate::exact::exact_json;

type Members = Map<String, Value>;

impl Fault {
    /// The fault with the keys of a control request.
    fn to_json(&self) -> Members {
        let mut members = match self.effects.as_slice() {
            [effect] => effect_members(effect),
            effects => {
                let sequence: Vec<_> = effects.iter().map(effect_members).collect();
                Members::from_iter([("sequence".to_owned(), json!(sequence))])
            }
        };
        let headers: Vec<(&str, &str)> = self
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let criteria = json!({
            "operation": self.operation,
            "api": self.api,
            "venue": self.venue,
            "reference": self.reference,
            "headers": header_object(&headers),
            "after": self.after,
            "times": self.times,
            "retry_after": self.retry_after,
        });
        if let Value::Object(criteria) = criteria {
            members.extend(criteria);
        }
        members
    }
}

impl InjectedFault {
    /// The fault as the control interface lists it.
    pub(crate) fn to_json(&self) -> Value {
        let mut members = self.fault.to_json();
        let counts = json!({
            "id": self.id,
            "hits": self.hits,
            "remaining": self.remaining,
            "mismatches": self.mismatches,
            "last_mismatch": self.last_mismatch,
            "text": self.to_string(),
        });
        if let Value::Object(counts) = counts {
            members.extend(counts);
        }
        Value::Object(members)
    }
}

/// Shows the name of the effect and its value, as in `status 500`.
impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Status(status) => write!(f, " {status}"),
            Self::Respond(response) | Self::Replace(response) => write!(f, " {}", response.status),
            Self::Delay(time) | Self::SlowBytes(time) => write!(f, " {time:?}"),
            Self::WrongType(field) | Self::UnknownValue(field) | Self::Missing(field) => {
                write!(f, " `{field}`")
            }
            Self::Value(field, value) => {
                let value = exact_json(value);
                write!(f, " `{field}` = {value}")
            }
            Self::PageSize(records) => write!(f, " {records}"),
            _ => Ok(()),
        }
    }
}

impl Effect {
    /// Its name in the control interface.
    fn name(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Status(_) => "status",
            Self::Respond(_) => "respond",
            Self::Replace(_) => "replace",
            Self::Delay(_) => "delay",
            Self::SlowBytes(_) => "slow_bytes",
            Self::DropBefore => "drop_before",
            Self::DropAfter => "drop_after",
            Self::Truncated => "truncated",
            Self::WrongShape => "wrong_shape",
            Self::WrongType(_) => "wrong_type",
            Self::UnknownValue(_) => "unknown_value",
            Self::Missing(_) => "missing",
            Self::Value(..) => "value",
            Self::UnknownField => "unknown_field",
            Self::PageSize(_) => "page_size",
        }
    }
}

fn effect_members(effect: &Effect) -> Members {
    let mut members = match effect {
        Effect::Status(status) => json!({ "status": status }),
        Effect::Respond(response) | Effect::Replace(response) => response_json(response),
        Effect::Delay(time) | Effect::SlowBytes(time) => {
            let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            json!({ "delay_milliseconds": milliseconds })
        }
        Effect::WrongType(field) | Effect::UnknownValue(field) | Effect::Missing(field) => {
            json!({ "field": field })
        }
        Effect::Value(field, value) => json!({ "field": field, "value": value }),
        Effect::PageSize(records) => json!({ "records": records }),
        _ => json!({}),
    };
    members["effect"] = effect.name().into();
    match members {
        Value::Object(members) => members,
        _ => Members::new(),
    }
}

fn response_json(response: &ExactResponse) -> Value {
    let headers = response.headers.iter();
    let headers: Vec<(&str, &str)> = headers
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let mut json =
        json!({ "status": response.status, "response_headers": header_object(&headers) });
    match std::str::from_utf8(&response.body) {
        Ok(text) => json["body"] = text.into(),
        Err(_) => json["body_base64"] = STANDARD.encode(&response.body).into(),
    }
    json
}

/// An object; a name with several values has a list.
fn header_object(headers: &[(&str, &str)]) -> Value {
    let mut members = Members::new();
    for (name, value) in headers {
        match members.get_mut(*name) {
            None => {
                members.insert((*name).to_owned(), (*value).into());
            }
            Some(Value::Array(values)) => values.push((*value).into()),
            Some(first) => *first = json!([first.take(), value]),
        }
    }
    Value::Object(members)
}
