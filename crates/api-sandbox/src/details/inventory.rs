//! Keys of inventories.

use serde_json::{Value, json};

use super::template::{Context, File, template};
use super::{Detail, add, add_optional, cannabinoids, merge};
use crate::state::decimal::Thousandths;
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::product::{Product, Variation};

static TEMPLATE: File = template!("inventory");

/// Adds the keys that versions 1 and 2 have.
pub(crate) fn add_inventory(
    record: &mut Value,
    venue: &Venue,
    product: &Product,
    variation: &Variation,
) {
    let by_weight = product.group.by_weight;
    let weight = if by_weight {
        variation.unit
    } else {
        Thousandths::default()
    };
    // Per day, over the sixty days of the history.
    let velocity = Thousandths::from_units(variation.sold).0 / 60;
    let on_hand = variation.on_hand.0.max(0);
    let days_supply = if velocity > 0 { on_hand / velocity } else { 0 };
    let computed = json!({
        "velocity": Thousandths(velocity).to_number(),
        "sold": variation.sold,
        "days_supply": days_supply,
        "weight": weight.to_number(),
        "is_active": product.active,
        "manifest_items_count": variation.deliveries,
        "doh_compliant": product.medical_only,
        "last_received_quantity": variation.last_received.to_number(),
    });
    merge(record, computed);
    add(record, cannabinoids::with_ranges(product.potency));
    let zone = venue.profile.zone();
    let time = |time: Option<Time>| json!(time.map(Time::to_rfc3339));
    let received_at = variation.last_received_at;
    let linked: [Detail; 4] = [
        ("last_replenish_date", time(received_at)),
        ("last_order", time(variation.last_sold_at)),
        (
            "manifest_transfer_date",
            json!(received_at.map(|time| time.date(&zone).to_string())),
        ),
        ("avg_price", variation.cents.into()),
    ];
    add(record, linked);
    let id = variation.sku;
    let kind = |kind: &str| match product.group.name.as_str() {
        "Concentrates" => kind.to_lowercase().into(),
        _ => Value::Null,
    };
    let last_word = product.name.rsplit(' ').next().unwrap_or_default();
    let concentrate_type = kind(last_word);
    // Version 1 writes it in one word.
    let concentrate_key = match record.get("quantityInStock") {
        Some(_) => "concentratetype",
        None => "concentrate_type",
    };
    add_optional(record, id, [(concentrate_key, concentrate_type)]);
    let tier = |value: Value| if by_weight { value } else { Value::Null };
    let context = Context {
        id,
        time: variation.updated_at,
        zone: &zone,
        values: json!({
            "tier_id": tier(21.into()),
            "tier_name": tier("Top shelf".into()),
            "avg_cost": variation.cost,
            "supplier_id": variation.supplier_id(),
            "weight_unit": if by_weight { "grams" } else { "units" },
            "unit": variation.unit.to_number(),
        }),
    };
    context.fill(record, &TEMPLATE);
}
