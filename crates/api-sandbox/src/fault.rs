//! Faults that a test asks for.

use std::time::Duration;

use serde_json::{Value, json};

use crate::description::operations;

/// A fault at an operation.
///
/// ```
/// use api_sandbox::{Effect, Fault};
///
/// // The order is made, and its maker does not learn of it.
/// let fault = Fault::at("create_incoming_order", Effect::DropAfter).of_api("pos-v3").times(2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    operation: String,
    api: Option<String>,
    times: u32,
    effect: Effect,
}

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
}

impl Fault {
    /// A fault that happens once, at the next call of the operation, of whichever API.
    pub fn at(operation: &str, effect: Effect) -> Self {
        Self {
            operation: operation.to_owned(),
            api: None,
            times: 1,
            effect,
        }
    }

    /// Only at the API of this name, as in `pos-v3`.
    pub fn of_api(self, api: &str) -> Self {
        Self {
            api: Some(api.to_owned()),
            ..self
        }
    }

    /// So many times.
    pub fn times(self, times: u32) -> Self {
        Self { times, ..self }
    }

    /// What is wrong with the fault itself.
    pub(crate) fn problem(&self) -> Option<String> {
        let meant = |api: &str, name: &str| self.matches(api, name);
        if !operations().any(|operation| meant(operation.api(), &operation.name)) {
            return Some("the APIs have no such operation".to_owned());
        }
        match &self.effect {
            _ if self.times == 0 => Some("a fault that happens 0 times".to_owned()),
            Effect::Status(status) if *status != 204 && !(400..=599).contains(status) => {
                Some("the status is neither 204 nor 400 to 599".to_owned())
            }
            Effect::Delay(delay) if *delay > Duration::from_secs(60) => {
                Some("a delay of over a minute".to_owned())
            }
            Effect::SlowBytes(pause) if *pause > Duration::from_secs(1) => {
                Some("a pause of over a second".to_owned())
            }
            Effect::WrongType(field) | Effect::UnknownValue(field) if field.is_empty() => {
                Some("the field has no name".to_owned())
            }
            _ => None,
        }
    }

    fn matches(&self, api: &str, operation: &str) -> bool {
        self.operation == operation && self.api.as_ref().is_none_or(|own| own == api)
    }

    /// Takes one occurrence of the first fault for an operation.
    pub(crate) fn take(faults: &mut Vec<Self>, api: &str, operation: &str) -> Option<Effect> {
        let place = faults
            .iter()
            .position(|fault| fault.matches(api, operation))?;
        let fault = &mut faults[place];
        fault.times = fault.times.saturating_sub(1);
        let effect = fault.effect.clone();
        if fault.times == 0 {
            faults.remove(place);
        }
        Some(effect)
    }

    /// Reads the body of a control request.
    pub(crate) fn read(body: &Value) -> Result<Self, String> {
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
        let effect = match text("effect").ok_or("`effect` is due")? {
            "status" => Effect::Status(
                u16::try_from(number("status")?).map_err(|_| "`status` is no HTTP status")?,
            ),
            "delay" => Effect::Delay(milliseconds()?),
            "drop_before" => Effect::DropBefore,
            "drop_after" => Effect::DropAfter,
            "truncated" => Effect::Truncated,
            "misshapen" => Effect::Misshapen,
            "slow_bytes" => Effect::SlowBytes(milliseconds()?),
            "wrong_type" => Effect::WrongType(field()?),
            "unknown_field" => Effect::UnknownField,
            "unknown_value" => Effect::UnknownValue(field()?),
            _ => return Err("`effect` is none that the sandbox knows".to_owned()),
        };
        let mut fault = Self::at(text("operation").ok_or("`operation` is due")?, effect);
        fault.api = text("api").map(str::to_owned);
        if let Some(times) = body.get("times") {
            let times = times.as_u64().and_then(|times| u32::try_from(times).ok());
            fault.times = times.ok_or("`times` is no whole number")?;
        }
        match fault.problem() {
            Some(problem) => Err(problem),
            None => Ok(fault),
        }
    }

    /// As the control interface lists it.
    pub(crate) fn shown(&self) -> Value {
        json!({
            "operation": self.operation,
            "api": self.api,
            "times": self.times,
            "effect": format!("{:?}", self.effect),
        })
    }
}

impl Effect {
    /// What the effect makes of a reply's body.
    pub(crate) fn bend(&self, body: &mut Value) {
        match self {
            Self::Misshapen => *body = json!(["misshapen"]),
            Self::WrongType(field) => replace(body, field, &json!({ "unexpected": true })),
            Self::UnknownValue(field) => replace(body, field, &json!("sandbox-unknown")),
            Self::UnknownField => add_field(body),
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
