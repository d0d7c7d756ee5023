//! Keys of coupons.

use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::template::{Context, File, template};
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::coupon::Coupon;

static TEMPLATE: File = template!("coupon");

/// Adds the keys of version 2.
pub(crate) fn add_coupon(record: &mut Value, venue: &Venue, coupon: &Coupon) {
    // A list without ids has an empty string, as in the documents.
    let ids = |ids: &[i64]| match ids {
        [] => json!([""]),
        ids => ids.iter().map(ToString::to_string).collect(),
    };
    record["starts_at"] = json!(coupon.starts_at.map(Time::to_rfc3339));
    record["expires_at"] = json!(coupon.expires_at.map(Time::to_rfc3339));
    record["product_ids"] = ids(&coupon.product_ids);
    record["created_by"] = json!(coupon.created_by);
    record["venue_id"] = venue.profile.id.into();
    let others: Vec<i64> = coupon.product_ids.iter().map(|id| id + 1).collect();
    let context = Context {
        id: coupon.id,
        time: coupon.created_at,
        zone: &TimeZone::UTC,
        values: json!({ "get_product_ids": ids(&others) }),
    };
    context.fill(record, &TEMPLATE);
}
