//! Menu feeds.

use serde_json::json;

use super::{Call, HandlerResult};
use crate::records::Records;
use crate::response::Rejection;
use crate::state::State;
use crate::state::venue::Venue;

/// Gets the venue's menu.
pub(super) fn get(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    check_key(call, venue)?;
    // Version 2 with the token in the path: price ids may include a tier and a weight label.
    let records = Records::new(venue, call.operation.api());
    let labeled = call.operation.api() == "pos-v2" && call.operation.path_credential.is_some();
    let groups = venue.profile.groups.iter().enumerate();
    let groups = groups.map(|(place, group)| records.menu_group(place, group, labeled));
    Ok(json!({
        "menu_feed": {
            "title": format!("Menu of {}", venue.profile.name),
            "feed_key": venue.profile.access.menu_feed_key,
            "description": "Everything on the shelf",
            "feed_type": "endpoint",
            "menu_groups": groups.collect::<Vec<_>>(),
        }
    })
    .into())
}

/// Gets the options of a feed: an empty object, as the display settings have been removed, or 404
/// for an unknown key.
pub(super) fn options(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    check_key(call, venue)?;
    Ok(json!({}).into())
}

/// Checks the key in the path, which is the feed's key or its id.
fn check_key(call: &Call, venue: &Venue) -> Result<(), Rejection> {
    let access = &venue.profile.access;
    let names = ["menu_feed_key", "id", "menu_feed_id"];
    let found = names
        .into_iter()
        .filter_map(|name| call.key(name))
        .any(|key| key == access.menu_feed_id.to_string() || key == access.menu_feed_key);
    if found {
        Ok(())
    } else {
        Err(Rejection::new(404, "Menu feed not found"))
    }
}
