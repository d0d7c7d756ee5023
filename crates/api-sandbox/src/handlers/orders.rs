//! Orders of versions 3 and 1.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Call, HandlerResult};
use crate::response::Rejection;
use crate::state::State;
use crate::state::table::parse_id;
use crate::state::venue::order::Order;
use crate::state::venue::order_record::OrderRecord;

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
    if call.venue(state)?.orders.by_key(reference).is_some() {
        return Err(call.invalid(vec!["reference_no has already been taken".to_owned()]));
    }
    let id = state.next_id();
    let venue = call.venue_mut(state)?;
    let order = Order::new(venue, id, fields, call.now).map_err(|errors| call.invalid(errors))?;
    let response = OrderResponse::new(&order).into();
    venue.orders.insert(order);
    Ok(response)
}

/// Gets an order.
pub(super) fn get(state: &mut State, call: &mut Call) -> HandlerResult {
    Ok(OrderResponse::new(find(state, call)?).into())
}

/// Gets an order with all fields, by its id or its reference.
pub(super) fn get_full(state: &mut State, call: &mut Call) -> HandlerResult {
    let order = find(state, call)?;
    Ok(OrderResponse {
        code: 1,
        incoming_order: order.full_record(),
        order_items: &order.items,
    }
    .into())
}

/// An order with its items, as responses wrap it.
#[derive(Serialize)]
pub(super) struct OrderResponse<'o, R> {
    code: i64,
    incoming_order: R,
    order_items: &'o RawValue,
}

impl<'o> OrderResponse<'o, OrderRecord<'o>> {
    /// The order with the fields of the response to its creation.
    pub(super) fn new(order: &'o Order) -> Self {
        Self {
            code: 1,
            incoming_order: order.record(),
            order_items: &order.items,
        }
    }
}

fn find<'s>(state: &'s State, call: &Call) -> Result<&'s Order, Rejection> {
    let key = call.key("id").unwrap_or_default();
    let orders = &call.venue(state)?.orders;
    let id = parse_id(&key).and_then(|id| orders.get(id));
    // A reference may be numeric.
    let found = id.or_else(|| orders.by_key(&key));
    found.ok_or_else(|| Rejection::new(404, "Order not found"))
}
