//! Payment requests, as the control handle returns them.

use std::collections::BTreeMap;

use api_wire::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

use super::amount::Amount;
use crate::credentials::PaymentEnvironment;
use crate::exact::exact_json;
use crate::state::State;
use crate::state::payment::{PaymentAppState, PaymentEvent, PaymentRequest, PaymentState};

/// A payment request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Payment {
    /// Its `RequestUid`, from the response that created it.
    pub request_uid: String,
    /// The environment of the credentials that created it.
    pub environment: PaymentEnvironment,
    /// What the last request has made of it.
    pub state: PaymentState,
    /// The `Amount` of the last request that had one.
    pub amount: Option<Amount>,
    /// For an addendum, the `RequestUid` of the original request.
    pub linked_to: Option<String>,
    /// The `RequestUid`s of its addenda.
    pub addenda: Vec<String>,
    /// The last action in the simulated payment app; `None` before it is opened.
    pub app: Option<PaymentAppState>,
    /// The fields of its requests, the last values winning. A value that is not a string is JSON.
    pub fields: BTreeMap<String, String>,
    /// The requests that have created and changed it.
    pub history: Vec<PaymentEntry>,
}

/// A request that has created or changed a payment request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PaymentEntry {
    /// The operation, as in `refund_request`.
    pub operation: String,
    /// Its time, by the clock of the sandbox.
    pub at: Timestamp,
    /// The `Amount` of the request, in the digits in which it was sent.
    pub amount: Option<Amount>,
    /// Its fields. A value that is not a string is JSON.
    pub fields: BTreeMap<String, String>,
}

impl Payment {
    pub(crate) fn new(state: &State, request: &PaymentRequest) -> Self {
        let addenda = state.payments.iter();
        let addenda = addenda.filter(|other| other.linked_to.as_ref() == Some(&request.uid));
        Self {
            request_uid: request.uid.clone(),
            environment: request.environment,
            state: request.state,
            amount: amount(&request.fields),
            linked_to: request.linked_to.clone(),
            addenda: addenda.map(|addendum| addendum.uid.clone()).collect(),
            app: request.app,
            fields: texts(&request.fields),
            history: request.history.iter().map(PaymentEntry::new).collect(),
        }
    }
}

impl PaymentEntry {
    fn new(event: &PaymentEvent) -> Self {
        Self {
            operation: event.operation.clone(),
            at: event.at.to_timestamp(),
            amount: amount(&event.fields),
            fields: texts(&event.fields),
        }
    }
}

fn amount(fields: &Map<String, Value>) -> Option<Amount> {
    Amount::parse(&text(fields.get("Amount")?))
}

fn texts(fields: &Map<String, Value>) -> BTreeMap<String, String> {
    let fields = fields.iter();
    fields
        .map(|(key, value)| (key.clone(), text(value)))
        .collect()
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => exact_json(value),
    }
}
