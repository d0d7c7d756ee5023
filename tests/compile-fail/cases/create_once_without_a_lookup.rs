//! Version 3 finds an order by its id alone, so `create_once` needs a lookup: `create_once_with`.

use pos_v3_client::model::NewIncomingOrder;
use pos_v3_client::{Client, CreateIncomingOrder, IntegratorAndVenue};

fn create(client: &Client<IntegratorAndVenue>, order: NewIncomingOrder) {
    drop(client.create_once(CreateIncomingOrder::new(order)));
}

fn main() {
    let _ = create;
}
