//! The vendor API.

use vendor_client::{
    Client, Config, Environment, Integrator, IntegratorAndVendor, ListRetailers, ListVendors,
};

use super::harness::Wire;

wire_tests! {
    "vendor"
    retailers_are_listed_with_integrator_and_vendor_token: list_retailers {
        client: ["with the vendor token" => ListRetailers::new(),]
    }
    vendors_are_listed_with_the_integrator_token_alone: list_vendors {
        integrator: ["integrator token alone" => ListVendors::new(),]
        client: ["with the vendor token" => ListVendors::new(),]
    }
}

fn client(wire: &Wire) -> Client {
    let tokens = IntegratorAndVendor::new("demo-integrator-token", "demo-vendor-token");
    Client::new(Config::new(Environment::Staging, &wire.base_url("/api"), tokens).unwrap()).unwrap()
}

fn integrator(wire: &Wire) -> Client<Integrator> {
    client(wire).with_credentials(Integrator::new("demo-integrator-token"))
}
