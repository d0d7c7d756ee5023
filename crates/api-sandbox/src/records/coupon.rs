//! Coupons.

use serde_json::{Value, json};

use crate::json::with;
use crate::state::venue::coupon::Coupon;

pub(super) fn values(coupon: &Coupon) -> Value {
    // A list without ids has an empty string, as in the documents.
    let ids = |by: i64| match coupon.products.as_slice() {
        [] => json!([""]),
        ids => ids.iter().map(|id| (id + by).to_string()).collect(),
    };
    let computed = json!({
        "amount": coupon.percent.or(coupon.amount_cents),
        "coupon_type": if coupon.percent.is_some() { "percent" } else { "amount" },
        "product_ids": ids(0),
        "get_product_ids": ids(1),
    });
    with(coupon, computed)
}
