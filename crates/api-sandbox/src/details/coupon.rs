//! Keys of coupons.

use serde_json::{Value, json};

use super::{Detail, add, add_optional};
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::coupon::Coupon;

/// Adds the keys of version 2.
pub(crate) fn add_coupon(record: &mut Value, venue: &Venue, coupon: &Coupon) {
    let id = coupon.id;
    let time = |time: Option<Time>| json!(time.map(Time::to_rfc3339));
    // A list without ids has an empty string, as in the documents.
    let ids = |ids: &[i64]| match ids {
        [] => json!([""]),
        ids => ids.iter().map(ToString::to_string).collect(),
    };
    let everything = || json!([""]);
    let scope: [Detail; 12] = [
        ("starts_at", time(coupon.starts_at)),
        ("expires_at", time(coupon.expires_at)),
        ("product_ids", ids(&coupon.product_ids)),
        ("product_type_ids", everything()),
        ("product_tag_ids", everything()),
        ("product_brand_ids", everything()),
        ("product_strain_ids", everything()),
        ("customer_tag_ids", json!([])),
        ("manifest_item_ids", json!([])),
        ("supplier_ids", everything()),
        ("venue_room_ids", everything()),
        ("customer_level_ids", json!([])),
    ];
    add(record, scope);
    let image = |size: &str| json!(format!("https://img.example/coupon/{id}-{size}.jpg"));
    let optional: [Detail; 19] = [
        ("barcode", format!("00{id}").into()),
        ("external_ref", format!("ref-{id}").into()),
        ("rounding", "nearest".into()),
        ("image", json!({ "url": image("og") })),
        (
            "background_image",
            json!({
                "url": image("background"),
                "thumb": { "url": image("thumb") },
                "half_page": { "url": image("half-page") },
            }),
        ),
        ("payment_method_id", 2.into()),
        ("payment_method_total", 0.into()),
        ("order_type", "pickup".into()),
        ("order_source", "online_store".into()),
        ("one_item", false.into()),
        ("birthday", false.into()),
        ("min_quantity", 1.into()),
        ("min_amount", 1_000.into()),
        ("min_weight_unit", "grams".into()),
        ("hours", true.into()),
        ("hour_start", 9.into()),
        ("hour_end", 20.into()),
        ("product_weights", json!([""])),
        ("tier_weights", json!([""])),
    ];
    add_optional(record, id, optional);
    let others = coupon.product_ids.iter().map(|id| id + 1);
    let get: [Detail; 12] = [
        ("inventory_tier_ids", json!(["21"])),
        ("get_quantity", 1.into()),
        ("get_product_type_ids", json!([])),
        ("get_product_ids", ids(&others.collect::<Vec<_>>())),
        ("get_product_tag_ids", json!([])),
        ("get_product_brand_ids", json!([])),
        ("get_product_strain_ids", json!([])),
        ("get_supplier_ids", json!([])),
        ("get_venue_room_ids", json!([])),
        ("get_manifest_item_ids", json!([])),
        ("get_product_weights", json!([""])),
        ("get_inventory_tier_ids", json!([])),
    ];
    add_optional(record, id, get);
    let created_by = json!(coupon.created_by);
    let venue_id = venue.profile.id.into();
    add(record, [("created_by", created_by), ("venue_id", venue_id)]);
}
