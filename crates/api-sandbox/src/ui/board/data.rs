//! The data of the board: records as the control interface has them.

use std::cmp::Reverse;

use serde::Serialize;
use serde_json::{Value, json};

use super::list::{Entry, ListQuery};
use crate::context::Context;
use crate::control::{Payment, PlacedOrder};
use crate::exact::Exact;
use crate::state::lock::lock;
use crate::state::payment::{PaymentRequest, PaymentState};
use crate::state::recorded_body::RecordedBody;
use crate::state::request_log::RecordedRequest;
use crate::state::table::{Record, Table};
use crate::state::venue::Venue;
use crate::state::venue::order::Order;
use crate::state::venue::quote::Quote;
use crate::state::venue::status::OrderStatus;
use crate::webhooks::{Callback, CallbackOutcome};

const QUOTE_GROUPS: [&str; 2] = ["Open", "Finalized"];
const PAYMENT_GROUPS: [&str; 3] = ["Created", "Submitted", "Refunded"];
const CALLBACK_GROUPS: [&str; 4] = ["Accepted", "Rejected", "Blocked", "Failed"];
const REQUEST_GROUPS: [&str; 5] = ["2xx", "3xx", "4xx", "5xx", "Aborted"];

/// A page of a list; `None` for an unknown kind.
pub(super) fn list(context: &Context, kind: &str, query: &ListQuery) -> Option<Value> {
    let state = context.state();
    let mut list = match kind {
        "orders" => {
            let groups = OrderStatus::ALL.map(OrderStatus::name);
            let orders = latest_first(&state.venues, |venue| &venue.orders);
            let entry = |(venue, order): &AtVenue<'_, Order>| Entry {
                key: order.id,
                group: order.status.name(),
                venue: Some(venue.profile.id),
            };
            query.page(&groups, orders, entry, |(venue, order)| {
                order_row(venue, order)
            })
        }
        "quotes" => {
            let quotes = latest_first(&state.venues, |venue| &venue.quotes);
            let entry = |(venue, quote): &AtVenue<'_, Quote>| Entry {
                key: quote.id,
                group: quote_group(quote),
                venue: Some(venue.profile.id),
            };
            query.page(&QUOTE_GROUPS, quotes, entry, |(venue, quote)| {
                quote_row(venue, quote)
            })
        }
        "payments" => {
            let environment = query.environment.as_deref();
            let is_selected = |payment: &&PaymentRequest| {
                environment.is_none_or(|environment| environment == payment.environment.name())
            };
            let mut payments: Vec<_> = state.payments.iter().filter(is_selected).collect();
            payments.reverse();
            let entry = |payment: &&PaymentRequest| Entry {
                key: payment.id,
                group: payment_group(payment),
                venue: None,
            };
            let row = |payment: &&PaymentRequest| {
                with(&Payment::new(&state, payment), json!({ "id": payment.uid }))
            };
            query.page(&PAYMENT_GROUPS, payments.into_iter(), entry, row)
        }
        "callbacks" => {
            let callbacks = context.dispatcher.callbacks();
            let venue = |order: i64| {
                let mut venues = state.venues.iter();
                let venue = venues.find(|venue| venue.orders.get(order).is_some())?;
                Some(venue.profile.id)
            };
            let entry = |callback: &&Callback| Entry {
                key: callback.number as i64,
                group: callback_group(callback),
                venue: venue(callback.order),
            };
            query.page(
                &CALLBACK_GROUPS,
                callbacks.iter().rev(),
                entry,
                |callback| callback_row(callback),
            )
        }
        "requests" => {
            let log = lock(&context.request_log);
            let entry = |request: &&RecordedRequest| Entry {
                key: request.number as i64,
                group: request_group(request),
                venue: None,
            };
            query.page(&REQUEST_GROUPS, log.latest_first(), entry, |request| {
                request_row(request)
            })
        }
        _ => return None,
    };
    let count = |count: fn(&Venue) -> usize| -> usize { state.venues.iter().map(count).sum() };
    let venues = state.venues.iter();
    let venues = venues.map(|venue| json!({ "id": venue.profile.id, "name": venue.profile.name }));
    let clock = state.clock;
    list["overview"] = json!({
        "venues": venues.collect::<Vec<_>>(),
        "statuses": OrderStatus::ALL.map(OrderStatus::name),
        "clock": { "now": clock.now().to_string(), "is_running": clock.is_running() },
        "totals": {
            "orders": count(|venue| venue.orders.iter().count()),
            "quotes": count(|venue| venue.quotes.iter().count()),
            "payments": state.payments.iter().count(),
            "callbacks": context.dispatcher.callbacks().len(),
            "requests": lock(&context.request_log).len(),
        },
    });
    Some(list)
}

/// A record with its details. `record` is the JSON of its fields as text, so that the page shows
/// numbers as they are.
pub(super) fn record(context: &Context, kind: &str, id: &str) -> Option<Value> {
    let state = context.state();
    let number = id.parse().unwrap_or_default();
    let mut venues = state.venues.iter();
    match kind {
        "orders" => {
            let (venue, order) =
                venues.find_map(|venue| Some((venue, venue.orders.get(number)?)))?;
            let callbacks = context.dispatcher.callbacks().into_iter();
            let callbacks = callbacks.filter(|callback| callback.order == number);
            let mut row = order_row(venue, order);
            row["record"] = text(&order.full_record());
            row["callbacks"] = callbacks.map(|callback| callback_row(&callback)).collect();
            Some(row)
        }
        "quotes" => {
            let (venue, quote) =
                venues.find_map(|venue| Some((venue, venue.quotes.get(number)?)))?;
            let mut row = quote_row(venue, quote);
            row["record"] = text(&quote.record(venue).into());
            Some(row)
        }
        "payments" => {
            let payment = state.payments.iter().find(|payment| payment.uid == id)?;
            let fields = Value::from(payment.fields.clone());
            let more = json!({ "id": payment.uid, "group": payment_group(payment), "record": text(&fields) });
            Some(with(&Payment::new(&state, payment), more))
        }
        "callbacks" => {
            let callbacks = context.dispatcher.callbacks();
            let callback = callbacks
                .iter()
                .find(|callback| callback.number as i64 == number)?;
            Some(callback_row(callback))
        }
        "requests" => {
            let log = lock(&context.request_log);
            let request = log
                .latest_first()
                .find(|request| request.number as i64 == number)?;
            let mut row = request_row(request);
            row["request_body"] = body(&request.body);
            row["response_body"] = body(&request.response_body);
            Some(row)
        }
        _ => None,
    }
}

/// A record with its venue.
type AtVenue<'s, R> = (&'s Venue, &'s R);

/// The records of all venues, in descending order of their ids.
fn latest_first<'s, R: Record>(
    venues: &'s [Venue],
    table: impl Fn(&'s Venue) -> &'s Table<R>,
) -> impl Iterator<Item = AtVenue<'s, R>> {
    let at_venue = |venue: &'s Venue| table(venue).iter().map(move |record| (venue, record));
    let mut records: Vec<AtVenue<'s, R>> = venues.iter().flat_map(at_venue).collect();
    records.sort_unstable_by_key(|(_, record)| Reverse(record.id()));
    records.into_iter()
}

/// The JSON of a record of the control interface, and more members.
fn with(record: &impl Serialize, more: Value) -> Value {
    let mut row = serde_json::to_value(record).unwrap_or_default();
    if let (Value::Object(row), Value::Object(more)) = (&mut row, more) {
        row.extend(more);
    }
    row
}

fn order_row(venue: &Venue, order: &Order) -> Value {
    let more = json!({ "group": order.status.name(), "venue_name": venue.profile.name });
    with(&PlacedOrder::new(venue, order), more)
}

fn quote_row(venue: &Venue, quote: &Quote) -> Value {
    // Only quotes that can be priced are stored.
    let priced = quote.priced(venue).ok();
    json!({
        "id": quote.id,
        "group": quote_group(quote),
        "reference_no": quote.reference_no(),
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

fn payment_group(payment: &PaymentRequest) -> &'static str {
    match payment.state {
        PaymentState::Created => PAYMENT_GROUPS[0],
        PaymentState::Submitted => PAYMENT_GROUPS[1],
        PaymentState::Refunded => PAYMENT_GROUPS[2],
    }
}

fn callback_row(callback: &Callback) -> Value {
    let more = json!({ "id": callback.number, "group": callback_group(callback) });
    with(callback, more)
}

fn callback_group(callback: &Callback) -> &'static str {
    match callback.outcome {
        CallbackOutcome::Responded(200..=299) => CALLBACK_GROUPS[0],
        CallbackOutcome::Responded(_) => CALLBACK_GROUPS[1],
        CallbackOutcome::Blocked(_) => CALLBACK_GROUPS[2],
        CallbackOutcome::Failed(_) => CALLBACK_GROUPS[3],
    }
}

fn request_row(request: &RecordedRequest) -> Value {
    let more = json!({
        "id": request.number,
        "group": request_group(request),
        "milliseconds": request.elapsed.as_secs_f64() * 1e3,
        // As text, in which a search finds any part.
        "body": String::from_utf8_lossy(request.body.bytes()),
        "response_body": String::from_utf8_lossy(request.response_body.bytes()),
    });
    with(request, more)
}

fn request_group(request: &RecordedRequest) -> &'static str {
    match request.status {
        Some(0..=299) => REQUEST_GROUPS[0],
        Some(300..=399) => REQUEST_GROUPS[1],
        Some(400..=499) => REQUEST_GROUPS[2],
        Some(_) => REQUEST_GROUPS[3],
        None => REQUEST_GROUPS[4],
    }
}

/// The text of a body, and the number of its bytes that were not recorded.
fn body(body: &RecordedBody) -> Value {
    json!({
        "text": String::from_utf8_lossy(body.bytes()),
        "omitted": body.len() - body.bytes().len(),
    })
}

fn text(record: &Value) -> Value {
    serde_json::to_string(&Exact(record))
        .unwrap_or_default()
        .into()
}
