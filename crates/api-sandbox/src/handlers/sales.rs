//! Past sales of versions 2 and 1.

use serde_json::{Value, json};

use super::paging::{filter_time, page, updated_page};
use super::{Call, HandlerResult};
use crate::details::rename;
use crate::details::sale::{add_item_v2, add_sale, add_sale_v2};
use crate::response::Rejection;
use crate::state::State;
use crate::state::decimal::Thousandths;
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::sale::{Line, Sale};

/// Lists sales. The default filter is the start of the day before yesterday, at the venue; the
/// response has the filter that was applied.
pub(super) fn list_v2(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let filter = filter_time(call, "q[ordered_at_gt]", venue);
    let start = filter.unwrap_or_else(|| {
        let zone = venue.profile.zone();
        let day = call.now.date(&zone);
        // Calendar days, which may have 23 or 25 hours.
        let day = day
            .yesterday()
            .and_then(|day| day.yesterday())
            .unwrap_or(day);
        Time::start_of_day(day, &zone)
    });
    let rows: Vec<&Sale> = venue
        .sales
        .iter()
        .filter(|sale| sale.ordered_at > start)
        .collect();
    let mut response = page(call, "sales_histories", &rows, |sale| sale_v2(venue, sale));
    let applied = match filter {
        Some(_) => call.parameter("q[ordered_at_gt]").clone(),
        None => start.to_rfc3339().into(),
    };
    response.insert("ordered_at_gt".to_owned(), applied);
    response.insert("default_filter_applied".to_owned(), filter.is_none().into());
    Ok(response.into())
}

/// Gets a sale.
pub(super) fn get(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let found = call.integer("id").and_then(|id| venue.sales.get(id));
    let sale = found.ok_or_else(|| Rejection::new(404, "Sale not found"))?;
    Ok(json!({ "sales_history": sale_v2(venue, sale) }).into())
}

/// Lists sales of version 1, as `tickets`, without a default filter.
pub(super) fn list_v1(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let to_json = |sale: &Sale| sale_v1(venue, sale);
    Ok(updated_page(call, "tickets", venue, &venue.sales, to_json).into())
}

fn sale_v2(venue: &Venue, sale: &Sale) -> Value {
    let zone = venue.profile.zone();
    let item = |line: &Line| {
        let Some((product, variation)) = venue.variation(line.sku) else {
            return Value::Null;
        };
        let weight = variation.unit.saturating_mul(line.quantity);
        let by_weight = product.group.by_weight;
        let mut record = json!({
            "item_id": line.id,
            "sales_history_id": sale.id,
            "product_id": product.id,
            "inventory_id": variation.sku,
            "lot_number": format!("LOT-{}", variation.sku),
            "is_marijuana": product.potency.is_some(),
            "quantity": line.quantity,
            "weight": weight.to_text(),
            "unit_weight": variation.unit.to_number(),
            "unit_of_weight": variation.unit_type,
            "weight_in_grams": if by_weight { weight } else { Thousandths::default() }.to_number(),
            "cost": line.cost,
            "sub_total": line.sub_total,
            "tax": line.tax,
            "discount": line.discount,
            "sku": format!("SKU-{}", variation.sku),
            "category": product.group.name,
            "brand": product.brand,
            "product_name": product.name,
            "family_name": product.group.name,
            "discount_list": discounts(line, "coupon_id", "coupon_name"),
            "total": line.total(),
        });
        add_item_v2(&mut record, sale, by_weight, line);
        record
    };
    let mut record = json!({
        "id": sale.id,
        "is_medical": false,
        "ordered_at": sale.ordered_at.to_rfc3339(),
        "ordered_at_local": sale.ordered_at.to_local_string(&zone),
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
        "created_at": sale.ordered_at.to_rfc3339(),
        "updated_at": sale.updated_at.to_rfc3339(),
        "items": sale.lines.iter().map(item).collect::<Vec<_>>(),
        "sales_tenders": [{
            "sales_tender_id": sale.id * 10 + 1,
            "subtotal": sale.sum(|line| line.sub_total - line.discount),
            "tax": sale.sum(|line| line.tax),
            "total": sale.sum(Line::total),
            "payment_method_name": sale.payment,
        }],
    });
    add_sale(&mut record, venue, sale);
    add_sale_v2(&mut record, sale);
    record
}

fn sale_v1(venue: &Venue, sale: &Sale) -> Value {
    let item = |line: &Line| {
        let Some((product, variation)) = venue.variation(line.sku) else {
            return Value::Null;
        };
        json!({
            "ticketItemId": line.id,
            "ticketId": sale.id,
            "productId": product.id,
            "inventoryId": variation.sku,
            "quantity": line.quantity,
            "weight": variation.unit.saturating_mul(line.quantity).to_text(),
            "cost": line.cost,
            "subTotal": line.sub_total,
            "tax": line.tax,
            "discount": line.discount,
            "discountList": discounts(line, "couponId", "couponName"),
            "total": line.total(),
        })
    };
    let mut record = json!({
        "ticketId": sale.id,
        "isMedical": false,
        "utcDate": sale.ordered_at.to_rfc3339(),
        "localTime": sale.ordered_at.to_local_string(&venue.profile.zone()),
        "ticketType": "regular",
        "customerId": sale.customer_id,
        "employeeId": sale.user_id,
        "paymentType": sale.payment,
        "subTotal": sale.sum(|line| line.sub_total),
        "discount": sale.sum(|line| line.discount),
        "tax": sale.sum(|line| line.tax),
        "total": sale.sum(Line::total),
        "items": sale.lines.iter().map(item).collect::<Vec<_>>(),
        "created_at": sale.ordered_at.to_rfc3339(),
        "updated_at": sale.updated_at.to_rfc3339(),
    });
    add_sale(&mut record, venue, sale);
    if venue.profile.has_list_keys {
        let names = [
            ("customerId", "customer_id"),
            ("paymentType", "payment_type"),
            ("localTime", "local_time"),
            ("subTotal", "subtotal"),
        ];
        rename(&mut record, &names);
    }
    record
}

/// The coupons of a line's discount.
fn discounts(line: &Line, id: &str, name: &str) -> Value {
    let coupons = line.coupons.iter();
    coupons
        .map(|(coupon, coupon_name)| json!({ id: coupon, name: coupon_name }))
        .collect()
}
