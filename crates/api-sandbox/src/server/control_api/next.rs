//! Waits for the next order, payment request, request or callback.

use std::time::Duration;

use serde::Serialize;

use super::route::{ControlFuture, ControlRequest, ControlResult, Failure, Route};
use crate::control::{Control, ControlError};
use crate::response::json::JsonResponse;

/// The longest time limit. The client's own is usually shorter.
const MAX_SECONDS: f64 = 60.0;

pub(super) const ROUTES: &[Route] = &[
    Route::wait(
        "/orders/next",
        &["next_order", "with_timeout", "with_cursor"],
        order,
    ),
    Route::wait("/payments/next", &["next_payment"], payment),
    Route::wait("/requests/next/{operation}", &["next_request"], recorded),
    Route::wait("/callbacks/next", &["next_callback"], callback),
];

fn order(request: &ControlRequest) -> ControlFuture<'_> {
    Box::pin(async { respond(handle(request)?.next_order().await) })
}

fn payment(request: &ControlRequest) -> ControlFuture<'_> {
    Box::pin(async { respond(handle(request)?.next_payment().await) })
}

fn recorded(request: &ControlRequest) -> ControlFuture<'_> {
    Box::pin(async { respond(handle(request)?.next_request(request.parameter(0)).await) })
}

fn callback(request: &ControlRequest) -> ControlFuture<'_> {
    Box::pin(async { respond(handle(request)?.next_callback().await) })
}

/// The handle with the cursor and the time limit of the query.
fn handle(request: &ControlRequest) -> Result<Control, Failure> {
    let mut control = request.control.clone();
    if let Some(cursor) = request.query("cursor") {
        control = control.with_cursor(cursor);
    }
    if let Some(timeout) = parse_timeout(request)? {
        control = control.with_timeout(timeout);
    }
    Ok(control)
}

/// The time limit of the query.
pub(super) fn parse_timeout(request: &ControlRequest) -> Result<Option<Duration>, Failure> {
    let Some(seconds) = request.query("timeout_seconds") else {
        return Ok(None);
    };
    let seconds = seconds.parse().ok();
    let seconds = seconds.filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
    let seconds = seconds.ok_or_else(|| format!("`timeout_seconds` must be 0 to {MAX_SECONDS}"))?;
    Ok(Some(Duration::from_secs_f64(seconds)))
}

fn respond(next: Result<impl Serialize, ControlError>) -> ControlResult {
    Ok(JsonResponse::ok(next?))
}
