//! Recorded requests, and callbacks.

use serde::Serialize;
use serde_json::json;

use super::overview::empty;
use super::route::{ControlRequest, ControlResult, Failure, Route};
use crate::faults::ExactResponse;
use crate::response::json::JsonResponse;
use crate::state::recorded_body::RecordedBody;
use crate::state::request_log::RecordedRequest;

pub(super) const ROUTES: &[Route] = &[
    Route::get("/requests", &["requests"], requests).with_parameters(&["after"]),
    Route::get("/requests/{number}", &["requests"], |request| {
        Ok(JsonResponse::ok(find(request)?))
    }),
    Route::get("/requests/{number}/body", &["requests"], |request| {
        Ok(exact(&find(request)?.body))
    }),
    Route::get(
        "/requests/{number}/response_body",
        &["requests"],
        |request| Ok(exact(&find(request)?.response_body)),
    ),
    Route::get("/callbacks", &["callbacks"], callbacks),
    Route::post(
        "/callbacks/{number}/resend",
        &["resend_callback"],
        resend_callback,
    ),
];

/// A list that is serialized without a copy in between, which would round numbers of bodies.
#[derive(Serialize)]
struct Requests {
    requests: Vec<RecordedRequest>,
}

fn requests(request: &ControlRequest) -> ControlResult {
    let mut requests = request.control.requests();
    if let Some(after) = request.query("after") {
        let after: u64 = after
            .parse()
            .map_err(|_| "`after` must be the number of a request")?;
        requests.retain(|request| request.number > after);
    }
    Ok(JsonResponse::ok(Requests { requests }))
}

fn find(request: &ControlRequest) -> Result<RecordedRequest, Failure> {
    let number: u64 = request.id("recorded request")?;
    let mut requests = request.control.requests().into_iter();
    let found = requests.find(|request| request.number == number);
    found.ok_or_else(|| Failure::not_found("no recorded request has this number"))
}

/// Exactly the recorded bytes. A browser must not render them.
fn exact(body: &RecordedBody) -> JsonResponse {
    let content_type = if body.raw().is_some() {
        "application/json"
    } else {
        "application/octet-stream"
    };
    let response = ExactResponse::new(200)
        .header("Content-Type", content_type)
        .header("X-Content-Type-Options", "nosniff")
        .body(body.bytes());
    let mut response = JsonResponse::exact(&response);
    response.errors.clear();
    response
}

fn callbacks(request: &ControlRequest) -> ControlResult {
    let callbacks = request.control.callbacks();
    Ok(JsonResponse::ok(json!({ "callbacks": callbacks })))
}

fn resend_callback(request: &ControlRequest) -> ControlResult {
    request.control.resend_callback(request.id("callback")?)?;
    Ok(empty())
}
