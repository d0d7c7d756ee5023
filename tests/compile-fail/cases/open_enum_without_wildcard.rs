//! Every enum is open: there are always values that are not known yet.

use pos_v3_client::model::OrderType;

fn is_delivered(order_type: &OrderType) -> bool {
    match order_type {
        OrderType::Pickup => false,
        OrderType::Delivery => true,
        OrderType::Unknown(_) => false,
    }
}

fn main() {
    let _ = is_delivered;
}
