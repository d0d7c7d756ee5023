//! A token of version 1 is not one of version 2.

use pos_v2_client::{Client, GetVenueInfo};

fn read(client: &Client<pos_v1_client::VenueToken>) {
    let _ = client.to_http(&GetVenueInfo::new());
}

fn main() {
    let _ = read;
}
