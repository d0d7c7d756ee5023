//! Keys of sales.

use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::template::{Context, File, template};
use super::{Detail, add, add_optional};
use crate::state::FIRST_ID;
use crate::state::decimal::Thousandths;
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::sale::{Line, Sale};

static TEMPLATE: File = template!("sale");
static TEMPLATE_V2: File = template!("sale_v2");

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
    context(sale, &TimeZone::UTC, discount).fill(record, &TEMPLATE);
}

/// The context of the templates.
fn context<'z>(sale: &Sale, zone: &'z TimeZone, discount: i64) -> Context<'z> {
    Context {
        id: sale.id,
        time: sale.ordered_at,
        zone,
        values: json!({
            "updated_at": sale.updated_at.to_rfc3339(),
            // Without another discount, the value of a coupon is zero.
            "pos_coupon_id": (discount > 0).then_some(311),
            "discount": discount,
            "cc_type": (sale.payment == "credit").then_some("visa"),
        }),
    }
}

/// Adds the keys of version 2.
pub(crate) fn add_sale_v2(record: &mut Value, sale: &Sale) {
    context(sale, &TimeZone::UTC, 0).fill(record, &TEMPLATE_V2);
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
