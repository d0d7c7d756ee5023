//! Payment requests.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::credentials::PaymentEnvironment;
use crate::state::time::Moment;

/// A payment request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PaymentRequest {
    pub(crate) uid: String,
    environment: String,
    pub(crate) state: PaymentState,
    /// The request that this one adds an amount to.
    pub(crate) linked_to: Option<String>,
    /// What the payment app did to it; none before it was opened.
    pub(crate) app: Option<PaymentAppState>,
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

/// What the stand-in of the payment app did to a request. The documents show no states: these are the sandbox's own
/// choice, and no operation asks for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PaymentAppState {
    /// It shows the request.
    Opened,
    /// It paid the request. That stays so, whatever it does later.
    Paid,
    /// It declined the request, which may be paid still.
    Declined,
    /// It was closed without either.
    Closed,
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
            app: None,
            fields,
            created_at: now,
        }
    }

    pub(crate) fn environment(&self) -> &str {
        &self.environment
    }

    pub(crate) fn is_of(&self, environment: PaymentEnvironment) -> bool {
        self.environment == environment.name()
    }

    /// Takes what the payment app does; the error says why it cannot.
    pub(crate) fn take(&mut self, step: PaymentAppState) -> Result<(), &'static str> {
        use PaymentAppState::{Closed, Declined, Opened, Paid};
        match (self.app, step) {
            (Some(Paid), Paid | Declined) => Err("the request has been paid already"),
            (_, Paid | Declined) if self.state == PaymentState::Refunded => {
                Err("the request has been refunded")
            }
            (Some(Paid), Opened | Closed) | (Some(Declined), Closed) => Ok(()),
            (_, step) => {
                self.app = Some(step);
                Ok(())
            }
        }
    }
}
