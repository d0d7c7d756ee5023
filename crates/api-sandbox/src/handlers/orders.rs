//! Orders of versions 3 and 1.

use http::Uri;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Call, HandlerResult};
use crate::exact::Exact;
use crate::response::Rejection;
use crate::response::json::JsonBody;
use crate::state::State;
use crate::state::table::parse_id;
use crate::state::venue::order::Order;

/// Creates an order, unless its reference is in use at the venue.
pub(super) fn create(state: &mut State, call: &mut Call) -> HandlerResult {
    let fields = call.take_object("incoming_order");
    let reference = fields
        .get("reference_no")
        .and_then(Value::as_str)
        .unwrap_or_default();
    if reference.trim().is_empty() {
        return Err(call.invalid(vec!["reference_no must not be blank".to_owned()]));
    }
    let callback = fields.get("status_callback").and_then(Value::as_str);
    if callback.is_some_and(|url| !url.is_empty() && !is_http_url(url)) {
        let message = "status_callback must be a URL, as in https://shop.example/orders";
        return Err(call.invalid(vec![message.to_owned()]));
    }
    if call.venue(state)?.order(reference).is_some() {
        return Err(call.invalid(vec!["reference_no has already been taken".to_owned()]));
    }
    let id = state.next_id();
    let venue = call.venue_mut(state)?;
    let order = Order::new(venue, id, fields, call.now).map_err(|errors| call.invalid(errors))?;
    let response = response(&order, &order.record());
    venue.orders.insert(order);
    Ok(response)
}

/// The documents say "URL": that other schemes are none is the sandbox's own choice.
fn is_http_url(url: &str) -> bool {
    let uri: Option<Uri> = url.parse().ok();
    uri.is_some_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some()
    })
}

/// Gets an order.
pub(super) fn get(state: &mut State, call: &mut Call) -> HandlerResult {
    let order = find(state, call)?;
    Ok(response(order, &order.record()))
}

/// Gets an order with all fields, by its id or its reference.
pub(super) fn get_full(state: &mut State, call: &mut Call) -> HandlerResult {
    let order = find(state, call)?;
    Ok(response(order, &order.full_record()))
}

/// An order with its items, as responses wrap it.
pub(super) fn response(order: &Order, record: &Value) -> JsonBody {
    #[derive(Serialize)]
    struct OrderResponse<'o> {
        code: i64,
        incoming_order: Exact<'o>,
        order_items: &'o RawValue,
    }
    OrderResponse {
        code: 1,
        incoming_order: Exact(record),
        order_items: &order.items,
    }
    .into()
}

fn find<'s>(state: &'s State, call: &Call) -> Result<&'s Order, Rejection> {
    let key = call.key("id").unwrap_or_default();
    let venue = call.venue(state)?;
    let id = parse_id(&key).and_then(|id| venue.orders.get(id));
    // A reference may be numeric.
    let found = id.or_else(|| venue.order(&key));
    found.ok_or_else(|| Rejection::new(404, "Order not found"))
}
