//! An incremental sync needs a filter by the day of the last change.

use std::time::Duration;

use pos_v2_client::{Client, ListCoupons, VenueApiToken};

fn sync(client: &Client<VenueApiToken>) {
    drop(client.call().sync(ListCoupons::new(), None, Duration::ZERO));
}

fn main() {
    let _ = sync;
}
