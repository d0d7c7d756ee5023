//! Operations: plain data from which a request is written, and which read a response, without I/O.
//!
//! These traits are what a generic function over operations names.

pub(crate) mod api;
pub(crate) mod erased;
pub(crate) mod raw_request;
pub(crate) mod syncable;
pub(crate) mod unique_key;
pub(crate) mod unique_write;
pub(crate) mod write;

pub use self::api::Api;
pub use self::syncable::Syncable;
pub use self::unique_key::UniqueKey;
pub use self::write::Write;

use api_wire::{Fields, FromWire, Page, ReadError, Record};

use crate::info::operation_info::OperationInfo;
use crate::request::Request;
use crate::response::reader::ResponseReader;

/// An error of the application, of a store or of a parser, which can be sent to another thread.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// An operation of an API: a struct of its parameters.
///
/// A generated client crate has one struct per operation. Each field is a parameter, with its
/// [place](api_wire::Place) in the request, its name there and what is documented of its values. From
/// this table, the request is written. Operations do no I/O, so that every
/// client can send them: [`Client`](crate::Client), or one of your own by way of
/// [`Call::to_http`](crate::Call::to_http).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operation",
    label = "expected an operation",
    note = "a request body is a field of the operation that sends it"
)]
pub trait Operation: Fields + Sized {
    /// The API of the operation. Clients of other APIs cannot send it.
    type Api: Api;
    /// The output of a successful response.
    type Output: Send + 'static;
    /// The operation's name, route and retry semantics.
    const INFO: OperationInfo;

    /// Writes the path values, query, headers and body of the request.
    ///
    /// Only [`RawRequest`](crate::RawRequest) has parameters that no table describes.
    #[doc(hidden)]
    fn write_request(&self, request: &mut Request) {
        request.parameters(self);
    }

    /// Reads a successful response.
    ///
    /// # Errors
    ///
    /// If the response does not match the description of the operation.
    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError>;
}

/// Marks operations that can be sent with credentials `C`.
///
/// Sending an operation with the credentials of another one is a compile error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sent with the credentials `{C}`",
    label = "this operation needs other credentials"
)]
pub trait AuthorizedBy<C> {}

/// An operation that lists records page by page.
#[doc(alias = "pager")]
#[doc(alias = "paginator")]
#[doc(alias = "pagination")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not list records page by page",
    label = "not paginated: use `send`"
)]
pub trait Paginated:
    Operation<Output = Page<<Self as Paginated>::Item, <Self as Paginated>::Metadata>>
{
    /// A record of the list: a page has a `Vec` of them.
    type Item: FromWire + Send + 'static;

    /// What a page has beside its records and totals; [`NoMetadata`](api_wire::NoMetadata) if it has nothing.
    type Metadata: Record + Send + 'static;

    /// The number of the requested page, if set. The first page has number 1.
    fn page(&self) -> Option<u32>;

    /// Sets the number of the requested page.
    fn set_page(&mut self, page: u32);

    /// The id of a record, if it has one: pages with the same ids are the same page, whatever else
    /// differs.
    fn item_id(item: &Self::Item) -> Option<i64> {
        let _ = item;
        None
    }
}

// An operation can be sent by reference, and reused.
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
