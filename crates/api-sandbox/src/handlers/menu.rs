//! Menu feeds.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Call, HandlerResult};
use crate::response::Rejection;
use crate::state::State;
use crate::state::decimal::Thousandths;
use crate::state::venue::Venue;
use crate::state::venue::product::{Product, Variation};
use crate::state::venue::profile::Group;

/// Gets the venue's menu.
pub(super) fn get(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    check_key(call, venue)?;
    // Version 2 with the token in the path: price ids may include a tier and a weight label.
    let labeled = call.operation.api() == "pos-v2" && call.operation.path_credential.is_some();
    let group = |group: &Arc<Group>| {
        let products: Vec<&Product> = venue
            .products
            .iter()
            .filter(|product| product.active && product.group.name == group.name)
            .collect();
        let items: Vec<Value> = products
            .iter()
            .map(|product| item(product, labeled))
            .collect();
        json!({
            "name": group.name,
            "category_guid": category(venue, group),
            "name_template": "{brand} {name}",
            "combine_weights": group.by_weight && are_distinct(&products),
            "description": group.description,
            "image": images("category", venue.profile.first_id, &["og", "lg", "md", "sm"], json!({ "is_default": true })),
            "menu_items": items,
        })
    };
    Ok(json!({
        "menu_feed": {
            "title": format!("Menu of {}", venue.profile.name),
            "feed_key": venue.profile.tokens.menu_feed_key,
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
    let tokens = &venue.profile.tokens;
    let names = ["menu_feed_key", "id", "menu_feed_id"];
    let found = names
        .into_iter()
        .filter_map(|name| call.key(name))
        .any(|key| key == tokens.menu_feed_id.to_string() || key == tokens.menu_feed_key);
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

fn images(kind: &str, id: i64, sizes: &[&str], mut images: Value) -> Value {
    for size in sizes {
        images[*size] = format!("https://img.example/{kind}/{id}-{size}.jpg").into();
    }
    images
}

fn item(product: &Product, labeled: bool) -> Value {
    let id = product.id;
    let or_null = |value: &str| {
        if value.is_empty() {
            Value::Null
        } else {
            value.into()
        }
    };
    let flags = || json!({ "is_default": false, "is_product_specific_image": true });
    let sizes = ["og", "lg", "md", "sm", "thumb"];
    let potency = |amount: Option<Thousandths>| match amount {
        Some(amount) => json!({
            "current": amount.to_text(),
            "low": Thousandths(amount.0 * 9 / 10).to_text(),
            "high": Thousandths(amount.0 * 11 / 10).to_text(),
            "unit_type": "%",
        }),
        None => Value::Null,
    };
    let (first, second) = product.potency.unzip();
    let regulated = product.potency.is_some();
    let if_regulated = |words: &[&str]| if regulated { json!(words) } else { json!([]) };
    json!({
        "id": id.to_string(),
        "guid": product.guid,
        "name": product.name,
        "description": format!("{} by {}.", product.name, product.brand),
        "is_medical_only": product.medical_only,
        "tag_list": ["house"],
        "flower_type": or_null(&product.flower_type),
        "brand": product.brand,
        "strain": or_null(&product.strain),
        "terpenes": if_regulated(&["Myrcene", "Limonene"]),
        "effects": if_regulated(&["Relaxed"]),
        "flavors": if_regulated(&["Pine"]),
        "product_type": product.group.product_type,
        "is_marijuana": regulated,
        "tier_name": product.group.by_weight.then_some("Top shelf"),
        "brand_logo": images("brand", id % 41, &["og", "lg", "md", "sm"], json!({ "is_default": false })),
        "product_image": images("product", id, &sizes, flags()),
        "product_image_v2": images("product-v2", id, &sizes, flags()),
        "images": [images("front", id, &["og", "lg", "md", "thumb"], json!({ "name": "front" }))],
        "prices": product.variations.iter().map(|variation| price(variation, labeled)).collect::<Vec<_>>(),
        "thc": potency(first),
        "cbd": potency(second),
        "thca": potency(first),
        "cbda": potency(second),
        "total_thc": potency(first),
    })
}

fn price(variation: &Variation, labeled: bool) -> Value {
    let id = if labeled {
        format!("{}-tier_1-{}", variation.sku, variation.unit.to_text())
    } else {
        variation.sku.to_string()
    };
    json!({
        "id": id,
        "name": variation.name,
        "price_cents": variation.cents,
        "med_price_cents": variation.medical_cents,
        "unit": variation.unit.to_text(),
        "unit_type": variation.unit_type,
        "quantity_on_hand": variation.on_hand.to_text(),
        "equivalent_weight": variation.unit.to_text(),
        "equivalent_unit": "grams",
        "supplier": variation.supplier,
    })
}
