//! The text of an unknown value can be read, and not matched.

use pos_v3_client::api_wire::UnknownText;
use pos_v3_client::model::OrderType;

fn text(order_type: OrderType) -> Option<Box<str>> {
    match order_type {
        OrderType::Unknown(UnknownText { text, .. }) => Some(text),
        _ => None,
    }
}

fn main() {
    let _ = text;
}
