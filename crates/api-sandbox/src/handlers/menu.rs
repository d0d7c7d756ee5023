//! Menu feeds.

use serde_json::{Value, json};

use super::{Call, HandlerResult};
use crate::records::Records;
use crate::response::Rejection;
use crate::state::State;
use crate::state::venue::Venue;
use crate::state::venue::product::Product;
use crate::state::venue::profile::Group;

/// Gets the venue's menu.
pub(super) fn get(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    check_key(call, venue)?;
    // Version 2 with the token in the path: price ids may include a tier and a weight label.
    let records = Records::new(venue, call.operation.api());
    let labeled = call.operation.api() == "pos-v2" && call.operation.path_credential.is_some();
    let group = |group: &Group| {
        let products: Vec<&Product> = venue
            .products
            .iter()
            .filter(|product| product.active && product.group == group.name)
            .collect();
        let items = products.iter();
        let items = items.map(|product| records.menu_item(product, labeled));
        json!({
            "name": group.name,
            "category_guid": category(venue, group),
            "name_template": "{brand} {name}",
            "combine_weights": group.by_weight && are_distinct(&products),
            "description": group.description,
            "image": image(venue.profile.id),
            "menu_items": items.collect::<Vec<_>>(),
        })
    };
    Ok(json!({
        "menu_feed": {
            "title": format!("Menu of {}", venue.profile.name),
            "feed_key": venue.profile.access.menu_feed_key,
            "description": "Everything on the shelf",
            "feed_type": "endpoint",
            "menu_groups": venue.profile.groups.iter().map(group).collect::<Vec<_>>(),
        }
    })
    .into())
}

/// Whether no two products have the same brand and strain, as in a group that combines weights.
fn are_distinct(products: &[&Product]) -> bool {
    let mut pairs: Vec<(&str, &str)> = products
        .iter()
        .map(|product| (product.brand.as_str(), product.strain.as_str()))
        .collect();
    pairs.sort_unstable();
    pairs.windows(2).all(|pair| pair[0] != pair[1])
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

fn category(venue: &Venue, group: &Group) -> String {
    let index = venue
        .profile
        .groups
        .iter()
        .position(|other| other.name == group.name)
        .unwrap_or_default();
    format!(
        "c0ffee00-1111-4222-8{:03x}-{:012x}",
        index, venue.profile.id
    )
}

/// The image of all groups.
fn image(id: i64) -> Value {
    let url = |size: &str| format!("https://img.example/category/{id}-{size}.jpg");
    json!({
        "og": url("og"),
        "lg": url("lg"),
        "md": url("md"),
        "sm": url("sm"),
        "is_default": true,
    })
}
