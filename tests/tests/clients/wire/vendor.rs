//! The vendor API.

use vendor_client::{Client, Integrator, ListRetailers, ListVendors};

use super::harness::{self, Wire};
use crate::config;

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
    harness::client(config::vendor(&wire.base_url("/api")))
}

fn integrator(wire: &Wire) -> Client<Integrator> {
    client(wire).with_account("other", Integrator::new("demo-integrator-token"))
}
