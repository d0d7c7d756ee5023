//! Orders, quotes and payments on the board.

use std::cmp::Reverse;

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::list_query::ListQuery;
use super::listing::{Entry, page};
use crate::context::Context;
use crate::exact::{Exact, number_text};
use crate::state::payment::{PaymentEvent, PaymentRequest, PaymentState};
use crate::state::table::{Record, Table};
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::order::Order;
use crate::state::venue::quote::Quote;
use crate::state::venue::status::OrderStatus;

/// The states of a quote on the board.
const QUOTE_GROUPS: [&str; 2] = ["Open", "Finalized"];
/// The states of a payment request on the board.
const PAYMENT_GROUPS: [&str; 3] = ["Created", "Submitted", "Refunded"];

/// A record with its venue.
type AtVenue<'s, R> = (&'s Venue, &'s R);

pub(super) fn orders(context: &Context, query: &ListQuery) -> Value {
    let state = context.state();
    let orders = latest_first(&state.venues, query, |venue| &venue.orders);
    let entry = |(_, order): &AtVenue<'_, Order>| Entry {
        key: order.id,
        group: order.status.name(),
        is_found: is_order_found(order, query),
    };
    let groups = OrderStatus::ALL.map(OrderStatus::name);
    let row = |(venue, order): &AtVenue<'_, Order>| order_row(venue, order);
    page(query, &groups, orders.into_iter(), entry, row)
}

pub(super) fn order(context: &Context, id: i64) -> Option<Value> {
    let state = context.state();
    let (venue, order) = state
        .venues
        .iter()
        .find_map(|venue| Some((venue, venue.orders.get(id)?)))?;
    let mut row = order_row(venue, order);
    let entry = |(status, at): &(OrderStatus, Time)| json!({ "name": status.name(), "at": at.to_rfc3339() });
    row["history"] = order.history.iter().map(entry).collect();
    row["status_callback"] = json!(order.status_callback);
    row["items"] = json!(order.items);
    // Text, so that the page shows the numbers as they are.
    row["record"] = text(&Exact(&order.full_record()));
    drop(state);
    let callbacks = context.dispatcher.callbacks();
    let callbacks = callbacks.iter().filter(|callback| callback.order == id);
    row["callbacks"] = callbacks.map(super::log::callback_row).collect();
    Some(row)
}

pub(super) fn quotes(context: &Context, query: &ListQuery) -> Value {
    let state = context.state();
    let quotes = latest_first(&state.venues, query, |venue| &venue.quotes);
    let entry = |(_, quote): &AtVenue<'_, Quote>| {
        let order = quote.order_id.map(|id| id.to_string()).unwrap_or_default();
        Entry {
            key: quote.id,
            group: quote_group(quote),
            is_found: query.is_found_in([quote.reference_no().as_str(), order.as_str()]),
        }
    };
    let row = |(venue, quote): &AtVenue<'_, Quote>| quote_row(venue, quote);
    page(query, &QUOTE_GROUPS, quotes.into_iter(), entry, row)
}

pub(super) fn quote(context: &Context, id: i64) -> Option<Value> {
    let state = context.state();
    let (venue, quote) = state
        .venues
        .iter()
        .find_map(|venue| Some((venue, venue.quotes.get(id)?)))?;
    let mut row = quote_row(venue, quote);
    row["record"] = text(&Exact(&quote.record(venue).into()));
    Some(row)
}

pub(super) fn payments(context: &Context, query: &ListQuery) -> Value {
    let state = context.state();
    let entry = |payment: &&PaymentRequest| {
        let texts = ["UserBusinessName", "OrderNumber", "UserLastName"]
            .map(|key| string(&payment.fields, key));
        Entry {
            key: payment.id,
            group: payment_group(payment),
            is_found: query.is_found_in(texts.into_iter().chain([payment.uid.as_str()])),
        }
    };
    let is_selected = |payment: &&PaymentRequest| {
        let environment = query.environment.as_deref();
        environment.is_none_or(|environment| environment == payment.environment())
    };
    let mut payments: Vec<_> = state.payments.iter().filter(is_selected).collect();
    payments.reverse();
    page(
        query,
        &PAYMENT_GROUPS,
        payments.into_iter(),
        entry,
        |payment| payment_row(payment),
    )
}

pub(super) fn payment(context: &Context, uid: &str) -> Option<Value> {
    let state = context.state();
    let payment = state.payments.iter().find(|payment| payment.uid == uid)?;
    let mut row = payment_row(payment);
    let entry =
        |event: &PaymentEvent| json!({ "name": event.operation, "at": event.at.to_rfc3339() });
    row["history"] = payment.history.iter().map(entry).collect();
    row["record"] = text(&Exact(&payment.fields.clone().into()));
    Some(row)
}

/// The records of the selected venues, in descending order of their ids.
fn latest_first<'s, R: Record>(
    venues: &'s [Venue],
    query: &ListQuery,
    table: impl Fn(&'s Venue) -> &'s Table<R>,
) -> Vec<AtVenue<'s, R>> {
    let selected = |venue: &&Venue| query.venue.is_none_or(|id| id == venue.profile.id);
    let at_venue = |venue: &'s Venue| table(venue).iter().map(move |record| (venue, record));
    let venues = venues.iter().filter(selected);
    let mut records: Vec<AtVenue<'s, R>> = venues.flat_map(at_venue).collect();
    records.sort_unstable_by_key(|(_, record)| Reverse(record.id()));
    records
}

fn is_order_found(order: &Order, query: &ListQuery) -> bool {
    if query.search.is_empty() {
        return true;
    }
    let id = order.id.to_string();
    let texts = ["telephone", "email", "source", "notes"].map(|key| string(&order.fields, key));
    let name = customer_name(order);
    query.is_found_in(
        texts
            .into_iter()
            .chain([id.as_str(), &order.reference_no, &name]),
    )
}

fn order_row(venue: &Venue, order: &Order) -> Value {
    let items: Vec<&RawValue> = serde_json::from_str(order.items.get()).unwrap_or_default();
    json!({
        "id": order.id,
        "reference": order.reference_no,
        "status": order.status.name(),
        "venue": venue.profile.id,
        "venue_name": venue.profile.name,
        "customer": customer_name(order),
        "order_type": order.order_type(),
        "total": order.total,
        "item_count": items.len(),
        "has_callback": order.status_callback.is_some(),
        "created_at": order.created_at.to_rfc3339(),
        "updated_at": order.updated_at.to_rfc3339(),
    })
}

fn customer_name(order: &Order) -> String {
    let names = ["first_name", "last_name"].map(|key| string(&order.fields, key));
    names.join(" ").trim().to_owned()
}

fn quote_row(venue: &Venue, quote: &Quote) -> Value {
    // Only quotes that can be priced are stored.
    let priced = quote.priced(venue).ok();
    json!({
        "id": quote.id,
        "reference": quote.reference_no(),
        "status": quote_group(quote),
        "venue": venue.profile.id,
        "venue_name": venue.profile.name,
        "order": quote.order_id,
        "total": priced.as_ref().map(|priced| priced.total()),
        "item_count": priced.map(|priced| priced.lines.len()),
        "updated_at": quote.updated_at().to_rfc3339(),
    })
}

fn quote_group(quote: &Quote) -> &'static str {
    QUOTE_GROUPS[usize::from(quote.order_id.is_some())]
}

fn payment_row(payment: &PaymentRequest) -> Value {
    json!({
        "id": payment.uid,
        "reference": payment.uid,
        "environment": payment.environment(),
        "status": payment_group(payment),
        "app": payment.app,
        "linked_to": payment.linked_to,
        "amount": payment.fields.get("Amount").map(amount),
        "business": string(&payment.fields, "UserBusinessName"),
    })
}

fn payment_group(payment: &PaymentRequest) -> &'static str {
    match payment.state {
        PaymentState::Created => PAYMENT_GROUPS[0],
        PaymentState::Submitted => PAYMENT_GROUPS[1],
        PaymentState::Refunded => PAYMENT_GROUPS[2],
    }
}

/// The digits of the request.
fn amount(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => number_text(value).unwrap_or_default().into_owned(),
    }
}

fn string<'f>(fields: &'f serde_json::Map<String, Value>, key: &str) -> &'f str {
    fields.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn text(record: &impl serde::Serialize) -> Value {
    serde_json::to_string(record).unwrap_or_default().into()
}
