//! Faults.

use serde_json::json;

use super::overview::empty;
use super::route::{ControlRequest, ControlResult, Route};
use crate::exact::Exact;
use crate::faults::{Fault, InjectedFault};
use crate::response::json::JsonResponse;

pub(super) const ROUTES: &[Route] = &[
    Route::get("/faults", &["faults"], |request| {
        Ok(list(&request.control.faults()))
    }),
    Route::get(
        "/faults/unused",
        &["unused_faults", "verify_faults"],
        |request| Ok(list(&request.control.unused_faults())),
    ),
    Route::post("/faults", &["inject"], inject).with_any_body(),
    Route::delete("/faults", &["clear_faults"], clear),
    Route::delete("/faults/{id}", &["remove_fault"], remove),
];

fn list(faults: &[InjectedFault]) -> JsonResponse {
    let faults: Vec<_> = faults.iter().map(InjectedFault::to_json).collect();
    JsonResponse::ok(Exact(&json!({ "faults": faults })))
}

fn inject(request: &ControlRequest) -> ControlResult {
    let fault = Fault::from_json(&request.body)?;
    let id = request.control.inject(fault)?;
    Ok(JsonResponse::ok(json!({ "id": id })))
}

fn clear(request: &ControlRequest) -> ControlResult {
    request.control.clear_faults();
    Ok(empty())
}

fn remove(request: &ControlRequest) -> ControlResult {
    request.control.remove_fault(request.id("fault")?)?;
    Ok(empty())
}
