//! An operation of each kind of response, with a response that is a success.

use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{Client, Config, Credentials, Error, Operation};
use payments_client::model::{NewPaymentRequest, Refund};
use payments_client::rust_decimal::Decimal;
use pos_v2_client::model::CustomerUpdate;
use pos_v3_client::model::NewIncomingOrder;

/// A kind of operation, as far as its response is concerned: a column of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Read,
    Write,
    Create,
    Envelope,
    UndocumentedWrite,
    UndocumentedRead,
    List,
}

impl Column {
    pub(crate) const ALL: [Self; 7] = [
        Self::Read,
        Self::Write,
        Self::Create,
        Self::Envelope,
        Self::UndocumentedWrite,
        Self::UndocumentedRead,
        Self::List,
    ];

    pub(crate) fn is_write(self) -> bool {
        !matches!(self, Self::Read | Self::UndocumentedRead | Self::List)
    }

    /// The body of a success.
    pub(crate) fn good_body(self) -> &'static str {
        match self {
            Self::Read | Self::Create => {
                r#"{"code":1,"incoming_order":{"id":7,"reference_no":"WEB-1"},"order_items":[{"price":100}]}"#
            }
            Self::Write => r#"{"customer":{"id":7,"first_name":"Ada"}}"#,
            Self::Envelope => r#"{"Success":true,"Payload":"uid-1","Message":""}"#,
            Self::UndocumentedWrite => r#"{"Success":true,"Payload":"","Message":""}"#,
            Self::UndocumentedRead => r#"{"name":"Corner"}"#,
            Self::List => {
                r#"{"customers":[{"customer":{"id":7}}],"total_records":1,"current_page":1,"total_pages":1}"#
            }
        }
    }

    /// Sends the operation to a server that always responds in this way.
    pub(crate) async fn send(self, step: Step) -> (Result<(), Error>, usize) {
        let transport = ScriptedTransport::new([step]).repeat_last();
        let result = match self {
            Self::Read => {
                let order = pos_v3_client::GetIncomingOrder::new(7);
                send(pos_v3(), &transport, order).await
            }
            Self::Write => {
                let customer = CustomerUpdate::new();
                let update = pos_v2_client::UpdateCustomer::new(7, customer);
                send(pos_v2(), &transport, update).await
            }
            Self::Create => {
                let order = NewIncomingOrder::new("WEB-1", Vec::new());
                let create = pos_v3_client::CreateIncomingOrder::new(order);
                send(pos_v3(), &transport, create).await
            }
            Self::Envelope => {
                let request = payments_client::CreateRequest::new(payment());
                send(payments(), &transport, request).await
            }
            Self::UndocumentedWrite => {
                let refund = Refund {
                    request_uid: "uid-1".into(),
                    reason: "returned".into(),
                };
                let refund = payments_client::RefundRequest::new(refund);
                send(payments(), &transport, refund).await
            }
            Self::UndocumentedRead => {
                let info = pos_v3_client::GetVenueInfo::new();
                send(pos_v3(), &transport, info).await
            }
            Self::List => {
                let list = pos_v2_client::ListCustomers::new();
                send(pos_v2(), &transport, list).await
            }
        };
        (result, transport.attempts())
    }
}

async fn send<A, C, O>(
    config: Config<A, C>,
    transport: &ScriptedTransport,
    operation: O,
) -> Result<(), Error>
where
    A: api_runtime::Api,
    C: Credentials + 'static,
    O: Operation<Api = A> + api_runtime::AuthorizedBy<C>,
{
    let builder = Client::builder(config).transport(transport.clone());
    // Larger than all bodies but one.
    let client = builder.max_response_size(1_000).build().unwrap();
    client.send(operation).await.map(drop)
}

/// The error of an operation, and its attempts, if the server always responds with this body.
pub(crate) async fn respond<A, C, O>(
    config: Config<A, C>,
    operation: O,
    body: &str,
) -> (Option<Error>, usize)
where
    A: api_runtime::Api,
    C: Credentials + 'static,
    O: Operation<Api = A> + api_runtime::AuthorizedBy<C>,
{
    let transport = ScriptedTransport::new([Step::response(200, body.to_owned())]).repeat_last();
    let result = send(config, &transport, operation).await;
    (result.err(), transport.attempts())
}

const BASE_URL: &str = "https://shop.example/api";

pub(crate) fn pos_v3() -> pos_v3_client::Config<pos_v3_client::IntegratorAndVenue> {
    use pos_v3_client::{Config, Environment, IntegratorAndVenue};
    let credentials = IntegratorAndVenue::new("integrator-token", "venue-token");
    Config::new(Environment::Staging, BASE_URL, credentials).unwrap()
}

pub(crate) fn pos_v1() -> pos_v1_client::Config<pos_v1_client::VenueToken> {
    use pos_v1_client::{Config, Environment, VenueToken};
    Config::new(Environment::Staging, BASE_URL, VenueToken::new("api-token")).unwrap()
}

pub(crate) fn pos_v2() -> pos_v2_client::Config<pos_v2_client::VenueToken> {
    use pos_v2_client::{Config, Environment, VenueToken};
    Config::new(Environment::Staging, BASE_URL, VenueToken::new("api-token")).unwrap()
}

pub(crate) fn payments() -> payments_client::Config<payments_client::ClientCredentials> {
    use payments_client::{ClientCredentials, ClientValues, Config, Environment};
    let credentials = ClientCredentials::new("client-id", "client-secret");
    let values = ClientValues::new("public-key");
    Config::with_client_values(Environment::Test, BASE_URL, credentials, values).unwrap()
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
