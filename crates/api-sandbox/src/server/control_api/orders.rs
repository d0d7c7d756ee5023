//! Orders and payment requests.

use serde::Serialize;
use serde_json::json;

use super::overview::empty;
use super::route::{ControlRequest, ControlResult, Route};
use crate::control::{Payment, parse_status};
use crate::response::json::JsonResponse;

pub(super) const ROUTES: &[Route] = &[
    Route::get("/orders", &["orders"], orders),
    Route::post("/orders/{id}/status", &["set_order_status"], set_status).with_keys(&["status"]),
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

fn set_status(request: &ControlRequest) -> ControlResult {
    let order = request.id("order")?;
    let status = parse_status(request.member("status"))?;
    request.control.set_order_status(order, status)?;
    Ok(empty())
}
