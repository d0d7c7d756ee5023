//! Orders at the venue, which both databases prepare.

use pos_v1_client::CreateIncomingOrder;
use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};

/// An order of one item.
pub fn new_order(reference: &str) -> CreateIncomingOrder {
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 950.into(),
        quantity: 1,
    });
    CreateIncomingOrder::new(NewIncomingOrder::new(reference, vec![item]))
}
