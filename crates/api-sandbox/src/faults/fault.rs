//! A fault of an operation.

use http::HeaderValue;
use serde_json::{Value, json};

use super::Effect;
use crate::openapi::{Operation, operations};

/// A fault of an operation, injected by [`Control::inject`](crate::Control::inject).
///
/// ```
/// use api_sandbox::{Effect, Fault};
///
/// // The order is created, but the client gets no response.
/// let fault = Fault::new("create_incoming_order", Effect::DropAfter).for_api("pos-v3").times(2);
/// // The third page is throttled.
/// let fault = Fault::new("list_customers", Effect::Status(429)).after(2).retry_after("1");
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
    /// A fault that happens once, at the next request for the operation in any API.
    pub fn new(operation: &str, effect: Effect) -> Self {
        Self {
            operation: operation.to_owned(),
            api: None,
            after: 0,
            times: 1,
            effect,
            retry_after: None,
        }
    }

    /// Restricts the fault to one API, as in `pos-v3`.
    pub fn for_api(self, api: &str) -> Self {
        Self {
            api: Some(api.to_owned()),
            ..self
        }
    }

    /// Skips a number of requests for the operation.
    pub fn after(self, requests: u32) -> Self {
        Self {
            after: requests,
            ..self
        }
    }

    /// Repeats the fault.
    pub fn times(self, times: u32) -> Self {
        Self { times, ..self }
    }

    /// The value of the response's `Retry-After` header, for [`Effect::Status`] only.
    pub fn retry_after(self, value: &str) -> Self {
        Self {
            retry_after: Some(value.to_owned()),
            ..self
        }
    }

    /// Checks that the fault can happen.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let matches = |operation: &&Operation| self.matches(operation.api(), &operation.name);
        let mut operations = operations().filter(matches).peekable();
        if operations.peek().is_none() {
            return Err(format!("unknown operation `{}`", self.operation));
        }
        if self.times == 0 {
            return Err("`times` must be at least 1".to_owned());
        }
        if matches!(self.effect, Effect::PageSize(_))
            && !operations.any(|operation| operation.per_page.is_some())
        {
            return Err("the operation is not paginated".to_owned());
        }
        if let Some(value) = &self.retry_after {
            if !matches!(self.effect, Effect::Status(_)) {
                return Err("`retry_after` requires the effect `status`".to_owned());
            }
            if HeaderValue::from_str(value).is_err() {
                return Err("invalid header value in `retry_after`".to_owned());
            }
        }
        self.effect.validate().map_err(str::to_owned)
    }

    fn matches(&self, api: &str, operation: &str) -> bool {
        self.operation == operation && self.api.as_ref().is_none_or(|own| own == api)
    }

    /// Counts a request for an operation, and takes one occurrence of the first fault that happens
    /// to it.
    pub(crate) fn take(faults: &mut Vec<Self>, api: &str, operation: &str) -> Option<Self> {
        let mut first = None;
        for (index, fault) in faults.iter_mut().enumerate() {
            if !fault.matches(api, operation) {
                continue;
            }
            if fault.after > 0 {
                fault.after -= 1;
            } else if first.is_none() {
                first = Some(index);
            }
        }
        let index = first?;
        let fault = faults[index].clone();
        faults[index].times -= 1;
        if faults[index].times == 0 {
            faults.remove(index);
        }
        Some(fault)
    }

    pub(crate) fn effect(&self) -> &Effect {
        &self.effect
    }

    /// The value of the response's `Retry-After` header.
    pub(crate) fn retry_after_header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(self.retry_after.as_deref()?).ok()
    }

    /// Reads a fault from the body of a control request.
    pub(crate) fn from_json(body: &Value) -> Result<Self, String> {
        let string = |key: &str| match body.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.as_str())),
            Some(_) => Err(format!("`{key}` must be a string")),
        };
        let count = |key: &str, default: u32| match body.get(key) {
            None => Ok(default),
            Some(count) => count
                .as_u64()
                .and_then(|count| u32::try_from(count).ok())
                .ok_or(format!("`{key}` must be an unsigned 32-bit integer")),
        };
        let effect = Effect::from_json(body)?;
        let fault = Self {
            api: string("api")?.map(str::to_owned),
            after: count("after", 0)?,
            times: count("times", 1)?,
            retry_after: match body.get("retry_after") {
                Some(Value::Number(seconds)) => Some(seconds.to_string()),
                _ => string("retry_after")?.map(str::to_owned),
            },
            ..Self::new(string("operation")?.ok_or("missing `operation`")?, effect)
        };
        fault.validate().map(|()| fault)
    }

    /// The fault as the control interface lists it.
    pub(crate) fn to_json(&self) -> Value {
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
