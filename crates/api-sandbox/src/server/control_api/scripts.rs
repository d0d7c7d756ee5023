//! Scripts, and their progress.

use std::time::Duration;

use serde_json::{Value, json};

use super::next::parse_timeout;
use super::route::{ControlFuture, ControlRequest, ControlResult, Failure, Route};
use crate::control::{Step, parse_pause, parse_status};
use crate::response::json::JsonResponse;

/// The most steps of a script.
const MAX_STEPS: usize = 100;

pub(super) const ROUTES: &[Route] = &[
    Route::post("/script", &["run_script"], run_steps).with_keys(KEYS),
    Route::post("/orders/{id}/script", &["run_order_script"], run_statuses).with_keys(KEYS),
    Route::wait("/scripts/{number}", &["run_script"], find).with_parameters(&["timeout_seconds"]),
];

const KEYS: &[&str] = &["steps", "pause_milliseconds"];

/// Runs steps of any kind.
fn run_steps(request: &ControlRequest) -> ControlResult {
    run(request, Step::from_json)
}

/// Changes the status of one order several times.
fn run_statuses(request: &ControlRequest) -> ControlResult {
    let order = request.id("order")?;
    run(request, |step| {
        let status = parse_status(step)?;
        Ok(Step::OrderStatus { order, status })
    })
}

/// Runs the steps before the first pause at once, which reports their errors, and the others in the
/// background.
fn run(
    request: &ControlRequest,
    parse: impl Fn(&Value) -> Result<Step, String>,
) -> Result<JsonResponse, Failure> {
    let steps = request.member("steps").as_array();
    let steps = steps.ok_or("`steps` must be a list")?;
    if steps.is_empty() {
        return Err("`steps` must not be empty".into());
    }
    if steps.len() > MAX_STEPS {
        return Err(format!("`steps` must have at most {MAX_STEPS} elements").into());
    }
    let pause = match request.member("pause_milliseconds") {
        Value::Null => None,
        pause => Some(parse_pause(pause)?),
    };
    let parse = |(index, step)| {
        let step = parse(step);
        step.map_err(|error| format!("steps[{index}]: {error}"))
    };
    let steps: Result<_, String> = steps.iter().enumerate().map(parse).collect();
    let (script, ids) = request.control.start_script(steps?, pause)?;
    Ok(JsonResponse::ok(json!({ "script": script, "ids": ids })))
}

/// Waits for the end of a script if there is a time limit.
fn find(request: &ControlRequest) -> ControlFuture<'_> {
    Box::pin(async {
        let timeout = parse_timeout(request)?.unwrap_or(Duration::ZERO);
        let control = request.control.with_timeout(timeout);
        let script = control.script(request.id("script")?).await;
        let script = script.ok_or_else(|| Failure::not_found("no script has this number"))?;
        Ok(JsonResponse::ok(script))
    })
}
