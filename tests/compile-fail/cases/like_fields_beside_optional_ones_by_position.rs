//! The ids of an item of an order can be mistaken for each other and for its quantity, so they are named.

use pos_v3_client::model::NewOrderItem;

fn main() {
    let _ = NewOrderItem::new("7001", 9001, 1);
}
