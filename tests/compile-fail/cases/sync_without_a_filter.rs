//! An incremental sync needs a filter by the day of the last change.

use std::time::Duration;

use pos_v2_client::{Client, ListCoupons, VenueToken};

fn sync(client: &Client<VenueToken>) {
    drop(client.call().sync(ListCoupons::new(), None, Duration::ZERO));
}

fn main() {
    let _ = sync;
}
