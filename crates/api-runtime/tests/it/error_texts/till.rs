//! Operations of the till, and any credentials.

use api_runtime::__generated::{Authorization, Echo, OperationInfo, Request, ResponseReader};
use api_runtime::api_wire::ReadError;
use api_runtime::api_wire::{Extra, Record};
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::{Client, Config, Credentials, Method, RawResponse};
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

/// Writes any request, and reads the payload of the envelope.
pub(crate) struct Pay(pub(crate) fn(&mut Request));

impl Operation for Pay {
    type Api = Till;
    type Output = String;
    const INFO: OperationInfo = OperationInfo::new("pay", Method::Post, "/payments");

    fn write_request(&self, request: &mut Request) {
        self.0(request);
    }

    fn read_response(response: &ResponseReader) -> Result<String, ReadError> {
        response.envelope(&ENVELOPE)
    }
}

impl AuthorizedBy<Authorize> for Pay {}

/// A write whose response is not documented.
pub(crate) struct Refund(pub(crate) i64);

impl Operation for Refund {
    type Api = Till;
    type Output = RawResponse;
    const INFO: OperationInfo = OperationInfo::new("refund", Method::Post, "/payments/{id}");

    fn write_request(&self, request: &mut Request) {
        request.path("id", &self.0);
    }

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
pub(crate) struct GetItem(pub(crate) i64);

impl Operation for GetItem {
    type Api = Till;
    type Output = api_runtime::api_wire::Wrapped<Item>;
    const INFO: OperationInfo = OperationInfo::new("get_item", Method::Get, "/items/{id}")
        .retry(Retry::Safe)
        .echoes(&[Echo::new("id", "/item/id")])
        .essential(&["/item/id"]);

    fn write_request(&self, request: &mut Request) {
        request.path("id", &self.0);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.wrapped("item")
    }
}

impl AuthorizedBy<Authorize> for GetItem {}
