//! A vendor's operation needs the vendor's token beside the integrator's.

use vendor_client::{Client, Integrator, ListRetailers};

fn list(client: &Client<Integrator>) {
    let _ = client.to_http(&ListRetailers::new());
}

fn main() {
    let _ = list;
}
