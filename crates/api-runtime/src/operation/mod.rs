//! Operations: plain data that know their route, write a request and read a response. They do no I/O.

pub(crate) mod info;
pub(crate) mod raw;
pub(crate) mod unique_key;

use crate::{Api, OperationInfo, ReadError, Request, ResponseReader};

/// One operation of an API, with its parameters.
///
/// A generated client crate has one struct per operation. Everything that waits is in
/// [`Client`](crate::Client), so the same operation serves every way of sending it.
pub trait Operation {
    /// The API that the operation belongs to. A client of another API does not send it.
    type Api: Api;
    /// What a successful response is read as.
    type Output;
    /// The operation's name, route and rules.
    const INFO: OperationInfo;

    /// Writes the path values, the query and the body.
    fn write_request(&self, request: &mut Request);

    /// Reads a successful response.
    ///
    /// # Errors
    ///
    /// When the response is not what the operation's description says.
    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError>;
}

/// Says that an operation can be sent with the credentials `C`.
///
/// A venue's operation on a client that has an integrator's token only does not compile.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sent with the credentials `{C}`",
    label = "this operation needs other credentials"
)]
pub trait AuthorizedBy<C> {}

/// An operation that lists records page by page.
pub trait Paginated: Operation {
    /// What is listed.
    type Item;

    /// The page that is asked for, if one is.
    fn page(&self) -> Option<u32>;

    /// Asks for another page.
    fn set_page(&mut self, page: u32);
}

// An operation can be sent by reference, and kept to be sent again.
impl<O: Operation> Operation for &O {
    type Api = O::Api;
    type Output = O::Output;
    const INFO: OperationInfo = O::INFO;

    fn write_request(&self, request: &mut Request) {
        O::write_request(self, request);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        O::read_response(response)
    }
}

impl<O: AuthorizedBy<C>, C> AuthorizedBy<C> for &O {}
