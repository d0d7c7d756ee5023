//! A client sends operations. A body is a part of one.

use pos_v1_client::model::NewIncomingOrder;
use pos_v1_client::{Client, VenueToken};

fn create(client: &Client<VenueToken>, order: NewIncomingOrder) {
    drop(client.send(order));
}

fn main() {
    let _ = create;
}
