//! The three operations of generated clients that meet every fault.

use payments_client::model::NewPaymentRequest;
use payments_client::rust_decimal::Decimal;
use pos_v1_client::model::NewIncomingOrder;

use crate::kept::{CLIENT_SECRET, IN_A_REPLY, INTEGRATOR_TOKEN, PATH_TOKEN, PERSONAL, VENUE_TOKEN};

/// The reference of the order that the guarded write makes.
pub(crate) const REFERENCE: &str = "WEB-1001";

/// One operation for each way of repeating. They are of three APIs, so that each kind of credentials travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// `GET /v3/info`, whose credentials are an integrator's and a venue's.
    Read,
    /// `POST /thirdparty/payments/v1.0/CreateRequest`, which may not arrive twice.
    Write,
    /// `POST /{token}/v1/incoming_orders`, whose `reference_no` is unique, and by which `GET` reads back what was made. The
    /// paths have the venue's token.
    UniqueKey,
}

impl Op {
    pub(crate) const ALL: [Self; 3] = [Self::Read, Self::Write, Self::UniqueKey];

    /// The body of a reply that is as it should be, with secrets where records have some, and in unknown fields.
    pub(crate) fn good(self) -> String {
        let more = more();
        match self {
            Self::Read => {
                let venue = format!("\"venue_name\":\"Corner\",\"venue_token\":\"{IN_A_REPLY}\"");
                format!("{{\"venues\":[{{{venue},{more}}}],{more}}}")
            }
            Self::Write => {
                format!("{{\"Success\":true,\"Payload\":\"uid-1\",\"Message\":\"\",{more}}}")
            }
            Self::UniqueKey => order_of(REFERENCE),
        }
    }

    /// The operation's own credentials, as a careless server sends them back.
    pub(crate) fn credentials(self) -> String {
        match self {
            Self::Read => format!("{INTEGRATOR_TOKEN}, {VENUE_TOKEN}"),
            Self::Write => CLIENT_SECRET.to_owned(),
            Self::UniqueKey => PATH_TOKEN.to_owned(),
        }
    }

    /// Everything that a server could send back.
    pub(crate) fn echo(self) -> String {
        format!("{} {PERSONAL} {IN_A_REPLY}", self.credentials())
    }

    /// The body of a refusal, as the API in question words it.
    pub(crate) fn refusal(self) -> String {
        format!("{{\"errors\":[\"no, {}\"]}}", self.credentials())
    }
}

/// The reply to the create of this order, and to a read of it.
pub(crate) fn order_of(reference_no: &str) -> String {
    let order = format!("\"id\":7,\"reference_no\":\"{reference_no}\"");
    let more = more();
    format!("{{\"incoming_order\":{{{order},{more}}},{more}}}")
}

fn more() -> String {
    format!("\"token\":\"{IN_A_REPLY}\",\"email\":\"{PERSONAL}\"")
}

pub(crate) fn payments(base: &str) -> payments_client::Config<payments_client::ClientCredentials> {
    use payments_client::{ClientCredentials, ClientValues, Config, Environment};
    let credentials = ClientCredentials::new("client-id", CLIENT_SECRET);
    Config::with_client_values(
        Environment::Test,
        base,
        credentials,
        ClientValues::new("public-key"),
    )
    .unwrap()
}

pub(crate) fn pos_v3(base: &str) -> pos_v3_client::Config<pos_v3_client::IntegratorAndVenue> {
    use pos_v3_client::{Config, Environment, IntegratorAndVenue};
    let credentials = IntegratorAndVenue::new(INTEGRATOR_TOKEN, VENUE_TOKEN);
    Config::new(Environment::Staging, base, credentials).unwrap()
}

pub(crate) fn pos_v1(base: &str) -> pos_v1_client::Config<pos_v1_client::VenueToken> {
    use pos_v1_client::{Config, Environment, VenueToken};
    Config::new(Environment::Staging, base, VenueToken::new(PATH_TOKEN)).unwrap()
}

pub(crate) fn payment() -> NewPaymentRequest {
    NewPaymentRequest {
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
    }
}

pub(crate) fn order() -> NewIncomingOrder {
    let mut order = NewIncomingOrder::new(REFERENCE, Vec::new());
    order.email = Some(PERSONAL.to_owned());
    order.first_name = Some(PERSONAL.to_owned());
    order
}
