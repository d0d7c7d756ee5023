//! Only lists have pages.

use pos_v2_client::{Client, GetVenueInfo, VenueToken};

fn pages(client: &Client<VenueToken>) {
    drop(client.call().pages(GetVenueInfo::new()));
}

fn main() {
    let _ = pages;
}
