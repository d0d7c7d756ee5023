//! The venue, and the venues of an integrator.

use serde_json::{Map, Value, json};

use super::{Call, Outcome};
use crate::credentials::CREDENTIALS;
use crate::state::World;
use crate::state::time::Moment;
use crate::state::venue::profile::{Facts, Tax};

/// The venues of the integrator, with the token of each.
pub(super) fn list(world: &mut World, call: &mut Call) -> Outcome {
    let today = call.now.day(&jiff::tz::TimeZone::UTC);
    let year_ago = call
        .now
        .plus(-Moment::DAY * 365)
        .day(&jiff::tz::TimeZone::UTC);
    let listed = |name: &str, token: &str, active: bool| {
        json!({
            "venue_name": name,
            "active": active,
            "venue_token": token,
            "first_connected_date": year_ago.to_string(),
            "last_connected_date": if active { today } else { year_ago }.to_string(),
        })
    };
    let mut venues: Vec<Value> = world
        .venues
        .iter()
        .zip(CREDENTIALS.venues)
        .map(|(venue, credentials)| listed(venue.facts.name, credentials.venue_token, true))
        .collect();
    venues.push(listed(
        "Old Town Goods",
        CREDENTIALS.disconnected_venue_token,
        false,
    ));
    Ok(json!({ "code": 1, "venues": venues }).into())
}

/// What is told of a venue. Version 3 does not show its reply: it is that of version 2.
pub(super) fn info(world: &mut World, call: &mut Call) -> Outcome {
    Ok(told(call.venue(world)?.facts).into())
}

/// What version 1 tells of a venue.
pub(super) fn info_with_code(world: &mut World, call: &mut Call) -> Outcome {
    let mut info = told(call.venue(world)?.facts);
    info.insert("code".to_owned(), 1.into());
    Ok(info.into())
}

fn told(facts: &Facts) -> Map<String, Value> {
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
        "name": facts.name,
        "license": facts.license,
        "region": facts.state,
        "locale": "en-US",
        "vertical": facts.vertical,
        "logo_thumb": format!("https://img.example/{}/thumb.png", facts.id),
        "logo_medium": format!("https://img.example/{}/medium.png", facts.id),
        "telephone": facts.telephone,
        "address": format!("{}, {}, {} {}", facts.street, facts.city, facts.state, facts.zip),
        "street_address_line_1": facts.street,
        "city": facts.city,
        "state": facts.state,
        "zip_code": facts.zip,
        "country": "US",
        "timezone": facts.timezone,
        "latitude": facts.latitude,
        "longitude": facts.longitude,
        "domains": [facts.domain],
        "tax_rates": facts.taxes.iter().map(tax).collect::<Vec<_>>(),
        "payment_methods": facts.payment_methods,
        "venue_settings": {
            "online_order_curbside": flag(facts.curbside),
            "online_order_delivery": flag(facts.delivery),
        },
    });
    match info {
        Value::Object(info) => info,
        _ => Map::new(),
    }
}
