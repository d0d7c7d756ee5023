//! The simulated payment app. It is the sandbox's own choice: the documents describe no app.

use serde_json::{Value, json};

use crate::context::Context;
use crate::credentials::PaymentEnvironment;
use crate::exact::number_text;
use crate::response::Rejection;
use crate::response::json::JsonResponse;
use crate::state::payment::{PaymentAppState, PaymentRequest, PaymentState};

/// Whether an environment has a payment request.
pub(super) fn exists(context: &Context, environment: PaymentEnvironment, uid: &str) -> bool {
    context.state().payment(environment, uid).is_some()
}

/// Executes an action of the app, and returns the payment request; `None` for an unknown action.
pub(super) fn act(
    context: &Context,
    environment: PaymentEnvironment,
    uid: &str,
    action: &str,
) -> Option<JsonResponse> {
    let target = match action {
        "open" => PaymentAppState::Opened,
        "pay" => PaymentAppState::Paid,
        "decline" => PaymentAppState::Declined,
        "close" => PaymentAppState::Closed,
        _ => return None,
    };
    let result = context.transaction(|state| {
        let request = state
            .payment_mut(environment, uid)
            .ok_or_else(|| Rejection::new(404, "unknown RequestUid"))?;
        request
            .change_app_state(target)
            .map_err(|reason| Rejection::new(409, reason))?;
        Ok(to_json(request))
    });
    Some(match result {
        Ok(body) => JsonResponse::ok(body),
        Err(Rejection { status, messages }) => JsonResponse::error(status, &messages.join("; ")),
    })
}

fn to_json(request: &PaymentRequest) -> Value {
    let string = |key: &str| request.fields.get(key).and_then(Value::as_str);
    json!({
        "environment": request.environment,
        "request_uid": request.uid,
        // The documents name no currency.
        "amount": request.fields.get("Amount").and_then(number_text),
        "business": string("UserBusinessName"),
        "order_number": string("OrderNumber"),
        "order_description": string("OrderDescription"),
        "linked_to": request.linked_to,
        "is_refunded": request.state == PaymentState::Refunded,
        "app": request.app,
    })
}
