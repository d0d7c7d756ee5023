//! A fault of an operation.

use std::fmt;

use http::HeaderValue;
use serde::{Deserialize, Serialize};

use super::{Effect, FaultRequest};
use crate::openapi::Operation;

/// A fault of an operation, injected by [`Control::inject`](crate::Control::inject).
///
/// ```
/// use api_sandbox::{Effect, Fault};
///
/// // The order is created, but the client gets no response.
/// let fault = Fault::new("create_incoming_order", Effect::DropAfter).for_api("pos-v3").times(2);
/// // The third page is throttled.
/// let fault = Fault::new("list_customers", Effect::Status(429)).after(2).retry_after("1");
/// // One order of one venue fails twice, each time in another way.
/// let effects = [Effect::Status(500), Effect::DropBefore];
/// let fault = Fault::sequence("create_incoming_order", effects)
///     .for_venue(12)
///     .for_reference("WEB-1");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    pub(super) operation: String,
    pub(super) api: Option<String>,
    pub(super) venue: Option<i64>,
    pub(super) reference: Option<String>,
    #[serde(default)]
    pub(super) after: u32,
    #[serde(default = "once")]
    pub(super) times: u32,
    pub(super) effects: Vec<Effect>,
    pub(super) retry_after: Option<String>,
}

fn once() -> u32 {
    1
}

impl Fault {
    /// A fault that happens once, at the next request for the operation in any API.
    pub fn new(operation: &str, effect: Effect) -> Self {
        Self::sequence(operation, [effect])
    }

    /// A fault with another effect at each request. [`Effect::Pass`] is a request without a fault.
    ///
    /// ```
    /// use api_sandbox::{Effect, Fault};
    ///
    /// let effects = [Effect::Status(503), Effect::Pass, Effect::Status(429)];
    /// let fault = Fault::sequence("list_customers", effects);
    /// ```
    pub fn sequence(operation: &str, effects: impl IntoIterator<Item = Effect>) -> Self {
        Self {
            operation: operation.to_owned(),
            api: None,
            venue: None,
            reference: None,
            after: 0,
            times: 1,
            effects: effects.into_iter().collect(),
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

    /// Restricts the fault to requests with valid credentials of one venue.
    pub fn for_venue(self, venue: i64) -> Self {
        Self {
            venue: Some(venue),
            ..self
        }
    }

    /// Restricts the fault to requests with this reference: an id in the path, or `reference_no` or
    /// `RequestUid` in the body.
    pub fn for_reference(self, reference: &str) -> Self {
        Self {
            reference: Some(reference.to_owned()),
            ..self
        }
    }

    /// Skips a number of matching requests.
    pub fn after(self, requests: u32) -> Self {
        Self {
            after: requests,
            ..self
        }
    }

    /// Repeats the fault, or its sequence of effects.
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

    /// Whether it is a fault of the request's operation.
    pub(super) fn is_for_operation(&self, operation: &Operation) -> bool {
        let api = self.api.as_deref();
        self.operation == operation.name && api.is_none_or(|api| api == operation.api())
    }

    /// Checks venue and reference of a request for the operation. The error is the first
    /// difference.
    pub(super) fn check(&self, request: &FaultRequest<'_>) -> Result<(), String> {
        if let Some(venue) = self.venue {
            match (request.venue)() {
                Some(other) if other == venue => {}
                Some(other) => return Err(format!("expected venue {venue}, found {other}")),
                None => return Err(format!("expected credentials of venue {venue}")),
            }
        }
        if let Some(reference) = &self.reference {
            let references = request.references();
            if !references.contains(reference) {
                let found = match references.as_slice() {
                    [] => "no reference".to_owned(),
                    references => format!("`{}`", references.join("`, `")),
                };
                return Err(format!("expected reference `{reference}`, found {found}"));
            }
        }
        Ok(())
    }

    /// How many times it happens.
    pub(super) fn occurrences(&self) -> u32 {
        let effects = u32::try_from(self.effects.len()).unwrap_or(u32::MAX);
        self.times.saturating_mul(effects)
    }

    /// The fault with the effect of one occurrence only.
    pub(super) fn occurrence(&self, index: u32) -> Self {
        let effect = self.effects.get(index as usize % self.effects.len().max(1));
        Self {
            effects: effect.into_iter().cloned().collect(),
            ..self.clone()
        }
    }

    /// The effect of its first occurrence.
    pub(crate) fn effect(&self) -> &Effect {
        self.effects.first().unwrap_or(&Effect::Pass)
    }

    /// The value of the response's `Retry-After` header.
    pub(crate) fn retry_after_header(&self) -> Option<HeaderValue> {
        if !matches!(self.effect(), Effect::Status(_)) {
            return None;
        }
        HeaderValue::from_str(self.retry_after.as_deref()?).ok()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.operation)?;
        if let Some(api) = &self.api {
            write!(f, " of {api}")?;
        }
        if let Some(venue) = self.venue {
            write!(f, " at venue {venue}")?;
        }
        if let Some(reference) = &self.reference {
            write!(f, " for `{reference}`")?;
        }
        if self.after > 0 {
            write!(f, " after {}", self.after)?;
        }
        for (index, effect) in self.effects.iter().enumerate() {
            write!(f, "{}{effect}", if index == 0 { ": " } else { ", " })?;
        }
        Ok(())
    }
}
