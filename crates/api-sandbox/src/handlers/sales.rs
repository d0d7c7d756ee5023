//! Past sales, in versions 2 and 1.

use serde_json::{Value, json};

use super::paging::{after, page, updated};
use super::{Call, Outcome, Refusal};
use crate::state::World;
use crate::state::decimal::Milli;
use crate::state::time::Moment;
use crate::state::venue::Venue;
use crate::state::venue::sale::{Line, Sale};

/// Lists sales. Without a filter they begin with the start of the day, at the venue, two days before; the reply tells
/// the filter that was applied.
pub(super) fn list_v2(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let given = after(call, "q[ordered_at_gt]", venue);
    let from = given.unwrap_or_else(|| {
        let zone = venue.facts.zone();
        let day = call.now.day(&zone);
        // Days of a calendar, not of 24 hours: a clock change lies between some of them.
        let day = day
            .yesterday()
            .and_then(|day| day.yesterday())
            .unwrap_or(day);
        Moment::start_of(day, &zone)
    });
    let rows: Vec<&Sale> = venue
        .sales()
        .iter()
        .filter(|sale| sale.ordered_at > from)
        .collect();
    let mut reply = page(call, "sales_histories", &rows, |sale| sale_v2(venue, sale));
    let echoed = match given {
        Some(_) => call.parameter("q[ordered_at_gt]").clone(),
        None => from.text().into(),
    };
    reply.insert("ordered_at_gt".to_owned(), echoed);
    reply.insert("default_filter_applied".to_owned(), given.is_none().into());
    Ok(reply.into())
}

/// Reads a sale.
pub(super) fn get(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let found = venue
        .sales()
        .iter()
        .find(|sale| Some(sale.id) == call.integer("id"));
    let sale = found.ok_or_else(|| Refusal::new(404, "Sale not found"))?;
    Ok(json!({ "sales_history": sale_v2(venue, sale) }).into())
}

/// Lists sales as version 1 does: as `tickets`, and all of them when no filter is given.
pub(super) fn list_v1(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let rows = updated(call, venue, venue.sales().iter(), |sale| sale.updated_at);
    Ok(page(call, "tickets", &rows, |sale| sale_v1(venue, sale)).into())
}

fn sale_v2(venue: &Venue, sale: &Sale) -> Value {
    let zone = venue.facts.zone();
    let item = |line: &Line| {
        let product = &venue.products()[line.product];
        let variation = &product.variations[line.variation];
        let weight = variation.unit.times(line.quantity);
        json!({
            "item_id": line.id,
            "sales_history_id": sale.id,
            "product_id": product.id,
            "inventory_id": variation.sku,
            "lot_id": null,
            "lot_number": format!("LOT-{}", variation.sku),
            "is_marijuana": product.potency.is_some(),
            "quantity": line.quantity,
            "weight": weight.text(),
            "unit_weight": variation.unit.number(),
            "unit_of_weight": variation.unit_type,
            "weight_in_grams": if product.group.by_weight { weight } else { Milli::default() }.number(),
            "cost": line.cost,
            "sub_total": line.sub_total,
            "tax": line.tax,
            "discount": line.discount,
            "sku": format!("SKU-{}", variation.sku),
            "category": product.group.name,
            "brand": product.brand,
            "product_name": product.name,
            "family_name": product.group.name,
            "tier_name": null,
            "discount_list": discounts(line, "coupon_id", "coupon_name"),
            "total": line.total(),
        })
    };
    json!({
        "id": sale.id,
        "is_medical": false,
        "ordered_at": sale.ordered_at.text(),
        "ordered_at_local": sale.ordered_at.local_text(&zone),
        "sale_type": "regular",
        "order_source": sale.source,
        "terminal_till_id": sale.till_id,
        "terminal_id": 4,
        "local_order_id": format!("L-{}", sale.id),
        "customer_id": sale.customer_id,
        "user_id": sale.user_id,
        "sub_total": sale.sum(|line| line.sub_total),
        "discount": sale.sum(|line| line.discount),
        "tax": sale.sum(|line| line.tax),
        "total": sale.sum(Line::total),
        "cost": sale.sum(|line| line.cost),
        "status": "COMPLETE",
        "created_at": sale.ordered_at.text(),
        "updated_at": sale.updated_at.text(),
        "items": sale.lines.iter().map(item).collect::<Vec<_>>(),
        "sales_tenders": [{
            "sales_tender_id": sale.id * 10 + 1,
            "subtotal": sale.sum(|line| line.sub_total - line.discount),
            "tax": sale.sum(|line| line.tax),
            "total": sale.sum(Line::total),
            "payment_method_name": sale.payment,
        }],
    })
}

fn sale_v1(venue: &Venue, sale: &Sale) -> Value {
    let item = |line: &Line| {
        let product = &venue.products()[line.product];
        let variation = &product.variations[line.variation];
        json!({
            "ticketItemId": line.id,
            "ticketId": sale.id,
            "productId": product.id,
            "inventoryId": variation.sku,
            "quantity": line.quantity,
            "weight": variation.unit.times(line.quantity).text(),
            "cost": line.cost,
            "subTotal": line.sub_total,
            "tax": line.tax,
            "discount": line.discount,
            "discountList": discounts(line, "couponId", "couponName"),
            "total": line.total(),
        })
    };
    json!({
        "ticketId": sale.id,
        "isMedical": false,
        "utcDate": sale.ordered_at.text(),
        "localTime": sale.ordered_at.local_text(&venue.facts.zone()),
        "ticketType": "regular",
        "customerId": sale.customer_id,
        "employeeId": sale.user_id,
        "paymentType": sale.payment,
        "subTotal": sale.sum(|line| line.sub_total),
        "discount": sale.sum(|line| line.discount),
        "tax": sale.sum(|line| line.tax),
        "total": sale.sum(Line::total),
        "items": sale.lines.iter().map(item).collect::<Vec<_>>(),
        "created_at": sale.ordered_at.text(),
        "updated_at": sale.updated_at.text(),
    })
}

/// A discount of a sale is that of the coupon of ten percent.
fn discounts(line: &Line, id: &str, name: &str) -> Value {
    if line.discount == 0 {
        json!([])
    } else {
        json!([{ id: 311, name: "Ten percent off" }])
    }
}
