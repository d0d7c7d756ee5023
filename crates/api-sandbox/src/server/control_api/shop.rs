//! Actions in a shop, and scripts.

use serde_json::{Value, json};

use super::overview::empty;
use super::route::{ControlRequest, ControlResult, Route};
use crate::control::{Step, parse_pause, parse_status};
use crate::response::json::JsonResponse;
use crate::shop::ShopAction;

/// The most steps of a script.
const MAX_STEPS: usize = 100;

pub(super) const ROUTES: &[Route] = &[
    Route::post("/venues/{id}/actions", &["shop"], perform).with_any_body(),
    Route::post("/script", &["run_script"], run_steps).with_keys(&["steps", "milliseconds"]),
    Route::post("/orders/{id}/script", &["run_order_script"], run_statuses)
        .with_keys(&["steps", "milliseconds"]),
];

fn perform(request: &ControlRequest) -> ControlResult {
    let venue = request.id("venue")?;
    let action = ShopAction::from_json(request.body.clone())?;
    let id = request.control.shop(venue).perform(&action)?;
    Ok(JsonResponse::ok(json!({ "id": id })))
}

/// Runs steps of any kind, and returns the ids of the records that the first ones change.
fn run_steps(request: &ControlRequest) -> ControlResult {
    let ids = run(request, Step::from_json)?;
    Ok(JsonResponse::ok(json!({ "ids": ids })))
}

/// Changes the status of one order several times.
fn run_statuses(request: &ControlRequest) -> ControlResult {
    let order = request.id("order")?;
    run(request, |step| {
        let status = parse_status(step)?;
        Ok(Step::OrderStatus { order, status })
    })?;
    Ok(empty())
}

/// Runs the steps before the first pause at once, which reports their errors, and the others in the
/// background.
fn run(
    request: &ControlRequest,
    parse: impl Fn(&Value) -> Result<Step, String>,
) -> Result<Vec<Option<i64>>, super::route::Failure> {
    let steps = request.member("steps").as_array();
    let steps = steps.ok_or("`steps` must be a list")?;
    if steps.is_empty() {
        return Err("`steps` must not be empty".into());
    }
    if steps.len() > MAX_STEPS {
        return Err(format!("`steps` must have at most {MAX_STEPS} elements").into());
    }
    let pause = match request.member("milliseconds") {
        Value::Null => None,
        pause => Some(parse_pause("milliseconds", pause)?),
    };
    let mut parsed = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        parsed.push(parse(step).map_err(|error| format!("steps[{index}]: {error}"))?);
        parsed.extend(pause.map(Step::Pause));
    }
    let (ids, rest) = request.control.start_script(&parsed)?;
    if !rest.is_empty() {
        let (control, rest) = (request.control.clone(), rest.to_vec());
        control.context().runtime.clone().spawn(async move {
            // A reset may have removed the records.
            let _ = control.run_script(&rest).await;
        });
    }
    Ok(ids)
}
