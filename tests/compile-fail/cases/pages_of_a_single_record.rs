//! Only lists have pages.

use pos_v2_client::{Client, GetVenueInfo, VenueApiToken};

fn pages(client: &Client<VenueApiToken>) {
    drop(client.call().pages(GetVenueInfo::new()));
}

fn main() {
    let _ = pages;
}
