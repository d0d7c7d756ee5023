//! An item of an order says what and how many.

use pos_v3_client::model::NewOrderItem;

fn main() {
    let _ = NewOrderItem::new("parent", "product");
}
