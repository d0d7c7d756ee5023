//! Operations of the till, and any credentials.

use api_runtime::__generated::{Authorization, ClientValue, Echo, OperationInfo, ResponseReader};
use api_runtime::api_wire::{Extra, Parameters, ReadError, Record};
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::{Client, Config, Credentials, Json, Method, RawResponse};
use test_support::shop::ENVELOPE;
use test_support::till::{Till, config};

pub(crate) struct Authorize(pub(crate) fn(&mut Authorization));

impl Credentials for Authorize {
    fn authorize(&self, authorization: &mut Authorization) {
        self.0(authorization);
    }
}

pub(crate) type TillClient = Client<Till, Authorize>;

/// A configuration whose base URL and credentials are valid.
pub(crate) fn valid_config() -> Config<Till, Authorize> {
    config("http://127.0.0.1:1/api", Authorize(|_| {})).unwrap()
}

/// Reads the payload of the envelope.
#[derive(Parameters)]
pub(crate) struct Pay {}

impl Operation for Pay {
    type Api = Till;
    type Output = String;
    const INFO: OperationInfo = OperationInfo::new("pay", Method::Post, "/payments");

    fn read_response(response: &ResponseReader) -> Result<String, ReadError> {
        response.envelope(&ENVELOPE)
    }
}

impl AuthorizedBy<Authorize> for Pay {}

/// A write of JSON with the version of the client.
#[derive(Parameters)]
pub(crate) struct PayAny {
    #[wire(body)]
    pub(crate) body: Option<Json>,
}

impl Operation for PayAny {
    type Api = Till;
    type Output = RawResponse;
    const INFO: OperationInfo = OperationInfo::new("pay_any", Method::Post, "/payments/any")
        .client_values(&[ClientValue::body("ApiVersion", "api_version")]);

    fn read_response(response: &ResponseReader) -> Result<RawResponse, ReadError> {
        response.undocumented()
    }
}

impl AuthorizedBy<Authorize> for PayAny {}

/// A write whose response is not documented.
#[derive(Parameters)]
pub(crate) struct Refund {
    #[wire(path)]
    pub(crate) id: i64,
}

impl Operation for Refund {
    type Api = Till;
    type Output = RawResponse;
    const INFO: OperationInfo = OperationInfo::new("refund", Method::Post, "/payments/{id}");

    fn read_response(response: &ResponseReader) -> Result<RawResponse, ReadError> {
        response.undocumented()
    }
}

impl AuthorizedBy<Authorize> for Refund {}

#[derive(Clone, Default, PartialEq, Record)]
pub(crate) struct Item {
    #[wire(string_or_number)]
    id: Option<String>,
    pub(crate) extra: Extra,
}

/// A read whose response has the id of the path.
#[derive(Parameters)]
pub(crate) struct GetItem {
    #[wire(path)]
    pub(crate) id: i64,
}

impl Operation for GetItem {
    type Api = Till;
    type Output = api_runtime::api_wire::Wrapped<Item>;
    const INFO: OperationInfo = OperationInfo::new("get_item", Method::Get, "/items/{id}")
        .retry(Retry::Safe)
        .echoes(&[Echo::new("id", "/item/id")])
        .essential(&["/item/id"]);

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.wrapped("item")
    }
}

impl AuthorizedBy<Authorize> for GetItem {}
