//! Keys of sales.

use serde_json::{Value, json};

use super::{Detail, add, add_optional};
use crate::state::FIRST_ID;
use crate::state::decimal::Thousandths;
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::sale::{Line, Sale};

/// Adds the keys that versions 1 and 2 have.
pub(crate) fn add_sale(record: &mut Value, venue: &Venue, sale: &Sale) {
    let profile = &venue.profile;
    let zone = profile.zone();
    let customer = sale.customer_id.and_then(|id| venue.customers.get(id));
    let employee = venue.staff.get(sale.user_id);
    let ordered_at = sale.ordered_at;
    let local = ordered_at.to_local_string(&zone);
    let birthday = customer.and_then(|customer| customer.birthday.as_deref());
    let birth_year = birthday.and_then(|birthday| birthday.get(..4)?.parse::<i16>().ok());
    let year = ordered_at.date(&zone).year();
    let day_millis = ordered_at.millis_of_day(&zone);
    let discount = sale.sum(|line| line.discount);
    let coupon_count = sale.lines.iter().filter(|line| line.discount > 0).count();
    let gender = customer.and_then(|customer| customer.gender.clone());
    let linked: [Detail; 28] = [
        ("order_type", "regular".into()),
        ("order_source", sale.source.clone().into()),
        ("incoming_order_id", sale.order_id.into()),
        ("order_id", sale.order_id.into()),
        ("age", birth_year.map(|birth_year| year - birth_year).into()),
        ("gender", gender.into()),
        ("venue_name", profile.name.clone().into()),
        ("venue_timezone", profile.timezone.clone().into()),
        (
            "customer_name",
            customer.and_then(|customer| customer.full_name()).into(),
        ),
        (
            "employee_name",
            employee.map(|member| member.full_name()).into(),
        ),
        ("payment_type", sale.payment.clone().into()),
        ("ordered_at", ordered_at.to_rfc3339().into()),
        ("local_time", local.into()),
        ("fulfilled_at", sale.updated_at.to_rfc3339().into()),
        ("subtotal", sale.sum(|line| line.sub_total).into()),
        ("cost", sale.sum(|line| line.cost).into()),
        ("terminal_till_id", sale.till_id.into()),
        ("terminal_id", 4.into()),
        ("local_order_id", format!("L-{}", sale.id).into()),
        ("status", "COMPLETE".into()),
        (
            "fraction_of_day",
            Thousandths(day_millis * 1_000 / Time::DAY_MILLIS).to_number(),
        ),
        ("order_discount", discount.into()),
        ("coupon_count", coupon_count.into()),
        ("revisions", sale.revisions.into()),
        ("bag_fee", 0.into()),
        ("full_credit", 0.into()),
        ("full_discount", discount.into()),
        (
            "proc_time",
            (sale.updated_at.millis_since(ordered_at) / 1_000).into(),
        ),
    ];
    // The keys of the documents' examples are kept.
    let present = record.clone();
    let missing = linked.into_iter().filter(|(key, _)| {
        let example_key = match *key {
            "customer_id" => "customerId",
            "payment_type" => "paymentType",
            "local_time" => "localTime",
            "subtotal" => "subTotal",
            key => key,
        };
        present.get(example_key).is_none()
    });
    add(record, missing);
    add(record, [("is_caregiver", false.into())]);
    add_optional_keys(record, sale, discount);
}

fn add_optional_keys(record: &mut Value, sale: &Sale, discount: i64) {
    let id = sale.id;
    let day = |days: i64| {
        let time = sale.ordered_at.add_millis(Time::DAY_MILLIS * days);
        Value::from(time.date(&jiff::tz::TimeZone::UTC).to_string())
    };
    // Without another discount, the value of a coupon is zero.
    let coupon = (discount > 0).then_some(311);
    let optional: [Detail; 21] = [
        ("order_origin", "front_counter".into()),
        ("payment_source", "terminal".into()),
        ("service_charge", 0.into()),
        ("delivery_charge", 0.into()),
        ("gratuity", 0.into()),
        ("open_credits", 0.into()),
        ("restricted_credits", 0.into()),
        ("promo_credits", 0.into()),
        ("merchant_credits", 0.into()),
        ("location", "Front counter".into()),
        ("adjusted_time", sale.updated_at.to_rfc3339().into()),
        ("tuid", format!("T4-{id}").into()),
        ("pos_coupon_id", json!(coupon)),
        ("pos_coupon_value", discount.into()),
        (
            "cc_type",
            json!((sale.payment == "credit").then_some("visa")),
        ),
        ("description", "Counter sale".into()),
        ("sts_status", "reported".into()),
        ("medical_card", format!("DEMO-M-{id}").into()),
        ("medical_card_exp", day(400)),
        ("medical_card_effective", day(-300)),
        ("api_id", format!("api-{id}").into()),
    ];
    add_optional(record, id, optional);
    let path = "cart,discounts,payment";
    add_optional(record, id, [("breadcrumbs", path.into())]);
}

/// Adds the keys of version 2.
pub(crate) fn add_sale_v2(record: &mut Value, sale: &Sale) {
    let id = sale.id;
    let optional: [Detail; 7] = [
        ("pmp_file", format!("pmp-{id}.csv").into()),
        ("client_type", "register".into()),
        ("fulfillment_method", "in_store".into()),
        ("fulfillment_sub_type", "counter".into()),
        ("integrator_id", 71.into()),
        ("api_version", "v2".into()),
        ("client_version", "8.1.4".into()),
    ];
    add_optional(record, id, optional);
}

/// Adds the keys of an item of version 2.
pub(crate) fn add_item_v2(record: &mut Value, sale: &Sale, by_weight: bool, line: &Line) {
    let tier = by_weight.then_some("Top shelf");
    add_optional(
        record,
        if sale.id < FIRST_ID {
            line.id % 1_000
        } else {
            sale.id
        },
        [
            ("lot_id", (line.sku + 40_000).into()),
            ("tier_name", json!(tier)),
        ],
    );
}
