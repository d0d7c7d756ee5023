//! Orders and payment requests.

use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use super::overview::empty;
use super::route::{ControlRequest, ControlResult, Route};
use crate::control::Payment;
use crate::response::json::JsonResponse;
use crate::state::venue::status::OrderStatus;

/// The most steps of a script.
const MAX_STEPS: usize = 100;
/// The longest pause between two steps.
const MAX_PAUSE_MILLIS: u64 = 60_000;

pub(super) const ROUTES: &[Route] = &[
    Route::get("/orders", &["orders"], orders),
    Route::post("/orders/{id}/status", &["set_order_status"], set_status).with_keys(&["status"]),
    Route::post("/orders/{id}/script", &["run_order_script"], run_script)
        .with_keys(&["steps", "milliseconds"]),
    Route::get("/payments", &["payments"], payments),
];

fn orders(request: &ControlRequest) -> ControlResult {
    let orders = request.control.orders();
    Ok(JsonResponse::ok(json!({ "orders": orders })))
}

fn payments(request: &ControlRequest) -> ControlResult {
    let payments = request.control.payments();
    Ok(JsonResponse::ok(Payments { payments }))
}

/// A list that is serialized without a copy in between, which would round amounts.
#[derive(Serialize)]
struct Payments {
    payments: Vec<Payment>,
}

fn parse_status(value: &Value) -> Result<OrderStatus, String> {
    let status = value.as_str().and_then(OrderStatus::from_name);
    status.ok_or_else(|| {
        let names = OrderStatus::ALL.map(OrderStatus::name).join(", ");
        format!("expected a status, one of {names}")
    })
}

fn set_status(request: &ControlRequest) -> ControlResult {
    let order = request.id("order")?;
    let status = parse_status(request.member("status"))?;
    request.control.set_order_status(order, status)?;
    Ok(empty())
}

/// Runs the first step at once, which reports an unknown order, and the others in the background.
fn run_script(request: &ControlRequest) -> ControlResult {
    let order = request.id("order")?;
    let steps = request.member("steps").as_array();
    let steps = steps.ok_or("`steps` must be a list of statuses")?;
    let steps: Vec<OrderStatus> = steps.iter().map(parse_status).collect::<Result<_, _>>()?;
    let pause = match request.member("milliseconds") {
        Value::Null => Some(0),
        pause => pause.as_u64(),
    };
    let pause = pause.filter(|pause| *pause <= MAX_PAUSE_MILLIS);
    let pause = pause
        .ok_or_else(|| format!("`milliseconds` must be an integer up to {MAX_PAUSE_MILLIS}"))?;
    let pause = Duration::from_millis(pause);
    let [first, rest @ ..] = steps.as_slice() else {
        return Err("`steps` must not be empty".into());
    };
    if steps.len() > MAX_STEPS {
        return Err(format!("`steps` must have at most {MAX_STEPS} elements").into());
    }
    request.control.set_order_status(order, *first)?;
    let (control, rest) = (request.control.clone(), rest.to_vec());
    control.context().runtime.clone().spawn(async move {
        tokio::time::sleep(pause).await;
        // A reset may have removed the order.
        let _ = control.run_order_script(order, &rest, pause).await;
    });
    Ok(empty())
}
