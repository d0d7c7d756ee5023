//! Coupons of versions 2 and 1.

use serde_json::json;

use super::paging::page;
use super::{Call, HandlerResult};
use crate::details::coupon::add_coupon;
use crate::state::State;
use crate::state::venue::coupon::Coupon;

/// Lists coupons of version 2. The key of the list is not documented: `coupons` is the sandbox's
/// own choice.
pub(super) fn list_v2(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let to_json = |coupon: &&Coupon| {
        let mut record = json!({
            "id": coupon.id,
            "kind": "discount",
            "applies_to": "cart",
            "auto_apply": false,
            "allow_stacking": false,
            "name": coupon.name,
            "active": coupon.active,
            "points": coupon.points.to_string(),
            "redeemable_once": false,
            "manager_approve": false,
            "amount": coupon.amount,
            "coupon_type": coupon_type(coupon),
            "customer_type": "recreational",
            "min_weight": "0.0",
            "days": coupon.days,
            "profile_type": "any",
            "first_sale": false,
            "is_private": false,
            "clicks": 0,
            "external_redemption_failure_count": 0,
            "created_at": coupon.created_at.to_rfc3339(),
            "updated_at": coupon.updated_at.to_rfc3339(),
        });
        add_coupon(&mut record, venue, coupon);
        record
    };
    let coupons: Vec<&Coupon> = venue.coupons.iter().collect();
    let mut response = page(call, "coupons", &coupons, to_json);
    response.insert("code".to_owned(), 1.into());
    Ok(response.into())
}

/// Lists coupons of version 1.
pub(super) fn list_v1(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let to_json = |coupon: &&Coupon| {
        json!({
            "id": coupon.id,
            "name": coupon.name,
            "display_name": coupon.name,
            "kind": "discount",
            "amount": coupon.amount,
            "coupon_type": coupon_type(coupon),
            "applies_to": "cart",
            "auto_apply": false,
            "customer_type": "recreational",
        })
    };
    let coupons: Vec<&Coupon> = venue.coupons.iter().collect();
    let mut response = page(call, "coupons", &coupons, to_json);
    response.insert("code".to_owned(), 1.into());
    Ok(response.into())
}

fn coupon_type(coupon: &Coupon) -> &'static str {
    if coupon.percent { "percent" } else { "amount" }
}
