//! The effect of a fault.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::ExactResponse;
use crate::exact::exact_json;
use crate::json::each_object;

/// The effect of a [`Fault`](crate::Fault). One that would not change the response, for example
/// because it has no such field, stays pending.
///
/// The operation is executed, except with [`Status`](Self::Status),
/// [`Respond`](Self::Respond) and [`DropBefore`](Self::DropBefore).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Effect {
    /// No effect: a gap in a sequence.
    Pass,
    /// Responds with this status and its documented body, without executing the operation: 204, or
    /// 400 to 599.
    Status(u16),
    /// Sends exactly this response, without executing the operation.
    Respond(ExactResponse),
    /// Executes the operation, and sends exactly this response instead of its own. So a proxy
    /// responds with 502 to an order that was created.
    Replace(ExactResponse),
    /// Waits before the operation is executed; if the client is gone by then, it is not. A timeout
    /// after the operation took effect is [`SlowBytes`](Self::SlowBytes).
    #[serde(rename = "delay_milliseconds", with = "milliseconds")]
    Delay(Duration),
    /// Closes the connection without executing the operation.
    DropBefore,
    /// Closes the connection instead of sending the response.
    DropAfter,
    /// Closes the connection in the middle of the body, short of its `Content-Length`.
    Truncated,
    /// Sends JSON of another shape.
    WrongShape,
    /// Sends the response as single bytes, with a pause after each.
    #[serde(rename = "slow_bytes_milliseconds", with = "milliseconds")]
    SlowBytes(Duration),
    /// Replaces each field of this name by a value of another type.
    WrongType(String),
    /// Adds an unknown field to every object.
    UnknownField,
    /// Sets each field of this name to this value. So an enumeration has a new string,
    /// `total_pages` changes during pagination, and `current_page` does not increase.
    Value(String, Value),
    /// Removes each field of this name.
    Missing(String),
    /// Returns pages of this size, whatever the request and the documented maximum are.
    PageSize(u32),
}

mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        time: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}

/// As in JSON: `"drop_after"`, `{"status":503}`.
impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match serde_json::to_value(self) {
            Ok(Value::String(name)) => f.write_str(&name),
            Ok(json) => f.write_str(&exact_json(&json)),
            Err(_) => Err(fmt::Error),
        }
    }
}

impl Effect {
    /// Checks that a response can have the status, and a page the size.
    pub(super) fn validate(&self) -> Result<(), String> {
        match self {
            Self::Respond(response) | Self::Replace(response) => response.validate(),
            Self::Status(status) if *status != 204 && !(400..=599).contains(status) => {
                Err("`status` must be 204, or 400 to 599".to_owned())
            }
            Self::PageSize(0) => Err("the page size must be at least 1".to_owned()),
            _ => Ok(()),
        }
    }

    /// Whether it changes the JSON of a response. Other bodies are sent unparsed.
    pub(crate) fn changes_body(&self) -> bool {
        matches!(
            self,
            Self::WrongShape
                | Self::WrongType(_)
                | Self::UnknownField
                | Self::Value(..)
                | Self::Missing(_)
        )
    }

    /// Whether it needs a body, which it changes or sends in another way.
    pub(crate) fn needs_body(&self) -> bool {
        self.changes_body() || matches!(self, Self::Truncated | Self::SlowBytes(_))
    }

    /// The field that it changes.
    fn field(&self) -> Option<&str> {
        match self {
            Self::WrongType(field) | Self::Value(field, _) | Self::Missing(field) => Some(field),
            _ => None,
        }
    }

    /// Changes the body of a response. The error is the reason why it stays as it is.
    pub(crate) fn apply(&self, body: &mut Value) -> Result<(), String> {
        let original = body.clone();
        self.change(body);
        if *body != original {
            return Ok(());
        }
        Err(match self {
            Self::Value(field, value) if has_field(body, field) => {
                let value = exact_json(value);
                format!("expected another value of `{field}` than {value}")
            }
            _ => match self.field() {
                Some(field) => format!("expected a response with the field `{field}`"),
                None => "expected a response with an object".to_owned(),
            },
        })
    }

    fn change(&self, body: &mut Value) {
        match self {
            Self::WrongShape => *body = json!(["misshapen"]),
            Self::WrongType(field) => replace(body, field, &json!({ "unexpected": true })),
            Self::UnknownField => each_object(body, &mut |members| {
                members.insert("sandbox_unknown_field".to_owned(), true.into());
            }),
            Self::Value(field, value) => replace(body, field, value),
            Self::Missing(field) => each_object(body, &mut |members| {
                members.remove(field);
            }),
            _ => {}
        }
    }
}

fn has_field(body: &Value, field: &str) -> bool {
    let mut found = false;
    each_object(&mut body.clone(), &mut |members| {
        found |= members.contains_key(field);
    });
    found
}

fn replace(body: &mut Value, field: &str, value: &Value) {
    each_object(body, &mut |members| {
        if let Some(member) = members.get_mut(field) {
            *member = value.clone();
        }
    });
}
