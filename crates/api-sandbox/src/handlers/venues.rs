//! Venues.

use serde_json::{Value, json};

use super::{Call, HandlerResult};
use crate::credentials::CREDENTIALS;
use crate::records::Records;
use crate::state::State;
use crate::state::time::Time;

/// Lists the venues of the integrator, with their tokens.
pub(super) fn list(state: &mut State, call: &mut Call) -> HandlerResult {
    let today = call.now.date(&jiff::tz::TimeZone::UTC);
    let year_ago = call
        .now
        .add_millis(-Time::DAY_MILLIS * 365)
        .date(&jiff::tz::TimeZone::UTC);
    let to_json = |name: &str, token: &str, active: bool| {
        json!({
            "venue_name": name,
            "active": active,
            "venue_token": token,
            "first_connected_date": year_ago.to_string(),
            "last_connected_date": if active { today } else { year_ago }.to_string(),
        })
    };
    let mut venues: Vec<Value> = state
        .venues
        .iter()
        .map(|venue| to_json(&venue.profile.name, &venue.profile.access.venue_token, true))
        .collect();
    venues.push(to_json(
        "Old Town Goods",
        CREDENTIALS.disconnected_venue_token,
        false,
    ));
    Ok(json!({ "code": 1, "venues": venues }).into())
}

/// Gets the information about a venue. Version 3 does not document its response: it is that of
/// version 2. Version 1 has a code as well.
pub(super) fn info(state: &mut State, call: &mut Call) -> HandlerResult {
    let api = call.operation.api();
    let mut info = Records::new(call.venue(state)?, api).venue_info();
    if api == "pos-v1" {
        info["code"] = 1.into();
    }
    Ok(info.into())
}
