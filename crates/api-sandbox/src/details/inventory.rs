//! Keys of inventories.

use serde_json::{Value, json};

use super::{Detail, add, add_optional, cannabinoids};
use crate::state::decimal::Thousandths;
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::product::{Product, Variation};

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
    let always: [Detail; 11] = [
        ("optimum_level", 40.into()),
        ("velocity", Thousandths(velocity).to_number()),
        ("sold", variation.sold.into()),
        ("days_supply", days_supply.into()),
        ("weight", weight.to_number()),
        ("is_active", product.active.into()),
        ("allow_undercost", false.into()),
        ("manifest_items_count", variation.deliveries.into()),
        ("doh_compliant", product.medical_only.into()),
        (
            "last_received_quantity",
            variation.last_received.to_number(),
        ),
        ("equivalent_unit", "grams".into()),
    ];
    add(record, always);
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
    let tier = |value: Value| if by_weight { value } else { Value::Null };
    let optional: [Detail; 18] = [
        ("tier_id", tier(21.into())),
        ("tier_name", tier("Top shelf".into())),
        ("barcode", format!("00{id}").into()),
        ("reorder_threshold", 10.into()),
        ("calc_threshold", 8.into()),
        ("avg_cost", variation.cost.into()),
        (
            "sync_expires_at",
            time(Some(variation.updated_at.add_millis(Time::DAY_MILLIS))),
        ),
        ("supplier_id", variation.supplier_id().into()),
        ("updated_by", "Paul Sample".into()),
        (
            "weight_unit",
            if by_weight { "grams" } else { "units" }.into(),
        ),
        ("notes", "Second shelf on the left.".into()),
        ("equivalent_weight", variation.unit.to_number()),
        ("api_id", format!("api-{id}").into()),
        ("inheritor_id", (id + 1).into()),
        ("terpenes", "Myrcene, Limonene".into()),
        ("producer_id", (71 + id % 3).into()),
        ("concentrate_type", concentrate_type.clone()),
        ("concentratetype", concentrate_type),
    ];
    let is_of_version_1 = record.get("quantityInStock").is_some();
    let omitted = if is_of_version_1 {
        "concentrate_type"
    } else {
        "concentratetype"
    };
    let optional = optional.into_iter().filter(|(key, _)| *key != omitted);
    add_optional(record, id, optional);
}
