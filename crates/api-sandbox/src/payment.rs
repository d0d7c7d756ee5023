//! Payment requests.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::credentials::PaymentEnvironment;
use crate::moment::Moment;

/// A payment request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PaymentRequest {
    pub(crate) uid: String,
    environment: String,
    pub(crate) state: PaymentState,
    /// The request that this one adds an amount to.
    pub(crate) linked_to: Option<String>,
    /// What the last call about it gave.
    pub(crate) fields: Map<String, Value>,
    created_at: Moment,
}

/// How far a request has come. The documents show no states: these are the sandbox's own choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PaymentState {
    /// `CreateRequest` or `AddendumRequest` made it; `SubmitRequest` is due.
    Created,
    /// `SubmitRequest` gave its order.
    Submitted,
    /// `RefundRequest` refunded it.
    Refunded,
}

impl PaymentRequest {
    pub(crate) fn new(
        number: i64,
        environment: PaymentEnvironment,
        linked_to: Option<String>,
        fields: Map<String, Value>,
        now: Moment,
    ) -> Self {
        Self {
            uid: format!("{}-{number:08}-request", environment.name()),
            environment: environment.name().to_owned(),
            state: PaymentState::Created,
            linked_to,
            fields,
            created_at: now,
        }
    }

    pub(crate) fn is_of(&self, environment: PaymentEnvironment) -> bool {
        self.environment == environment.name()
    }
}
