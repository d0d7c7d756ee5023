//! An item of an order says what and how many.

use pos_v3_client::model::{NewOrderItem, NewOrderItemRequired};

fn main() {
    let _ = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "parent".into(),
        product_id: "product".into(),
    });
}
