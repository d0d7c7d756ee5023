//! What the stand-in of the payment app asks for and does. It is the sandbox's own choice: the documents show no app.

use serde_json::{Value, json};

use crate::context::Shared;
use crate::credentials::PaymentEnvironment;
use crate::response::json::Reply;
use crate::state::World;
use crate::state::lock::locked;
use crate::state::payment::{PaymentAppState, PaymentRequest, PaymentState};

/// Whether an environment has a request.
pub(super) fn knows(shared: &Shared, environment: PaymentEnvironment, uid: &str) -> bool {
    find(&mut locked(&shared.world), environment, uid).is_some()
}

/// Does what the app asks for, and gives the request as it shows it; `None` if there is no such thing to do.
pub(super) fn step(
    shared: &Shared,
    environment: PaymentEnvironment,
    uid: &str,
    step: &str,
) -> Option<Reply> {
    let step = match step {
        "open" => PaymentAppState::Opened,
        "pay" => PaymentAppState::Paid,
        "decline" => PaymentAppState::Declined,
        "close" => PaymentAppState::Closed,
        _ => return None,
    };
    let mut world = locked(&shared.world);
    let Some(request) = find(&mut world, environment, uid) else {
        return Some(unknown());
    };
    if let Err(reason) = request.take(step) {
        return Some(Reply::plain(409, reason));
    }
    let shown = shown(request);
    Some(match world.save() {
        Ok(()) => Reply::ok(shown),
        Err(error) => Reply::plain(500, &format!("the data file: {}", error.kind())),
    })
}

fn unknown() -> Reply {
    Reply::plain(404, "there is no request with this RequestUid")
}

fn find<'w>(
    world: &'w mut World,
    environment: PaymentEnvironment,
    uid: &str,
) -> Option<&'w mut PaymentRequest> {
    let mut requests = world.payments.iter_mut();
    requests.find(|request| request.uid == uid && request.is_of(environment))
}

fn shown(request: &PaymentRequest) -> Value {
    let text = |key: &str| request.fields.get(key).and_then(Value::as_str);
    json!({
        "environment": request.environment(),
        "request_uid": request.uid,
        // The documents name no currency.
        "amount": request.fields.get("Amount").map(Value::to_string),
        "business": text("UserBusinessName"),
        "order_number": text("OrderNumber"),
        "order_description": text("OrderDescription"),
        "linked_to": request.linked_to,
        "is_refunded": request.state == PaymentState::Refunded,
        "app": request.app,
    })
}
