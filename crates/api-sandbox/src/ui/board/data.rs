//! The data of the board: what the control interface has, as rows of lists.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::list::{is_text, page};
use crate::control::{Control, Payment, PlacedOrder};
use crate::exact::exact_json;
use crate::json::with;
use crate::state::recorded_body::RecordedBody;
use crate::state::request_log::RecordedRequest;
use crate::state::venue::Venue;
use crate::state::venue::quote::Quote;
use crate::state::venue::status::OrderStatus;
use crate::webhooks::{Callback, CallbackOutcome};

/// A page of a list; `None` for an unknown kind.
pub(super) fn list(control: &Control, kind: &str, query: &str) -> Option<Value> {
    let mut list = page(&groups(kind)?, rows(control, kind), query);
    list["overview"] = overview(control);
    Some(list)
}

/// A record with its details. `record` is the JSON of its fields as text, so that the page shows
/// numbers as they are.
pub(super) fn record(control: &Control, kind: &str, id: &str) -> Option<Value> {
    let mut rows = rows(control, kind).into_iter();
    let mut row = rows.find(|row| is_text(&row["id"], id))?;
    let number = id.parse().unwrap_or_default();
    let state = control.context().state();
    let mut venues = state.venues.iter();
    match kind {
        "orders" => {
            let order = venues.find_map(|venue| venue.orders.get(number))?;
            let callbacks = control.callbacks().into_iter();
            let callbacks = callbacks.filter(|callback| callback.order == number);
            row["record"] = exact_json(&order.full_record()).into();
            row["callbacks"] = callbacks
                .map(|callback| callback_row(&callback, None))
                .collect();
        }
        "quotes" => {
            let record = venues.find_map(|venue| Some(venue.quotes.get(number)?.record(venue)))?;
            row["record"] = exact_json(&record.into()).into();
        }
        "payments" => {
            let payment = state.payments.iter().find(|payment| payment.uid == id)?;
            row["record"] = exact_json(&payment.fields.clone().into()).into();
        }
        _ => {}
    }
    Some(row)
}

/// The groups of a kind; `None` for an unknown one.
fn groups(kind: &str) -> Option<Vec<&'static str>> {
    Some(match kind {
        "orders" => OrderStatus::ALL.map(OrderStatus::name).to_vec(),
        "quotes" => vec!["Open", "Finalized"],
        "payments" => vec!["Created", "Submitted", "Refunded"],
        "callbacks" => vec!["Accepted", "Rejected", "Blocked", "Failed"],
        "requests" => vec!["2xx", "3xx", "4xx", "5xx", "Aborted"],
        _ => return None,
    })
}

/// The records of a kind. The key of a row is greater than those of older records.
fn rows(control: &Control, kind: &str) -> Vec<Value> {
    let context = control.context();
    let venue_name = |id: i64| {
        let mut profiles = context.profiles.iter();
        profiles
            .find(|venue| venue.id == id)
            .map(|venue| &venue.name)
    };
    match kind {
        "orders" => {
            let orders = control.orders().into_iter();
            let row = |order: PlacedOrder| {
                let venue = venue_name(order.venue);
                let more = json!({ "key": order.id, "group": order.status, "venue_name": venue });
                with(&order, more)
            };
            orders.map(row).collect()
        }
        "quotes" => {
            let state = context.state();
            let venues = state.venues.iter();
            venues.flat_map(quote_rows).collect()
        }
        "payments" => {
            let payments = control.payments().into_iter().zip(1..);
            let row = |(payment, key): (Payment, i64)| {
                let more = json!({ "id": payment.request_uid, "key": key, "group": payment.state });
                with(&payment, more)
            };
            payments.map(row).collect()
        }
        "callbacks" => {
            let orders = control.orders().into_iter();
            let venues: HashMap<i64, i64> = orders.map(|order| (order.id, order.venue)).collect();
            let callbacks = control.callbacks().into_iter();
            callbacks
                .map(|callback| callback_row(&callback, venues.get(&callback.order)))
                .collect()
        }
        _ => control.requests().iter().map(request_row).collect(),
    }
}

fn overview(control: &Control) -> Value {
    let context = control.context();
    let state = context.state();
    let count = |count: fn(&Venue) -> usize| -> usize { state.venues.iter().map(count).sum() };
    let venues = context.profiles.iter();
    let venues = venues.map(|venue| json!({ "id": venue.id, "name": venue.name }));
    json!({
        "venues": venues.collect::<Vec<_>>(),
        "statuses": OrderStatus::ALL,
        "clock": { "now": state.clock.now().to_string(), "is_running": state.clock.is_running() },
        "totals": {
            "orders": count(|venue| venue.orders.iter().count()),
            "quotes": count(|venue| venue.quotes.iter().count()),
            "payments": state.payments.iter().count(),
            "callbacks": control.callbacks().len(),
            "requests": control.requests().len(),
        },
    })
}

fn quote_rows(venue: &Venue) -> Vec<Value> {
    let row = |quote: &Quote| {
        // Only quotes that can be priced are stored.
        let priced = quote.priced(venue).ok();
        let is_finalized = quote.order_id.is_some();
        json!({
            "id": quote.id,
            "key": quote.id,
            "group": if is_finalized { "Finalized" } else { "Open" },
            "venue": venue.profile.id,
            "reference_no": quote.reference_no(),
            "venue_name": venue.profile.name,
            "order": quote.order_id,
            "total": priced.as_ref().map(|priced| priced.total()),
            "item_count": priced.map(|priced| priced.lines.len()),
            "updated_at": quote.updated_at.to_rfc3339(),
        })
    };
    venue.quotes.iter().map(row).collect()
}

fn callback_row(callback: &Callback, venue: Option<&i64>) -> Value {
    let group = match callback.outcome {
        CallbackOutcome::Responded(200..=299) => "Accepted",
        CallbackOutcome::Responded(_) => "Rejected",
        CallbackOutcome::Blocked(_) => "Blocked",
        CallbackOutcome::Failed(_) => "Failed",
    };
    let number = callback.number;
    let more = json!({ "id": number, "key": number, "group": group, "venue": venue });
    with(callback, more)
}

fn request_row(request: &RecordedRequest) -> Value {
    let group = match request.status {
        Some(0..=299) => "2xx",
        Some(300..=399) => "3xx",
        Some(400..=499) => "4xx",
        Some(_) => "5xx",
        None => "Aborted",
    };
    let more = json!({
        "id": request.number,
        "key": request.number,
        "group": group,
        "milliseconds": request.elapsed.as_secs_f64() * 1e3,
        "body": body(&request.body),
        "response_body": body(&request.response_body),
    });
    with(request, more)
}

/// The text of a body, and the number of its bytes that were not recorded.
fn body(body: &RecordedBody) -> Value {
    json!({
        "text": String::from_utf8_lossy(body.bytes()),
        "omitted": body.len() - body.bytes().len(),
    })
}
