//! The two sides: the same two calls by our clients, and by bare reqwest.

use std::time::Duration;

use api_runtime::transport::reqwest;
use pos_v2_client::{ListCustomers, VenueApiToken};
use pos_v3_client::{GetIncomingOrder, IntegratorAndVenue};
use serde::de::DeserializeOwned;
use test_support::tls::http_client;

use crate::order::OrderResponse;
use benches::strict::CustomerPage;

/// A call.
#[derive(Clone, Copy)]
pub(crate) enum Call {
    /// A small response.
    Order,
    /// A page of 100 customers.
    Customers,
}

impl Call {
    pub(crate) const ALL: [Self; 2] = [Self::Order, Self::Customers];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Customers => "customers",
        }
    }
}

const INTEGRATOR: &str = "demo-integrator-token";
const VENUE: &str = "demo-venue-token";

/// Our clients.
pub(crate) struct Ours {
    orders: pos_v3_client::Client,
    customers: pos_v2_client::Client,
}

impl Ours {
    pub(crate) fn new(address: &str) -> Self {
        let environment = pos_v3_client::Environment::Staging;
        let credentials = IntegratorAndVenue::new(INTEGRATOR, VENUE);
        let orders = pos_v3_client::Config::new(environment, address, credentials);
        let environment = pos_v2_client::Environment::Staging;
        let customers = pos_v2_client::Config::new(environment, address, VenueApiToken::new(VENUE));
        let orders = pos_v3_client::Client::new(orders.expect("a base URL"));
        let customers = pos_v2_client::Client::new(customers.expect("a base URL"));
        Self {
            orders: orders.expect("a client"),
            customers: customers.expect("a client"),
        }
    }

    pub(crate) async fn call(&self, call: Call) {
        match call {
            Call::Order => {
                let response = self.orders.send(GetIncomingOrder::new(48_213)).await;
                assert_eq!(response.expect("an order").order_items.len(), 1);
            }
            Call::Customers => {
                let list = ListCustomers::new().page(1).per_page(100);
                let page = self.customers.send(list).await.expect("a page");
                assert_eq!(page.items.len(), 100);
            }
        }
    }
}

/// The same by bare reqwest: timeouts, no redirects, the same headers, a checked status, strict
/// structs.
pub(crate) struct Bare {
    client: reqwest::Client,
    address: String,
}

impl Bare {
    pub(crate) fn new(address: &str) -> Self {
        let client = http_client()
            .connect_timeout(Duration::from_millis(3_100))
            .timeout(Duration::from_secs(30))
            .redirect(reqwest::redirect::Policy::none())
            .user_agent("bare/0.1.0")
            .no_proxy()
            .tls_certs_only([]);
        Self {
            client: client.build().expect("a client"),
            address: address.to_owned(),
        }
    }

    pub(crate) async fn call(&self, call: Call) {
        match call {
            Call::Order => {
                let address = format!("{}/v3/incoming_orders/{}", self.address, 48_213);
                let request = self.client.get(address).basic_auth(INTEGRATOR, Some(VENUE));
                let response: OrderResponse = read(request).await;
                assert_eq!(response.order_items.len(), 1);
            }
            Call::Customers => {
                let address = format!(
                    "{}/v2/venue/customers?page={}&per_page={}",
                    self.address, 1, 100
                );
                let page: CustomerPage = read(self.client.get(address).bearer_auth(VENUE)).await;
                assert_eq!(page.customers.len(), 100);
            }
        }
    }
}

async fn read<T: DeserializeOwned>(request: reqwest::RequestBuilder) -> T {
    let request = request.header("accept", "application/json");
    let response = request.send().await.expect("a response");
    let response = response.error_for_status().expect("a success");
    let body = response.bytes().await.expect("a body");
    serde_json::from_slice(&body).expect("JSON")
}
