//! A venue's operation needs the venue's token beside the integrator's.

use pos_v3_client::{Client, GetVenueInfo, Integrator};

fn read(client: &Client<Integrator>) {
    drop(client.send(GetVenueInfo::new()));
}

fn main() {
    let _ = read;
}
