//! The vendor API. Its replies are not shown: these are the least that makes sense, and the sandbox's own choice.

use serde_json::{Value, json};

use super::{Call, Outcome};
use crate::credentials::CREDENTIALS;
use crate::state::World;

/// Lists the venues that a vendor sells to.
pub(super) fn retailers(world: &mut World, _: &mut Call) -> Outcome {
    let retailer = |venue: &crate::state::venue::Venue| json!({ "id": venue.facts.id, "name": venue.facts.name, "license": venue.facts.license, "state": venue.facts.state });
    let retailers: Vec<Value> = world.venues.iter().map(retailer).collect();
    Ok(json!({ "code": 1, "retailers": retailers }).into())
}

/// Lists the vendors that the integrator works for.
pub(super) fn vendors(_: &mut World, _: &mut Call) -> Outcome {
    Ok(json!({
        "code": 1,
        "vendors": [{ "id": 71, "name": "Green Valley Supply", "active": true, "vendor_token": CREDENTIALS.vendor_token }],
    })
    .into())
}
