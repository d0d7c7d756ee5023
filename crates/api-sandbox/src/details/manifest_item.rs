//! Keys of items of manifests.

use serde_json::{Value, json};

use super::{Detail, add, add_optional, cannabinoids};
use crate::state::decimal::{Thousandths, percentage};
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::manifest::{Manifest, ManifestItem};
use crate::state::venue::product::Product;

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
    let always: [Detail; 25] = [
        ("manifest_id", manifest.id.into()),
        ("lot_number", format!("LOT-{}", item.id).into()),
        ("barcode", format!("0{}", item.id).into()),
        ("batch_number", format!("B-{}", manifest.id).into()),
        ("quantity_on_hand", accepted.to_number()),
        ("aasm_state", state.into()),
        ("position", (item.id % 10).into()),
        ("name", product.name.clone().into()),
        ("strain", product.strain.clone().into()),
        ("item_type", product.group.product_type.clone().into()),
        ("quantity", quantity.to_number()),
        ("received_quantity", accepted.to_number()),
        ("weight", weight.to_number()),
        ("weight_in_grams", weight.to_number()),
        ("weight_unit", "grams".into()),
        ("cost", cost.into()),
        (
            "received_cost",
            if manifest.accepted { cost } else { 0 }.into(),
        ),
        ("barcode_dupe", false.into()),
        ("is_sample", (item.id % 10 == 9).into()),
        ("is_medical_only", product.medical_only.into()),
        ("a_split", false.into()),
        ("transformed_conversion", 0.into()),
        ("transformed_from_quantity", 0.into()),
        ("original_sts_quantity", quantity.to_number()),
        ("quantity_adj", 0.into()),
    ];
    add(record, always);
    add(
        record,
        [
            ("doh_compliant", product.medical_only.into()),
            ("has_unique_barcodes", (item.id % 2 == 0).into()),
        ],
    );
    add(record, cannabinoids::measured(product.potency));
    let accepted_date = manifest
        .accepted
        .then(|| manifest.updated_at.date(&zone).to_string());
    add(record, [("accepted_date", json!(accepted_date))]);

    let time = |days: i64| manifest.created_at.add_millis(Time::DAY_MILLIS * days);
    let instant = |days| Value::from(time(days).to_rfc3339());
    let day = |days| Value::from(time(days).date(&zone).to_string());
    let id = item.id;
    let image = |name: &str| Value::from(format!("https://img.example/{name}/{id}.png"));
    let tax = percentage(cost, 8_500);
    let supplied: [Detail; 24] = [
        ("sts_license_id", (900 + id % 5).into()),
        (
            "description",
            format!("{} by {}.", product.name, product.brand).into(),
        ),
        ("expires_on", day(180)),
        ("barcode_image", image("barcode")),
        ("inventory_sku_id", item.sku.into()),
        ("venue_room_id", 3.into()),
        ("net_weight", weight.to_number()),
        ("testing_lab", "Sample Analytics".into()),
        ("testing_date", instant(-10)),
        ("testing_lab_license", "DEMO-LAB-7".into()),
        ("test_results", "Passed all panels.".into()),
        ("test_contaminants_pass", true.into()),
        ("test_cannabinoids_pass", true.into()),
        ("test_pesticides_pass", true.into()),
        ("old_harvest_date", instant(-40)),
        ("harvest_date", day(-40)),
        ("tax", tax.into()),
        ("excise_tax", percentage(cost, 15_000).into()),
        ("last_sold", manifest.updated_at.to_rfc3339().into()),
        ("updated_by", "Paul Sample".into()),
        ("ancestry", format!("{}/{}", id - 2, id - 1).into()),
        ("api_id", format!("api-{id}").into()),
        ("coa_file", format!("coa-{id}.pdf").into()),
        (
            "coa_url",
            format!("https://files.example/coa/{id}.pdf").into(),
        ),
    ];
    add_optional(record, id, supplied);
    let tracked: [Detail; 26] = [
        ("return_manifest_id", (manifest.id + 1).into()),
        ("pre_return_state", "active".into()),
        ("pre_return_quantity", quantity.to_number()),
        ("custom_barcode_image", image("custom-barcode")),
        ("custom_barcode_image_version", 2.into()),
        ("sample_type", "vendor".into()),
        ("product_sample_type", "trade".into()),
        ("transformed_from_id", (id - 1).into()),
        ("transformed_conversion_weight", "1.0".into()),
        ("original_sts_unit", "Grams".into()),
        ("sts_quantity", quantity.to_number()),
        ("sts_category", product.group.name.clone().into()),
        ("sts_state", "Received".into()),
        ("sts_last_modified", instant(1)),
        ("discrepancy_detected", instant(2)),
        ("last_audit", instant(3)),
        ("number_of_doses", 10.into()),
        ("growth_method", "indoor".into()),
        ("custom_field_1", "Shelf 2".into()),
        ("custom_field_2", "Hand trimmed".into()),
        ("custom_field_3", "Keep cool".into()),
        ("sdp_category", "Category A".into()),
        ("sdp_compass", "North".into()),
        (
            "lab_result_link",
            format!("https://lab.example/results/{id}").into(),
        ),
        ("doh_type", "general use".into()),
        ("parent_id", (id - 2).into()),
    ];
    let is_of_version_1 = record.get("restockId").is_some();
    let tracked = tracked.into_iter();
    add_optional(
        record,
        id,
        tracked.filter(|(key, _)| is_of_version_1 || *key != "parent_id"),
    );
    if !is_of_version_1 {
        add(record, [("is_recreational_only", (id % 5 == 0).into())]);
        let reference = format!("REF-{}", item.sku);
        add_optional(record, id, [("sku_reference", reference.into())]);
    }
}
