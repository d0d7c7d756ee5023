//! Named snapshots.

use serde_json::{Value, json};

use super::route::{ControlRequest, ControlResult, Route};
use crate::response::json::JsonResponse;

pub(super) const ROUTES: &[Route] = &[
    Route::get("/snapshots", &["snapshots"], list),
    Route::post("/snapshots", &["save_snapshot"], save).with_keys(&["name"]),
    Route::post("/snapshots/{name}/restore", &["restore_snapshot"], restore),
    Route::delete("/snapshots/{name}", &["remove_snapshot"], remove),
];

fn list(request: &ControlRequest) -> ControlResult {
    let snapshots = request.control.snapshots();
    Ok(JsonResponse::ok(json!({ "snapshots": snapshots })))
}

fn save(request: &ControlRequest) -> ControlResult {
    let name = request.member("name").as_str();
    let name = name.ok_or("`name` must be a string")?;
    request.control.save_snapshot(name)?;
    Ok(empty())
}

fn restore(request: &ControlRequest) -> ControlResult {
    request.control.restore_snapshot(request.parameter(0))?;
    Ok(empty())
}

fn remove(request: &ControlRequest) -> ControlResult {
    request.control.remove_snapshot(request.parameter(0))?;
    Ok(empty())
}

fn empty() -> JsonResponse {
    JsonResponse::ok(Value::Object(Default::default()))
}
