//! Actions in a shop.

use serde_json::json;

use super::route::{ControlRequest, ControlResult, Route};
use crate::response::json::JsonResponse;
use crate::shop::ShopAction;

pub(super) const ROUTES: &[Route] =
    &[Route::post("/venues/{id}/actions", &["shop"], perform).with_any_body()];

fn perform(request: &ControlRequest) -> ControlResult {
    let venue = request.id("venue")?;
    let action = ShopAction::from_json(request.body.clone())?;
    let id = request.control.shop(venue).perform(&action)?;
    Ok(JsonResponse::ok(json!({ "id": id })))
}
