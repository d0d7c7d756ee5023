//! Venues.

use serde_json::{Map, Value, json};

use super::{Call, HandlerResult};
use crate::credentials::CREDENTIALS;
use crate::state::State;
use crate::state::time::Time;
use crate::state::venue::profile::{Tax, VenueProfile};

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
        .map(|venue| to_json(&venue.profile.name, &venue.profile.tokens.venue_token, true))
        .collect();
    venues.push(to_json(
        "Old Town Goods",
        CREDENTIALS.disconnected_venue_token,
        false,
    ));
    Ok(json!({ "code": 1, "venues": venues }).into())
}

/// Gets the information about a venue. Version 3 does not document its response: it is that of
/// version 2.
pub(super) fn info(state: &mut State, call: &mut Call) -> HandlerResult {
    Ok(venue_info(&call.venue(state)?.profile).into())
}

/// Gets the information about a venue of version 1.
pub(super) fn info_with_code(state: &mut State, call: &mut Call) -> HandlerResult {
    let mut info = venue_info(&call.venue(state)?.profile);
    info.insert("code".to_owned(), 1.into());
    Ok(info.into())
}

fn venue_info(profile: &VenueProfile) -> Map<String, Value> {
    let flag = |set: bool| if set { "1" } else { "0" };
    let tax = |tax: &Tax| {
        json!({
            "id": tax.id,
            "name": tax.name,
            "rate": tax.rate,
            "tax_rate": tax.rate_text,
            "price_included": tax.included,
        })
    };
    let info = json!({
        "name": profile.name,
        "license": profile.license,
        "region": profile.state,
        "locale": "en-US",
        "vertical": profile.vertical,
        "logo_thumb": format!("https://img.example/{}/thumb.png", profile.id),
        "logo_medium": format!("https://img.example/{}/medium.png", profile.id),
        "telephone": profile.telephone,
        "address": format!("{}, {}, {} {}", profile.street, profile.city, profile.state, profile.zip),
        "street_address_line_1": profile.street,
        "city": profile.city,
        "state": profile.state,
        "zip_code": profile.zip,
        "country": "US",
        "timezone": profile.timezone,
        "latitude": profile.latitude,
        "longitude": profile.longitude,
        "domains": [profile.domain],
        "tax_rates": profile.taxes.iter().map(tax).collect::<Vec<_>>(),
        "payment_methods": profile.payment_methods,
        "venue_settings": {
            "online_order_curbside": flag(profile.curbside),
            "online_order_delivery": flag(profile.delivery),
        },
    });
    match info {
        Value::Object(info) => info,
        _ => Map::new(),
    }
}
