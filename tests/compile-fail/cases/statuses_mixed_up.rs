//! The status of a callback and the state of an order are two things.

use pos_v3_client::model::{IncomingOrder, OrderStatus};

fn is_pending(order: &IncomingOrder) -> bool {
    order.aasm_state == Some(OrderStatus::Pending.into())
}

fn main() {
    let _ = is_pending;
}
