//! Faults that a test asks for.

mod effect;

use http::HeaderValue;
use serde_json::{Value, json};

pub use effect::Effect;

use crate::openapi::{Operation, operations};

/// A fault at an operation.
///
/// ```
/// use api_sandbox::{Effect, Fault};
///
/// // The order is made, and its maker does not learn of it.
/// let fault = Fault::at("create_incoming_order", Effect::DropAfter).of_api("pos-v3").times(2);
/// // The third page is asked for too soon.
/// let fault = Fault::at("list_customers", Effect::Status(429)).after(2).retry_after("1");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    operation: String,
    api: Option<String>,
    after: u32,
    times: u32,
    effect: Effect,
    retry_after: Option<String>,
}

impl Fault {
    /// A fault that happens once, at the next call of the operation, of whichever API.
    pub fn at(operation: &str, effect: Effect) -> Self {
        Self {
            operation: operation.to_owned(),
            api: None,
            after: 0,
            times: 1,
            effect,
            retry_after: None,
        }
    }

    /// Only at the API of this name, as in `pos-v3`.
    pub fn of_api(self, api: &str) -> Self {
        Self {
            api: Some(api.to_owned()),
            ..self
        }
    }

    /// Lets so many calls of the operation pass before it happens.
    pub fn after(self, calls: u32) -> Self {
        Self {
            after: calls,
            ..self
        }
    }

    /// So many times.
    pub fn times(self, times: u32) -> Self {
        Self { times, ..self }
    }

    /// The value of the reply's `Retry-After`, as it is to be sent; a status has one, and no other effect.
    pub fn retry_after(self, value: &str) -> Self {
        Self {
            retry_after: Some(value.to_owned()),
            ..self
        }
    }

    /// What is wrong with the fault itself.
    pub(crate) fn problem(&self) -> Option<String> {
        let meant = |operation: &&Operation| self.matches(operation.api(), &operation.name);
        let mut operations = operations().filter(meant).peekable();
        if operations.peek().is_none() {
            return Some("the APIs have no such operation".to_owned());
        }
        if self.times == 0 {
            return Some("a fault that happens 0 times".to_owned());
        }
        if matches!(self.effect, Effect::PageSize(_))
            && !operations.any(|operation| operation.per_page.is_some())
        {
            return Some("the operation has no pages".to_owned());
        }
        if let Some(value) = &self.retry_after {
            if !matches!(self.effect, Effect::Status(_)) {
                return Some("only a status has a Retry-After".to_owned());
            }
            if HeaderValue::from_str(value).is_err() {
                return Some("the Retry-After is no value of a header".to_owned());
            }
        }
        self.effect.problem().map(str::to_owned)
    }

    fn matches(&self, api: &str, operation: &str) -> bool {
        self.operation == operation && self.api.as_ref().is_none_or(|own| own == api)
    }

    /// Takes one occurrence of the first fault that is due at a call of an operation. The call passes by those that
    /// are not due yet.
    pub(crate) fn take(faults: &mut Vec<Self>, api: &str, operation: &str) -> Option<Self> {
        let mut due = None;
        for (place, fault) in faults.iter_mut().enumerate() {
            if !fault.matches(api, operation) {
                continue;
            }
            if fault.after > 0 {
                fault.after -= 1;
            } else if due.is_none() {
                due = Some(place);
            }
        }
        let place = due?;
        let taken = faults[place].clone();
        faults[place].times -= 1;
        if faults[place].times == 0 {
            faults.remove(place);
        }
        Some(taken)
    }

    /// What goes wrong.
    pub(crate) fn effect(&self) -> &Effect {
        &self.effect
    }

    /// The value of the reply's `Retry-After`.
    pub(crate) fn retry_after_header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(self.retry_after.as_deref()?).ok()
    }

    /// Reads the body of a control request.
    pub(crate) fn read(body: &Value) -> Result<Self, String> {
        let text = |key: &str| match body.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.as_str())),
            Some(_) => Err(format!("`{key}` is no text")),
        };
        let count = |key: &str, default: u32| match body.get(key) {
            None => Ok(default),
            Some(count) => count
                .as_u64()
                .and_then(|count| u32::try_from(count).ok())
                .ok_or(format!("`{key}` is no whole number")),
        };
        let effect = Effect::read(body)?;
        let fault = Self {
            api: text("api")?.map(str::to_owned),
            after: count("after", 0)?,
            times: count("times", 1)?,
            retry_after: match body.get("retry_after") {
                Some(Value::Number(seconds)) => Some(seconds.to_string()),
                _ => text("retry_after")?.map(str::to_owned),
            },
            ..Self::at(text("operation")?.ok_or("`operation` is due")?, effect)
        };
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
            "after": self.after,
            "times": self.times,
            "retry_after": self.retry_after,
            "effect": format!("{:?}", self.effect),
        })
    }
}
