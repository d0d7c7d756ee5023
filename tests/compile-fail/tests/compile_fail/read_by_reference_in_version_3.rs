//! Version 3 reads an order by its id alone, so the caller says where an order with our reference is.

use pos_v3_client::model::NewIncomingOrder;
use pos_v3_client::{Client, CreateIncomingOrder, IntegratorAndVenue};

fn create(client: &Client<IntegratorAndVenue>, order: NewIncomingOrder) {
    drop(client.create_once(CreateIncomingOrder::new(order)));
}

fn main() {
    let _ = create;
}
