//! The vendor API.

use vendor_client::{
    Client, Config, Environment, Integrator, IntegratorAndVendor, ListRetailers, ListVendors,
};

use super::harness::Wire;

wire_tests! {
    "vendor"
    retailers_are_listed_with_integrator_and_vendor_token: list_retailers,
    vendors_are_listed_with_the_integrator_token_alone: list_vendors,
}

fn client(wire: &Wire) -> Client {
    let tokens = IntegratorAndVendor::new("demo-integrator-token", "demo-vendor-token");
    Client::new(Config::new(Environment::Staging, &wire.base_url("/api"), tokens).unwrap()).unwrap()
}

async fn list_retailers(wire: &mut Wire) {
    let client = client(wire);
    wire.sends(&client, "with the vendor token", ListRetailers::new())
        .await;
    wire.receives(&client, ListRetailers::new).await;
}

async fn list_vendors(wire: &mut Wire) {
    let client = client(wire);
    let integrator_client = client.with_credentials(Integrator::new("demo-integrator-token"));
    wire.sends(
        &integrator_client,
        "integrator token alone",
        ListVendors::new(),
    )
    .await;
    wire.sends(&client, "with the vendor token", ListVendors::new())
        .await;
    wire.receives(&integrator_client, ListVendors::new).await;
}
