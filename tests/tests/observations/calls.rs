//! Calls of clients of all APIs, with an observer.

use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{Api, AuthorizedBy, Client, Config, Credentials, Observer, Operation};
use payments_client::model::NewPaymentRequest;
use payments_client::rust_decimal::Decimal;
use pos_v3_client::model::NewIncomingOrder;

use test_support::fixture::Response;
use test_support::loopback::Loopback;

use crate::sample::Responses;

const BASE_URL: &str = "https://shop.example/api";

/// Sends operations of each API once: over sockets if there is a server.
pub(crate) async fn send_all(
    observer: &Observer,
    venue: &str,
    responses: &Responses<'_>,
    server: Option<&Loopback>,
) {
    let calls = Calls {
        observer,
        venue,
        responses,
        server,
    };
    let base_url = server.map_or(BASE_URL, Loopback::base_url);
    macro_rules! send {
        ($config:expr, $($operation:expr),* $(,)?) => {
            $(calls.send($config, $operation).await;)*
        };
    }
    {
        use pos_v1_client::*;
        send!(
            pos_v1(base_url),
            ListCoupons::new(),
            GetIncomingOrder::new(7),
            GetVenueInfo::new(),
        );
    }
    {
        use pos_v2_client::*;
        send!(
            pos_v2(base_url),
            ListCoupons::new(),
            ListCustomers::new(),
            GetCustomer::new(7),
            ListInventories::new(),
            ListManifests::new(),
            ListManifestItems::new(),
            ListSalesHistories::default_window(),
            GetSalesHistory::new(7),
            ListTerminalTills::new(),
            ListUsers::new(),
            GetVenueInfo::new(),
        );
    }
    {
        use pos_v3_client::*;
        send!(
            pos_v3(base_url),
            GetIncomingOrder::new(7),
            GetIncomingQuote::new("7"),
            CreateIncomingOrder::new(NewIncomingOrder::new("WEB-1", Vec::new())),
            GetMenuFeed::new("7"),
            ListVenues::new(),
            GetVenueInfo::new(),
        );
    }
    send!(
        payments(base_url),
        payments_client::CreateRequest::new(payment())
    );
    send!(vendor(base_url), vendor_client::ListRetailers::new());
}

struct Calls<'a> {
    observer: &'a Observer,
    venue: &'a str,
    responses: &'a Responses<'a>,
    server: Option<&'a Loopback>,
}

impl Calls<'_> {
    async fn send<A, C, O>(&self, config: Config<A, C>, operation: O)
    where
        A: Api,
        C: Credentials + 'static,
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        let body = self.responses.body(A::NAME, O::INFO.name);
        let mut builder = Client::builder(config)
            .observer(self.observer)
            .label("venue", self.venue);
        match self.server {
            Some(server) => server.play(&Response {
                name: String::new(),
                status: 200,
                headers: Vec::new(),
                body,
            }),
            None => {
                let transport = ScriptedTransport::new([Step::response(200, body)]);
                builder = builder.transport(transport.repeat_last());
            }
        }
        // Some are about another record than the request: they are counted, too.
        let _ = builder.build().unwrap().send(operation).await;
    }
}

fn pos_v1(base_url: &str) -> pos_v1_client::Config<pos_v1_client::VenueToken> {
    use pos_v1_client::{Config, Environment, VenueToken};
    Config::new(Environment::Staging, base_url, VenueToken::new("api-token")).unwrap()
}

fn pos_v2(base_url: &str) -> pos_v2_client::Config<pos_v2_client::VenueToken> {
    use pos_v2_client::{Config, Environment, VenueToken};
    Config::new(Environment::Staging, base_url, VenueToken::new("api-token")).unwrap()
}

fn payments(base_url: &str) -> payments_client::Config<payments_client::ClientCredentials> {
    use payments_client::{ClientCredentials, ClientValues, Config, Environment};
    let credentials = ClientCredentials::new("client-id", "client-secret");
    let values = ClientValues::new("public-key");
    Config::with_client_values(Environment::Test, base_url, credentials, values).unwrap()
}

fn payment() -> NewPaymentRequest {
    NewPaymentRequest {
        amount: Decimal::new(12_550, 2),
        user_business_address: "1 Main Street".into(),
        user_business_city: "Springfield".into(),
        user_business_name: "Corner Shop".into(),
        user_business_state_code: "CO".into(),
        user_business_zip: "80000".into(),
        user_email: "ada@example.com".into(),
        user_first_name: "Ada".into(),
        user_last_name: "Sample".into(),
        user_phone: "5550100".into(),
    }
}

fn pos_v3(base_url: &str) -> pos_v3_client::Config<pos_v3_client::IntegratorAndVenue> {
    use pos_v3_client::{Config, Environment, IntegratorAndVenue};
    let credentials = IntegratorAndVenue::new("integrator-token", "venue-token");
    Config::new(Environment::Staging, base_url, credentials).unwrap()
}

fn vendor(base_url: &str) -> vendor_client::Config {
    use vendor_client::{Config, Environment, IntegratorAndVendor};
    let credentials = IntegratorAndVendor::new("integrator-token", "vendor-token");
    Config::new(Environment::Staging, base_url, credentials).unwrap()
}
