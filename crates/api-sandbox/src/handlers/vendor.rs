//! The vendor API. Its responses are not documented: minimal ones, the sandbox's own choice.

use serde_json::{Value, json};

use super::{Call, HandlerResult};
use crate::credentials::CREDENTIALS;
use crate::state::State;

/// Lists the venues that a vendor supplies.
pub(super) fn retailers(state: &mut State, _: &mut Call) -> HandlerResult {
    let retailer = |venue: &crate::state::venue::Venue| json!({ "id": venue.profile.id, "name": venue.profile.name, "license": venue.profile.license, "state": venue.profile.state });
    let retailers: Vec<Value> = state.venues.iter().map(retailer).collect();
    Ok(json!({ "code": 1, "retailers": retailers }).into())
}

/// Lists the vendors of the integrator.
pub(super) fn vendors(_: &mut State, _: &mut Call) -> HandlerResult {
    Ok(json!({
        "code": 1,
        "vendors": [{ "id": 71, "name": "Green Valley Supply", "active": true, "vendor_token": CREDENTIALS.vendor_token }],
    })
    .into())
}
