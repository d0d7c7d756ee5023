//! A client sends operations. A body is a part of one.

use pos_v2_client::model::NewCustomer;
use pos_v2_client::{Client, VenueApiToken};

fn create(client: &Client<VenueApiToken>, customer: NewCustomer) {
    drop(client.send(customer));
}

fn main() {
    let _ = create;
}
