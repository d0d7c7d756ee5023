//! A client of version 3 sends what version 3 has, even with the right credentials.

use pos_v2_client::{GetVenueInfo, VenueToken};
use pos_v3_client::Client;

fn read(client: &Client<VenueToken>) {
    drop(client.send(GetVenueInfo::new()));
}

fn main() {
    let _ = read;
}
