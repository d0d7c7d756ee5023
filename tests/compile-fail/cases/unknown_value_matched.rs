//! An unknown value is not matched: the match would fail once it is known.

use pos_v3_client::model::OrderType;

fn is_by_drone(order_type: &OrderType) -> bool {
    matches!(order_type, OrderType::Unknown("drone"))
}

fn main() {
    let _ = is_by_drone;
}
