//! Payment requests. The documents show no states and no replies beyond the envelope of two calls: the rules of order
//! and the other replies are the sandbox's own choice.

use serde_json::{Value, json};

use super::{Call, Outcome, Refusal};
use crate::auth::Identity;
use crate::credentials::PaymentEnvironment;
use crate::state::World;
use crate::state::payment::{PaymentRequest, PaymentState};

/// Makes a request.
pub(super) fn create(world: &mut World, call: &mut Call) -> Outcome {
    let environment = environment(call)?;
    let version = call.parameter("apiVersion");
    if call.body.get("ApiVersion") != Some(version) {
        return Err(call.invalid(vec!["ApiVersion is not the version of the path".to_owned()]));
    }
    let key = call.body.get("ClientPubKey").and_then(Value::as_str);
    if key != Some(environment.credentials().public_key) {
        return Err(call.invalid(vec![
            "ClientPubKey is not the public key of this environment".to_owned(),
        ]));
    }
    positive_amount(call)?;
    made(world, call, environment, None)
}

/// Takes the order of a request, once.
pub(super) fn submit(world: &mut World, call: &mut Call) -> Outcome {
    version(call)?;
    positive_amount(call)?;
    let request = found(world, call, environment(call)?)?;
    if request.state != PaymentState::Created {
        return Err(call.invalid(vec!["the request has been submitted already".to_owned()]));
    }
    request.state = PaymentState::Submitted;
    accept(request, call)
}

/// Refunds a request, once.
pub(super) fn refund(world: &mut World, call: &mut Call) -> Outcome {
    version(call)?;
    let request = submitted(world, call)?;
    request.state = PaymentState::Refunded;
    accept(request, call)
}

/// Changes the data of a request.
pub(super) fn adjust(world: &mut World, call: &mut Call) -> Outcome {
    version(call)?;
    positive_amount(call)?;
    accept(submitted(world, call)?, call)
}

/// Makes a request that is linked to another. It is not submitted by that: `SubmitRequest` is due for it.
pub(super) fn addendum(world: &mut World, call: &mut Call) -> Outcome {
    version(call)?;
    positive_amount(call)?;
    let linked_to = submitted(world, call)?.uid.clone();
    made(world, call, environment(call)?, Some(linked_to))
}

fn made(
    world: &mut World,
    call: &Call,
    environment: PaymentEnvironment,
    linked_to: Option<String>,
) -> Outcome {
    let fields = call.body.as_object().cloned().unwrap_or_default();
    let number = world.number();
    let request = PaymentRequest::new(number, environment, linked_to, fields, call.now);
    let reply = json!({ "Success": true, "Payload": request.uid, "Message": "" });
    world.payments.push(request);
    Ok(reply.into())
}

fn accept(request: &mut PaymentRequest, call: &Call) -> Outcome {
    request
        .fields
        .extend(call.body.as_object().cloned().unwrap_or_default());
    Ok(json!({ "Success": true, "Payload": request.uid, "Message": "" }).into())
}

fn environment(call: &Call) -> Result<PaymentEnvironment, Refusal> {
    match call.identity {
        Identity::Payments(environment) => Ok(environment),
        _ => Err(Refusal::new(
            401,
            "these credentials are for no environment of the payments API",
        )),
    }
}

/// The sandbox knows the version of the documents only.
fn version(call: &Call) -> Result<(), Refusal> {
    match call.parameter("apiVersion").as_str() {
        Some("1.0") => Ok(()),
        _ => Err(Refusal::new(404, "there is no such version of the API")),
    }
}

fn positive_amount(call: &Call) -> Result<(), Refusal> {
    version(call)?;
    let positive = call
        .body
        .get("Amount")
        .and_then(Value::as_f64)
        .is_some_and(|amount| amount > 0.0);
    if positive {
        Ok(())
    } else {
        Err(call.invalid(vec!["Amount is not above zero".to_owned()]))
    }
}

fn found<'w>(
    world: &'w mut World,
    call: &Call,
    environment: PaymentEnvironment,
) -> Result<&'w mut PaymentRequest, Refusal> {
    let uid = call
        .body
        .get("RequestUid")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let mut requests = world.payments.iter_mut();
    let found = requests.find(|request| request.uid == uid && request.is_of(environment));
    found.ok_or_else(|| Refusal::new(404, "there is no request with this RequestUid"))
}

fn submitted<'w>(world: &'w mut World, call: &Call) -> Result<&'w mut PaymentRequest, Refusal> {
    let request = found(world, call, environment(call)?)?;
    match request.state {
        PaymentState::Submitted => Ok(request),
        PaymentState::Created => Err(call.invalid(vec!["SubmitRequest is due first".to_owned()])),
        PaymentState::Refunded => {
            Err(call.invalid(vec!["the request has been refunded".to_owned()]))
        }
    }
}
