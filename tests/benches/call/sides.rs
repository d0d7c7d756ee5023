//! The two sides: the same two calls by our clients, and by hand.

use std::time::Duration;

use api_runtime::reqwest;
use pos_v2_client::{ListCustomers, VenueToken};
use pos_v3_client::{GetIncomingOrder, IntegratorAndVenue};
use serde::de::DeserializeOwned;

use crate::order::OrderReply;
use crate::strict::CustomerPage;

/// What is called.
#[derive(Clone, Copy)]
pub(crate) enum What {
    /// A small reply.
    Order,
    /// A page of 100 customers.
    Customers,
}

impl What {
    pub(crate) const ALL: [Self; 2] = [Self::Order, Self::Customers];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Customers => "customers",
        }
    }

    pub(crate) fn named(name: &str) -> Self {
        let mut all = Self::ALL.into_iter();
        all.find(|what| what.name() == name).expect("a call")
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
        let place = pos_v3_client::Environment::Staging;
        let credentials = IntegratorAndVenue::new(INTEGRATOR, VENUE);
        let orders = pos_v3_client::Config::new(place, address, credentials);
        let place = pos_v2_client::Environment::Staging;
        let customers = pos_v2_client::Config::new(place, address, VenueToken::new(VENUE));
        let orders = pos_v3_client::Client::new(orders.expect("an address"));
        let customers = pos_v2_client::Client::new(customers.expect("an address"));
        Self {
            orders: orders.expect("a client"),
            customers: customers.expect("a client"),
        }
    }

    pub(crate) async fn call(&self, what: What) {
        match what {
            What::Order => {
                let reply = self.orders.send(GetIncomingOrder::new(48_213)).await;
                assert_eq!(reply.expect("an order").order_items.len(), 1);
            }
            What::Customers => {
                let list = ListCustomers::new().page(1).per_page(100);
                let page = self.customers.send(list).await.expect("a page");
                assert_eq!(page.items.len(), 100);
            }
        }
    }
}

/// The same by hand: limits of time, no redirects, the same headers, a status that is looked at, strict structs.
pub(crate) struct Bare {
    client: reqwest::Client,
    address: String,
}

impl Bare {
    pub(crate) fn new(address: &str) -> Self {
        let client = reqwest::Client::builder()
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

    pub(crate) async fn call(&self, what: What) {
        match what {
            What::Order => {
                let address = format!("{}/v3/incoming_orders/{}", self.address, 48_213);
                let request = self.client.get(address).basic_auth(INTEGRATOR, Some(VENUE));
                let reply: OrderReply = read(request).await;
                assert_eq!(reply.order_items.len(), 1);
            }
            What::Customers => {
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
    let response = request.send().await.expect("a reply");
    let response = response.error_for_status().expect("a success");
    let body = response.bytes().await.expect("a body");
    serde_json::from_slice(&body).expect("JSON")
}
