//! Keys of items of manifests.

use serde_json::{Value, json};

use super::template::{Context, File, template};
use super::{add, add_optional, cannabinoids, merge};
use crate::state::decimal::{Thousandths, percentage};
use crate::state::venue::Venue;
use crate::state::venue::manifest::{Manifest, ManifestItem};
use crate::state::venue::product::Product;

static TEMPLATE: File = template!("manifest_item");

/// Adds the keys that versions 1 and 2 have.
pub(crate) fn add_manifest_item(
    record: &mut Value,
    venue: &Venue,
    product: &Product,
    manifest: &Manifest,
    item: &ManifestItem,
) {
    let zone = venue.profile.zone();
    let quantity = Thousandths::from_units(item.quantity);
    let accepted = if manifest.accepted {
        quantity
    } else {
        Thousandths::default()
    };
    let cost = item.cost * item.quantity;
    let unit = product
        .variations
        .first()
        .map_or(Thousandths::default(), |variation| variation.unit);
    let weight = if product.group.by_weight {
        unit.saturating_mul(item.quantity)
    } else {
        Thousandths::default()
    };
    let state = if manifest.accepted {
        "active"
    } else {
        "pending"
    };
    let computed = json!({
        "manifest_id": manifest.id,
        "batch_number": format!("B-{}", manifest.id),
        "quantity_on_hand": accepted.to_number(),
        "aasm_state": state,
        "position": item.id % 10,
        "name": product.name,
        "strain": product.strain,
        "item_type": product.group.product_type,
        "quantity": quantity.to_number(),
        "received_quantity": accepted.to_number(),
        "weight": weight.to_number(),
        "weight_in_grams": weight.to_number(),
        "cost": cost,
        "received_cost": if manifest.accepted { cost } else { 0 },
        "is_sample": item.id % 10 == 9,
        "is_medical_only": product.medical_only,
        "original_sts_quantity": quantity.to_number(),
        "doh_compliant": product.medical_only,
        "has_unique_barcodes": item.id % 2 == 0,
    });
    merge(record, computed);
    add(record, cannabinoids::measured(product.potency));
    let accepted_date = manifest
        .accepted
        .then(|| manifest.updated_at.date(&zone).to_string());
    add(record, [("accepted_date", json!(accepted_date))]);

    let context = Context {
        id: item.id,
        time: manifest.created_at,
        zone: &zone,
        values: json!({
            "description": format!("{} by {}.", product.name, product.brand),
            "sku": item.sku,
            "weight": weight.to_number(),
            "tax": percentage(cost, 8_500),
            "excise_tax": percentage(cost, 15_000),
            "updated_at": manifest.updated_at.to_rfc3339(),
            "return_manifest_id": manifest.id + 1,
            "quantity": quantity.to_number(),
            "category": product.group.name,
        }),
    };
    context.fill(record, &TEMPLATE);
    let id = item.id;
    if record.get("restockId").is_some() {
        add_optional(record, id, [("parent_id", (id - 2).into())]);
    } else {
        add(record, [("is_recreational_only", (id % 5 == 0).into())]);
        let reference = format!("REF-{}", item.sku);
        add_optional(record, id, [("sku_reference", reference.into())]);
    }
}
