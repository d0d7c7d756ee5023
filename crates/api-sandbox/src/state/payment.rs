//! Payment requests.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::credentials::PaymentEnvironment;
use crate::state::table::Record;
use crate::state::time::Time;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PaymentRequest {
    pub(crate) id: i64,
    pub(crate) uid: String,
    pub(crate) environment: PaymentEnvironment,
    pub(crate) state: PaymentState,
    /// For an addendum, the `RequestUid` of the original request.
    pub(crate) linked_to: Option<String>,
    /// The state in the payment app; `None` before it is opened.
    pub(crate) app: Option<PaymentAppState>,
    /// The fields of its requests, the last values winning.
    pub(crate) fields: Map<String, Value>,
    /// The requests that have created and changed it.
    #[serde(default)]
    pub(crate) history: Vec<PaymentEvent>,
    created_at: Time,
}

/// A request that has created or changed a payment request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PaymentEvent {
    pub(crate) operation: String,
    pub(crate) at: Time,
    pub(crate) fields: Map<String, Value>,
}

/// The state of a payment request. The documents describe no states: these are the sandbox's own
/// choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PaymentState {
    /// Created by `CreateRequest` or `AddendumRequest`, not yet submitted.
    Created,
    /// Submitted by `SubmitRequest`.
    Submitted,
    /// Refunded by `RefundRequest`.
    Refunded,
}

/// The state of a payment request in the simulated payment app. The documents describe no states:
/// these are the sandbox's own choice, and no operation requires one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PaymentAppState {
    /// The buyer looks at the app.
    Opened,
    /// The buyer has paid. This state is final.
    Paid,
    /// The payment was declined. The buyer may still pay.
    Declined,
    /// The app was closed before payment or decline.
    Closed,
}

impl Record for PaymentRequest {
    fn id(&self) -> i64 {
        self.id
    }
}

impl PaymentRequest {
    pub(crate) fn new(
        id: i64,
        environment: PaymentEnvironment,
        linked_to: Option<String>,
        fields: Map<String, Value>,
        now: Time,
    ) -> Self {
        let operation = match linked_to {
            None => "create_request",
            Some(_) => "addendum_request",
        };
        let mut request = Self {
            id,
            uid: format!("{}-{id:08}-request", environment.name()),
            environment,
            state: PaymentState::Created,
            linked_to,
            app: None,
            fields: Map::new(),
            history: Vec::new(),
            created_at: now,
        };
        request.update(operation, fields, now);
        request
    }

    /// Sets the fields of a request.
    pub(crate) fn update(&mut self, operation: &str, fields: Map<String, Value>, now: Time) {
        self.fields.extend(fields.clone());
        self.history.push(PaymentEvent {
            operation: operation.to_owned(),
            at: now,
            fields,
        });
    }

    /// The id of a `RequestUid`.
    pub(crate) fn parse_uid(uid: &str) -> Option<i64> {
        let (_, id) = uid.strip_suffix("-request")?.rsplit_once('-')?;
        id.parse().ok()
    }

    /// Changes the state in the payment app, if the transition is allowed.
    pub(crate) fn change_app_state(&mut self, next: PaymentAppState) -> Result<(), &'static str> {
        use PaymentAppState::{Closed, Declined, Opened, Paid};
        match (self.app, next) {
            (Some(Paid), Paid | Declined) => Err("the request is already paid"),
            (_, Paid | Declined) if self.state == PaymentState::Refunded => {
                Err("the request has been refunded")
            }
            (Some(Paid), Opened | Closed) | (Some(Declined), Closed) => Ok(()),
            (_, next) => {
                self.app = Some(next);
                Ok(())
            }
        }
    }
}
