//! Menu feeds.

use serde_json::{Value, json};

use super::{Call, Outcome, Refusal};
use crate::credentials::CREDENTIALS;
use crate::state::World;
use crate::state::decimal::Milli;
use crate::state::venue::Venue;
use crate::state::venue::product::{Product, Variation};
use crate::state::venue::profile::Group;

/// The venue's menu.
pub(super) fn get(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    resolve(call)?;
    // Version 2, with the token in the path: price ids may include a tier and a weight label.
    let labelled = call.operation.api() == "pos-v2" && call.operation.path_credential.is_some();
    let group = |group: &'static Group| {
        let products = venue
            .products()
            .iter()
            .filter(|product| product.group.name == group.name);
        let items: Vec<Value> = products.map(|product| item(product, labelled)).collect();
        json!({
            "name": group.name,
            "category_guid": category(venue, group),
            "name_template": "{brand} {name}",
            "combine_weights": group.by_weight,
            "description": group.description,
            "image": images("category", venue.facts.first_number, &["og", "lg", "md", "sm"], json!({ "is_default": true })),
            "menu_items": items,
        })
    };
    Ok(json!({
        "menu_feed": {
            "title": format!("Menu of {}", venue.facts.name),
            "feed_key": CREDENTIALS.venues[call.venue_index()?].menu_feed_key,
            "description": "Everything on the shelf",
            "feed_type": "endpoint",
            "menu_groups": venue.facts.groups.iter().map(group).collect::<Vec<_>>(),
        }
    })
    .into())
}

/// An empty object: display settings were removed from it. It tells whether the key leads to a feed.
pub(super) fn options(world: &mut World, call: &mut Call) -> Outcome {
    call.venue(world)?;
    resolve(call)?;
    Ok(json!({}).into())
}

/// The key of the path is the feed's key or its number.
fn resolve(call: &Call) -> Result<(), Refusal> {
    let credentials = CREDENTIALS.venues[call.venue_index()?];
    let names = ["menu_feed_key", "id", "menu_feed_id"];
    let found = names
        .into_iter()
        .filter_map(|name| call.parameters.get(name))
        .any(|key| {
            key.as_i64() == Some(credentials.menu_feed_id)
                || key.as_str() == Some(credentials.menu_feed_key)
        });
    if found {
        Ok(())
    } else {
        Err(Refusal::new(404, "Menu feed not found"))
    }
}

fn category(venue: &Venue, group: &Group) -> String {
    let place = venue
        .facts
        .groups
        .iter()
        .position(|other| other.name == group.name)
        .unwrap_or_default();
    format!("c0ffee00-1111-4222-8{:03x}-{:012x}", place, venue.facts.id)
}

fn images(kind: &str, id: i64, sizes: &[&str], mut set: Value) -> Value {
    for size in sizes {
        set[*size] = format!("https://img.example/{kind}/{id}-{size}.jpg").into();
    }
    set
}

fn item(product: &Product, labelled: bool) -> Value {
    let id = product.id;
    let text = |value: &str| {
        if value.is_empty() {
            Value::Null
        } else {
            value.into()
        }
    };
    let own = || json!({ "is_default": false, "is_product_specific_image": true });
    let sizes = ["og", "lg", "md", "sm", "thumb"];
    let measured = |amount: Option<Milli>| match amount {
        Some(amount) => json!({
            "current": amount.text(),
            "low": Milli(amount.0 * 9 / 10).text(),
            "high": Milli(amount.0 * 11 / 10).text(),
            "unit_type": "%",
        }),
        None => Value::Null,
    };
    let (first, second) = product.potency.unzip();
    let regulated = product.potency.is_some();
    let known = |words: &[&str]| if regulated { json!(words) } else { json!([]) };
    json!({
        "id": id.to_string(),
        "guid": product.guid,
        "name": product.name,
        "description": format!("{} by {}.", product.name, product.brand),
        "is_medical_only": product.medical_only,
        "tag_list": ["house"],
        "flower_type": text(product.flower_type),
        "brand": product.brand,
        "strain": text(product.strain),
        "terpenes": known(&["Myrcene", "Limonene"]),
        "effects": known(&["Relaxed"]),
        "flavors": known(&["Pine"]),
        "product_type": product.group.product_type,
        "is_marijuana": regulated,
        "tier_name": null,
        "brand_logo": images("brand", id % 41, &["og", "lg", "md", "sm"], json!({ "is_default": false })),
        "product_image": images("product", id, &sizes, own()),
        "product_image_v2": images("product-v2", id, &sizes, own()),
        "images": [images("front", id, &["og", "lg", "md", "thumb"], json!({ "name": "front" }))],
        "prices": product.variations.iter().map(|variation| price(variation, labelled)).collect::<Vec<_>>(),
        "thc": measured(first),
        "cbd": measured(second),
        "thca": measured(first),
        "cbda": measured(second),
        "total_thc": measured(first),
    })
}

fn price(variation: &Variation, labelled: bool) -> Value {
    let id = if labelled {
        format!("{}-tier_1-{}", variation.sku, variation.unit.text())
    } else {
        variation.sku.to_string()
    };
    json!({
        "id": id,
        "name": variation.name,
        "price_cents": variation.cents,
        "med_price_cents": variation.medical_cents,
        "unit": variation.unit.text(),
        "unit_type": variation.unit_type,
        "quantity_on_hand": variation.on_hand.text(),
        "equivalent_weight": variation.unit.text(),
        "equivalent_unit": "grams",
        "supplier": variation.supplier,
    })
}
