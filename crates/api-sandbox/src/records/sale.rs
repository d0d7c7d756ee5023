//! Sales with their items.

use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::Records;
use crate::json::with;
use crate::state::decimal::Thousandths;
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::product::{Price, Product};
use crate::state::venue::sale::{Line, Sale};

pub(super) fn values(venue: &Venue, sale: &Sale, zone: &TimeZone) -> Value {
    let customer = sale.customer_id.and_then(|id| venue.customers.get(id));
    let employee = venue.staff.get(sale.user_id);
    let birthday = customer.and_then(|customer| customer.birthday.as_deref());
    let birth_year = birthday.and_then(|birthday| birthday.get(..4)?.parse::<i16>().ok());
    let year = sale.ordered_at.date(zone).year();
    let part_of_day = sale.ordered_at.millis_of_day(zone) * 1_000 / Time::DAY_MILLIS;
    let discount = sale.sum(|line| line.discount);
    let has_discount = discount > 0;
    let computed = json!({
        "gender": customer.and_then(|customer| customer.gender.clone()),
        "customer_name": customer.and_then(|customer| customer.full_name()),
        "employee_name": employee.map(|member| member.full_name()),
        "age": birth_year.map(|birth_year| year - birth_year),
        "sub_total": sale.sum(|line| line.sub_total),
        "discount": discount,
        "discounted": sale.sum(|line| line.sub_total - line.discount),
        "tax": sale.sum(|line| line.tax),
        "total": sale.sum(Line::total),
        "cost": sale.sum(|line| line.cost),
        "coupon_count": sale.lines.iter().filter(|line| line.discount > 0).count(),
        // Without another discount, the value of a coupon is zero.
        "pos_coupon_id": has_discount.then_some(311),
        "cc_type": (sale.payment == "credit").then_some("visa"),
        "tender_id": sale.id * 10 + 1,
        "fraction_of_day": part_of_day,
        "proc_time": sale.updated_at.millis_since(sale.ordered_at) / 1_000,
    });
    with(sale, computed)
}

pub(super) fn item_values(
    records: &Records<'_>,
    product: &Product,
    price: &Price,
    line: &Line,
) -> Value {
    let weight = price.unit.saturating_mul(line.quantity);
    let by_weight = records.group(product).by_weight;
    let coupons = |id: &str, name: &str| {
        let coupons = line.coupons.iter();
        let coupons = coupons.map(|(coupon, coupon_name)| json!({ id: coupon, name: coupon_name }));
        coupons.collect::<Value>()
    };
    let computed = json!({
        "product": records.product_values(product),
        "line": line,
        "is_regulated": product.potency().is_some(),
        "weight": weight,
        "grams": if by_weight { weight } else { Thousandths::default() },
        "total": line.total(),
        "coupons": coupons("coupon_id", "coupon_name"),
        "coupons_v1": coupons("couponId", "couponName"),
        "lot_id": line.sku + 40_000,
        "tier_name": by_weight.then_some("Top shelf"),
    });
    with(price, computed)
}
