//! Orders, in versions 3 and 1.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Call, Outcome, Refusal};
use crate::state::World;
use crate::state::venue::order::Order;
use crate::state::venue::order_record::OrderRecord;

/// Makes an order, unless its reference is in use at the venue.
pub(super) fn create(world: &mut World, call: &mut Call) -> Outcome {
    let fields = call.take_from_body("incoming_order");
    let reference = fields
        .get("reference_no")
        .and_then(Value::as_str)
        .unwrap_or_default();
    if reference.trim().is_empty() {
        return Err(call.invalid(vec![
            "reference_no: it is due to identify the order".to_owned(),
        ]));
    }
    if call
        .venue(world)?
        .orders
        .with_reference(reference)
        .is_some()
    {
        return Err(call.invalid(vec!["reference_no has already been taken".to_owned()]));
    }
    let number = world.number();
    let venue = call.venue_mut(world)?;
    let order =
        Order::new(venue, number, fields, call.now).map_err(|problems| call.invalid(problems))?;
    let reply = OrderReply::of(&order).into();
    venue.orders.push(order);
    Ok(reply)
}

/// Reads an order.
pub(super) fn get(world: &mut World, call: &mut Call) -> Outcome {
    Ok(OrderReply::of(found(world, call)?).into())
}

/// Reads an order with all its fields, by its id or its reference.
pub(super) fn get_full(world: &mut World, call: &mut Call) -> Outcome {
    let order = found(world, call)?;
    Ok(OrderReply {
        code: 1,
        incoming_order: order.full_record(),
        order_items: &order.items,
    }
    .into())
}

/// An order with its items, in the envelope of its replies.
#[derive(Serialize)]
pub(super) struct OrderReply<'o, R> {
    code: i64,
    incoming_order: R,
    order_items: &'o RawValue,
}

impl<'o> OrderReply<'o, OrderRecord<'o>> {
    /// As the reply to its creation shows it.
    pub(super) fn of(order: &'o Order) -> Self {
        Self {
            code: 1,
            incoming_order: order.record(),
            order_items: &order.items,
        }
    }
}

fn found<'w>(world: &'w World, call: &Call) -> Result<&'w Order, Refusal> {
    let key = call.parameter("id");
    let orders = &call.venue(world)?.orders;
    let found = match key {
        Value::String(text) => orders.with_reference(text),
        // A reference may look like a number.
        key => key.as_i64().and_then(|number| {
            orders
                .with_id(number)
                .or_else(|| orders.with_reference(&number.to_string()))
        }),
    };
    found.ok_or_else(|| Refusal::new(404, "Order not found"))
}
