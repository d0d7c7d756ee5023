//! The three operations of generated clients that are tested with every fault.

use api_runtime::BaseUrl;
use payments_client::Decimal;
use payments_client::model::{NewPaymentRequest, NewPaymentRequestRequired};
use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};

use crate::secrets::{
    CLIENT_SECRET, INTEGRATOR_TOKEN, PATH_TOKEN, PERSONAL, SERVER_SECRET, VENUE_TOKEN,
};

/// The unique key of the order.
pub(crate) const REFERENCE: &str = "WEB-1001";

/// The price of its item.
const PRICE: i64 = 1_200;
/// The id of the order.
const RECORD_ID: i64 = 7;

/// An operation of each retry rule. They belong to three APIs, so that each kind of credentials is
/// sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// `GET /v3/info`, whose credentials are an integrator's and a venue's.
    Read,
    /// `POST /thirdparty/payments/v1.0/CreateRequest`, which is not idempotent.
    Write,
    /// `POST /{token}/v1/incoming_orders`, whose `reference_no` is unique: by it, `GET` looks the
    /// order up. The paths contain the venue's token.
    UniqueKey,
}

impl Op {
    pub(crate) const ALL: [Self; 3] = [Self::Read, Self::Write, Self::UniqueKey];

    /// The body of a successful response to the operation, with secrets where records have some, and in
    /// unknown fields.
    pub(crate) fn good_body(self) -> String {
        let unknown_fields = unknown_fields();
        match self {
            Self::Read => {
                let venue =
                    format!("\"venue_name\":\"Corner\",\"venue_token\":\"{SERVER_SECRET}\"");
                format!("{{\"venues\":[{{{venue},{unknown_fields}}}],{unknown_fields}}}")
            }
            Self::Write => {
                let envelope = "\"Success\":true,\"Payload\":\"uid-1\",\"Message\":\"\"";
                format!("{{{envelope},{unknown_fields}}}")
            }
            Self::UniqueKey => order_of(REFERENCE),
        }
    }

    /// The operation's own credentials, as a careless server echoes them: as they are, percent-encoded,
    /// and in Base64.
    pub(crate) fn credentials(self) -> String {
        let (secrets, base64) = match self {
            Self::Read => (
                [INTEGRATOR_TOKEN, VENUE_TOKEN],
                "cGw0bnRlZC1pbnRlZ3JhdG9yLXRva2VuLTJjODg",
            ),
            Self::Write => (
                [CLIENT_SECRET, CLIENT_SECRET],
                "cGw0bnRlZC1jbGllbnQtc2VjcmV0LTkwYWI",
            ),
            Self::UniqueKey => ([PATH_TOKEN, PATH_TOKEN], "cGw0bnRlZC1wYXRoLXRva2VuLTUxZGU"),
        };
        let [first, second] = secrets;
        let percent_encoded = first.replace("pl4nted-", "%70l4nted%2d");
        format!("{first}, {second}, {percent_encoded}, {base64}")
    }

    /// All secrets that a server could echo.
    pub(crate) fn echo(self) -> String {
        format!("{} {PERSONAL} {SERVER_SECRET}", self.credentials())
    }

    /// The body of an error response.
    pub(crate) fn error_body(self) -> String {
        format!("{{\"errors\":[\"no, {}\"]}}", self.credentials())
    }
}

/// The response body to the create of this order, and to a look-up of it.
pub(crate) fn order_of(reference_no: &str) -> String {
    order_with(
        &format!("\"id\":{RECORD_ID},\"reference_no\":\"{reference_no}\""),
        PRICE,
    )
}

/// An order of these fields, with one item of this price.
pub(crate) fn order_with(fields: &str, price: i64) -> String {
    let unknown_fields = unknown_fields();
    let items = format!("\"order_items\":[{{\"price\":\"{price}.0\"}}]");
    format!("{{\"incoming_order\":{{{fields},{unknown_fields}}},{items},{unknown_fields}}}")
}

/// The host of rows with a resolver of their own: a name that no name server has.
pub(crate) const RESOLVED_HOST: &str = "shop.test";

fn base_url(url: &str) -> BaseUrl<'_> {
    BaseUrl::new(url).danger_allow_plain_http_to(RESOLVED_HOST)
}

fn unknown_fields() -> String {
    format!("\"token\":\"{SERVER_SECRET}\",\"email\":\"{PERSONAL}\"")
}

pub(crate) fn payments(url: &str) -> payments_client::Config<payments_client::ClientCredentials> {
    use payments_client::{ClientCredentials, ClientValues, Config, Environment};
    let credentials = ClientCredentials::new("client-id", CLIENT_SECRET);
    Config::with_client_values(
        Environment::Test,
        base_url(url),
        credentials,
        ClientValues::new("public-key"),
    )
    .unwrap()
}

pub(crate) fn pos_v3(url: &str) -> pos_v3_client::Config<pos_v3_client::IntegratorAndVenue> {
    use pos_v3_client::{Config, Environment, IntegratorAndVenue};
    let credentials = IntegratorAndVenue::new(INTEGRATOR_TOKEN, VENUE_TOKEN);
    Config::new(Environment::Staging, base_url(url), credentials).unwrap()
}

pub(crate) fn pos_v1(url: &str) -> pos_v1_client::Config<pos_v1_client::VenueApiToken> {
    use pos_v1_client::{Config, Environment, VenueApiToken};
    Config::new(
        Environment::Staging,
        base_url(url),
        VenueApiToken::new(PATH_TOKEN),
    )
    .unwrap()
}

pub(crate) fn payment() -> NewPaymentRequest {
    NewPaymentRequest::new(NewPaymentRequestRequired {
        amount: Decimal::new(12_550, 2),
        user_business_address: "1 Main Street".into(),
        user_business_city: "Springfield".into(),
        user_business_name: "Corner Shop".into(),
        user_business_state_code: "CO".into(),
        user_business_zip: "80000".into(),
        user_email: PERSONAL.into(),
        user_first_name: PERSONAL.into(),
        user_last_name: PERSONAL.into(),
        user_phone: "5550100".into(),
    })
}

pub(crate) fn order() -> NewIncomingOrder {
    let mut item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 1,
    });
    item.price = Some(PRICE);
    let mut order = NewIncomingOrder::new(REFERENCE, vec![item]);
    order.email = Some(PERSONAL.to_owned());
    order.first_name = Some(PERSONAL.to_owned());
    order
}
