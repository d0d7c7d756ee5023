//! An operation of the till that writes any request, and any credentials.

use api_runtime::{
    Authorization, AuthorizedBy, Client, Config, Credentials, Method, Operation, OperationInfo,
    ReadError, Request, ResponseReader,
};
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
