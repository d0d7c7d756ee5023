//! Manifests with their items.

use serde_json::{Value, json};

use super::Records;
use crate::json::with;
use crate::state::decimal;
use crate::state::venue::manifest::{Manifest, ManifestItem};
use crate::state::venue::profile::VenueProfile;

pub(super) fn values(profile: &VenueProfile, manifest: &Manifest) -> Value {
    let quantity: i64 = manifest.items.iter().map(|item| item.quantity).sum();
    let accepted = |value: i64| if manifest.accepted { value } else { 0 };
    let is_regulated = profile.vertical == "cannabis";
    let excise_tax = is_regulated.then(|| decimal::percentage(manifest.cost(), 15_000));
    let computed = json!({
        "state": if manifest.accepted { "accepted" } else { "pending" },
        "accepted_at": manifest.accepted.then_some(manifest.updated_at),
        "cost": manifest.cost(),
        "accepted_cost": accepted(manifest.cost()),
        "quantity": quantity,
        "accepted_quantity": accepted(quantity),
        "is_regulated": is_regulated,
        "total_excise_tax": excise_tax.unwrap_or_default(),
    });
    with(manifest, computed)
}

pub(super) fn item_values(
    records: &Records<'_>,
    manifest: &Manifest,
    item: &ManifestItem,
) -> Value {
    let accepted = |value: i64| if manifest.accepted { value } else { 0 };
    let cost = item.cost * item.quantity;
    let product = records.venue.products.get(item.product_id);
    let by_weight = product.filter(|product| records.group(product).by_weight);
    let unit = by_weight.and_then(|product| Some(product.prices.first()?.unit));
    let weight = unit.unwrap_or_default().saturating_mul(item.quantity);
    let computed = json!({
        "manifest": {
            "id": manifest.id,
            "next_id": manifest.id + 1,
            "created_at": manifest.created_at,
            "updated_at": manifest.updated_at,
        },
        "product": product.map(|product| records.product_values(product)),
        "state": if manifest.accepted { "active" } else { "pending" },
        "accepted": accepted(item.quantity),
        "accepted_at": manifest.accepted.then_some(manifest.updated_at),
        "total_cost": cost,
        "received_cost": accepted(cost),
        "tax": decimal::percentage(cost, 8_500),
        "excise_tax": decimal::percentage(cost, 15_000),
        "weight": weight,
        "position": item.id % 10,
        "is_sample": item.id % 10 == 9,
        "is_even": item.id % 2 == 0,
        "is_recreational_only": item.id % 5 == 0,
    });
    with(item, computed)
}
