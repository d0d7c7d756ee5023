//! An example API with an envelope and client values, whose operation writes any request.

use api_runtime::api_wire::{Extra, record};
use api_runtime::{
    Api, Authorization, AuthorizedBy, Client, ClientValues, Config, Credentials, Echo,
    EnvelopeShape, Error, Method, Operation, OperationInfo, RawResponse, ReadError, Request,
    ResponseReader, Retry,
};

pub(crate) struct Kiosk;

const ENVELOPE: EnvelopeShape = EnvelopeShape {
    success: "Success",
    payload: "Payload",
    message: "Message",
};

impl Api for Kiosk {
    const NAME: &'static str = "kiosk";
    const ENVELOPE: Option<EnvelopeShape> = Some(ENVELOPE);
    type Environment = ();
    type ClientValues = Values;
}

/// Client values: an API version, and no other.
pub(crate) struct Values;

impl ClientValues for Values {
    fn get(&self, name: &str) -> Option<&str> {
        (name == "api_version").then_some("1.0")
    }
}

pub(crate) struct Authorize(pub(crate) fn(&mut Authorization));

impl Credentials for Authorize {
    fn authorize(&self, authorization: &mut Authorization) {
        self.0(authorization);
    }
}

pub(crate) type KioskClient = Client<Kiosk, Authorize>;
pub(crate) type KioskConfig = Config<Kiosk, Authorize>;

pub(crate) fn config(base_url: &str, authorize: Authorize) -> Result<KioskConfig, Error> {
    Config::with_client_values((), base_url, authorize, Values)
}

/// A configuration whose base URL and credentials are valid.
pub(crate) fn valid_config() -> KioskConfig {
    config("http://127.0.0.1:1/api", Authorize(|_| {})).unwrap()
}

/// Writes any request, and reads the payload of the envelope.
pub(crate) struct Pay(pub(crate) fn(&mut Request));

impl Operation for Pay {
    type Api = Kiosk;
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
    type Api = Kiosk;
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

#[derive(Clone, Default, PartialEq)]
pub(crate) struct Item {
    id: Option<String>,
    extra: Extra,
}

record! { Item { id: "id" string_or_number, } }

/// A read whose response has the id of the path.
pub(crate) struct GetItem(pub(crate) i64);

impl Operation for GetItem {
    type Api = Kiosk;
    type Output = api_runtime::Wrapped<Item>;
    const INFO: OperationInfo = OperationInfo::new("get_item", Method::Get, "/items/{id}")
        .retry(Retry::Safe)
        .echoes(&[Echo::new("id", &["/item/id"])])
        .essential(&["/item/id"]);

    fn write_request(&self, request: &mut Request) {
        request.path("id", &self.0);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.wrapped("item")
    }
}

impl AuthorizedBy<Authorize> for GetItem {}
