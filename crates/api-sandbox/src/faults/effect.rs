//! What a fault does.

use std::time::Duration;

use serde_json::{Value, json};

/// What goes wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Nothing is done, and the reply has this status, with the body that is documented for it: 204, or 400 to 599.
    Status(u16),
    /// Everything is as usual, but later. At most a minute.
    Delay(Duration),
    /// The connection closes, and nothing is done.
    DropBefore,
    /// The operation is done, and the connection closes instead of a reply.
    DropAfter,
    /// The operation is done, and the reply ends in its middle, short of its `Content-Length`.
    Truncated,
    /// The operation is done, and the reply is JSON of another shape.
    Misshapen,
    /// The operation is done, and the reply comes in single bytes with a pause after each. At most a second.
    SlowBytes(Duration),
    /// The operation is done; in the reply, each field with this name has a value of another type.
    WrongType(String),
    /// The operation is done; every record of the reply has a field that nobody knows.
    UnknownField,
    /// The operation is done; in the reply, each field with this name has a text that is no known value.
    UnknownValue(String),
    /// The operation is done; in the reply, each field with this name has this value. So `total_pages` grows or
    /// shrinks while somebody pages, or is a text, and `current_page` stays the same.
    Value(String, Value),
    /// The operation is done; the reply has no field with this name.
    Missing(String),
    /// A list is done with pages of so many records, whatever the request asks for and whatever their maximum is.
    PageSize(u32),
}

impl Effect {
    /// What is wrong with the effect itself.
    pub(super) fn problem(&self) -> Option<&'static str> {
        match self {
            Self::Status(status) if *status != 204 && !(400..=599).contains(status) => {
                Some("the status is neither 204 nor 400 to 599")
            }
            Self::Delay(delay) if *delay > Duration::from_secs(60) => {
                Some("a delay of over a minute")
            }
            Self::SlowBytes(pause) if *pause > Duration::from_secs(1) => {
                Some("a pause of over a second")
            }
            Self::WrongType(field)
            | Self::UnknownValue(field)
            | Self::Value(field, _)
            | Self::Missing(field)
                if field.is_empty() =>
            {
                Some("the field has no name")
            }
            Self::PageSize(0) => Some("a page of 0 records"),
            _ => None,
        }
    }

    /// Reads the body of a control request.
    pub(super) fn read(body: &Value) -> Result<Self, String> {
        let text = |key: &str| body.get(key).and_then(Value::as_str);
        let number = |key: &str| {
            body.get(key)
                .and_then(Value::as_u64)
                .ok_or(format!("`{key}` is due, a whole number"))
        };
        let field = || {
            text("field")
                .map(str::to_owned)
                .ok_or("`field` is due, the name of a field")
        };
        let milliseconds = || number("milliseconds").map(Duration::from_millis);
        Ok(match text("effect").ok_or("`effect` is due")? {
            "status" => Self::Status(
                u16::try_from(number("status")?).map_err(|_| "`status` is no HTTP status")?,
            ),
            "delay" => Self::Delay(milliseconds()?),
            "drop_before" => Self::DropBefore,
            "drop_after" => Self::DropAfter,
            "truncated" => Self::Truncated,
            "misshapen" => Self::Misshapen,
            "slow_bytes" => Self::SlowBytes(milliseconds()?),
            "wrong_type" => Self::WrongType(field()?),
            "unknown_field" => Self::UnknownField,
            "unknown_value" => Self::UnknownValue(field()?),
            "value" => {
                let value = body.get("value").ok_or("`value` is due, any JSON")?;
                Self::Value(field()?, value.clone())
            }
            "missing" => Self::Missing(field()?),
            "page_size" => Self::PageSize(
                u32::try_from(number("records")?).map_err(|_| "`records` is too large")?,
            ),
            _ => return Err("`effect` is none that the sandbox knows".to_owned()),
        })
    }

    /// What the effect makes of a reply's body.
    pub(crate) fn bend(&self, body: &mut Value) {
        match self {
            Self::Misshapen => *body = json!(["misshapen"]),
            Self::WrongType(field) => replace(body, field, &json!({ "unexpected": true })),
            Self::UnknownValue(field) => replace(body, field, &json!("sandbox-unknown")),
            Self::UnknownField => add_field(body),
            Self::Value(field, value) => replace(body, field, value),
            Self::Missing(field) => remove(body, field),
            _ => {}
        }
    }
}

fn replace(body: &mut Value, field: &str, by: &Value) {
    match body {
        Value::Object(members) => {
            for (name, member) in members {
                if name == field {
                    *member = by.clone()
                } else {
                    replace(member, field, by)
                }
            }
        }
        Value::Array(elements) => elements
            .iter_mut()
            .for_each(|element| replace(element, field, by)),
        _ => {}
    }
}

fn remove(body: &mut Value, field: &str) {
    match body {
        Value::Object(members) => {
            members.remove(field);
            members
                .values_mut()
                .for_each(|member| remove(member, field));
        }
        Value::Array(elements) => elements
            .iter_mut()
            .for_each(|element| remove(element, field)),
        _ => {}
    }
}

fn add_field(body: &mut Value) {
    match body {
        Value::Object(members) => {
            members.values_mut().for_each(add_field);
            members.insert("sandbox_unknown_field".to_owned(), true.into());
        }
        Value::Array(elements) => elements.iter_mut().for_each(add_field),
        _ => {}
    }
}
