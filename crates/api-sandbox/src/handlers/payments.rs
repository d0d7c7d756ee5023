//! Payment requests. The documents describe no states, and only two of the responses: the order of
//! calls and the other responses are the sandbox's own choice.

use serde_json::{Value, json};

use super::{Call, HandlerResult};
use crate::auth::Identity;
use crate::credentials::PaymentEnvironment;
use crate::exact::decimal;
use crate::response::Rejection;
use crate::state::State;
use crate::state::payment::{PaymentRequest, PaymentState};

/// Creates a payment request.
pub(super) fn create(state: &mut State, call: &mut Call) -> HandlerResult {
    let environment = environment(call)?;
    let version = call.parameter("apiVersion");
    if call.body.get("ApiVersion") != Some(version) {
        return Err(call.invalid(vec![
            "ApiVersion must be the version of the path".to_owned(),
        ]));
    }
    let key = call.body.get("ClientPubKey").and_then(Value::as_str);
    if key != Some(environment.credentials().public_key) {
        return Err(call.invalid(vec![
            "ClientPubKey must be the public key of this environment".to_owned(),
        ]));
    }
    let email = call.body.get("UserEmail").and_then(Value::as_str);
    if email.is_some_and(|email| email.trim().is_empty()) {
        return Err(call.invalid(vec!["UserEmail must not be blank".to_owned()]));
    }
    check_amount(call)?;
    create_request(state, call, environment, None)
}

/// Submits the order of a payment request, once.
pub(super) fn submit(state: &mut State, call: &mut Call) -> HandlerResult {
    check_amount(call)?;
    let request = find(state, call, environment(call)?)?;
    if request.state != PaymentState::Created {
        return Err(call.invalid(vec!["the request is already submitted".to_owned()]));
    }
    request.state = PaymentState::Submitted;
    update(request, call)
}

/// Refunds a payment request, once.
pub(super) fn refund(state: &mut State, call: &mut Call) -> HandlerResult {
    check_version(call)?;
    let request = find_submitted(state, call)?;
    request.state = PaymentState::Refunded;
    update(request, call)
}

/// Adjusts a payment request.
pub(super) fn adjust(state: &mut State, call: &mut Call) -> HandlerResult {
    check_amount(call)?;
    update(find_submitted(state, call)?, call)
}

/// Creates a payment request that is linked to another. It has to be submitted separately.
pub(super) fn addendum(state: &mut State, call: &mut Call) -> HandlerResult {
    check_amount(call)?;
    let linked_to = find_submitted(state, call)?.uid.clone();
    create_request(state, call, environment(call)?, Some(linked_to))
}

fn create_request(
    state: &mut State,
    call: &Call,
    environment: PaymentEnvironment,
    linked_to: Option<String>,
) -> HandlerResult {
    let fields = call.body.as_object().cloned().unwrap_or_default();
    let id = state.next_id();
    let request = PaymentRequest::new(id, environment, linked_to, fields, call.now);
    let response = json!({ "Success": true, "Payload": request.uid, "Message": "" });
    state.payments.insert(request);
    Ok(response.into())
}

fn update(request: &mut PaymentRequest, call: &Call) -> HandlerResult {
    let fields = call.body.as_object().cloned().unwrap_or_default();
    request.update(&call.operation.name, fields, call.now);
    Ok(json!({ "Success": true, "Payload": request.uid, "Message": "" }).into())
}

fn environment(call: &Call) -> Result<PaymentEnvironment, Rejection> {
    match call.identity {
        Identity::Payments(environment) => Ok(environment),
        _ => Err(Rejection::new(
            401,
            "these credentials are not scoped to an environment of the payments API",
        )),
    }
}

/// The documents describe one version only.
fn check_version(call: &Call) -> Result<(), Rejection> {
    match call.parameter("apiVersion").as_str() {
        Some("1.0") => Ok(()),
        _ => Err(Rejection::new(404, "unknown version of the API")),
    }
}

/// Checks the version as well. The documents have no bounds of amounts: these are the sandbox's own
/// choice.
fn check_amount(call: &Call) -> Result<(), Rejection> {
    check_version(call)?;
    let amount = call.body.get("Amount").and_then(decimal);
    if amount.is_some_and(|amount| amount.is_payable()) {
        return Ok(());
    }
    let message = "Amount must be at least 0.01, with an integer part of 64 bits";
    Err(call.invalid(vec![message.to_owned()]))
}

fn find<'s>(
    state: &'s mut State,
    call: &Call,
    environment: PaymentEnvironment,
) -> Result<&'s mut PaymentRequest, Rejection> {
    let uid = call
        .body
        .get("RequestUid")
        .and_then(Value::as_str)
        .unwrap_or_default();
    state
        .payment_mut(environment, uid)
        .ok_or_else(|| Rejection::new(404, "unknown RequestUid"))
}

fn find_submitted<'s>(
    state: &'s mut State,
    call: &Call,
) -> Result<&'s mut PaymentRequest, Rejection> {
    let request = find(state, call, environment(call)?)?;
    match request.state {
        PaymentState::Submitted => Ok(request),
        PaymentState::Created => {
            Err(call.invalid(vec!["the request is not yet submitted".to_owned()]))
        }
        PaymentState::Refunded => {
            Err(call.invalid(vec!["the request has been refunded".to_owned()]))
        }
    }
}
