//! The vendor API.

use tests::wire::Wire;
use tests::wire_tests;
use vendor_client::{
    Client, Config, Environment, ErrorKind, Integrator, IntegratorAndVendor, ListRetailers,
    ListVendors,
};

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
    for section in [
        "200 a body of a shape not shown",
        "200 a list of a shape not shown",
        "200 without a body",
    ] {
        wire.accepts(&client, section, ListRetailers::new()).await;
    }
    for (section, kind) in FAILURES {
        wire.fails(&client, section, ListRetailers::new(), kind, &[])
            .await;
    }
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
    for section in [
        "200 a body of a shape not shown",
        "200 a list of a shape not shown",
        "200 without a body",
    ] {
        wire.accepts(&integrator_client, section, ListVendors::new())
            .await;
    }
    for (section, kind) in FAILURES {
        wire.fails(&integrator_client, section, ListVendors::new(), kind, &[])
            .await;
    }
}

const FAILURES: [(&str, ErrorKind); 5] = [
    (
        "401 invalid or missing credentials",
        ErrorKind::Unauthorized,
    ),
    (
        "403 valid credentials, insufficient permissions",
        ErrorKind::Forbidden,
    ),
    (
        "404 not found, or not accessible with the token",
        ErrorKind::NotFound,
    ),
    ("500 internal server error", ErrorKind::Server),
    ("500 a body of a shape not shown", ErrorKind::Server),
];
