//! Requests to undocumented paths.

use std::fmt;
use std::marker::PhantomData;

use api_wire::{Extra, Fields, Json, ReadError, Schema, ToWire};

use crate::body::raw_response::RawResponse;
use crate::info::method::Method;
use crate::info::operation_info::OperationInfo;
use crate::operation::api::Api;
use crate::operation::{AuthorizedBy, Operation};
use crate::request::Request;
use crate::response::reader::ResponseReader;

/// The operation's name of all raw requests.
pub(crate) const NAME: &str = "raw";

/// A request to any path of an API, with the client's credentials, timeouts and errors.
///
/// It is retried only if it was provably not sent, and returns the raw response: any body with a
/// successful status, unless the API's envelope reports failure. Errors show the path template, and
/// no values: pass sensitive ones with [`path`](Self::path).
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::{Json, Method, RawRequest};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([(200, r#"{"refunded": "12.50"}"#)]);
/// let refund = RawRequest::new(Method::Post, "/orders/{id}/refund")
///     .path("id", 7)
///     .query("dry_run", true)
///     .body(r#"{"amount":"12.50"}"#.parse::<Json>()?);
///
/// // The server's response: {"refunded": "12.50"}
/// let response = client.send(refund).await?;
/// assert_eq!(response.json()?, r#"{"refunded": "12.50"}"#.parse()?);
/// # Ok(())
/// # }
/// ```
pub struct RawRequest<A> {
    method: Method,
    path_template: String,
    path: Vec<(String, String)>,
    query: Vec<(String, String)>,
    body: Option<Json>,
    api: PhantomData<fn() -> A>,
}

impl<A> RawRequest<A> {
    /// A request to a path such as `/v3/things/{id}`, relative to the base URL.
    pub fn new(method: Method, path_template: impl Into<String>) -> Self {
        Self {
            method,
            path_template: path_template.into(),
            path: Vec::new(),
            query: Vec::new(),
            body: None,
            api: PhantomData,
        }
    }

    /// Sets a variable of the path template. The value is percent-encoded. A variable that the
    /// template lacks fails the call.
    pub fn path(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.path.push((name.into(), value.to_string()));
        self
    }

    /// Adds a query parameter.
    pub fn query(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.query.push((name.into(), value.to_string()));
        self
    }

    /// Sets the body, which is sent as it is, as `application/json`. Without it, the request has no body.
    pub fn body(mut self, json: impl Into<Json>) -> Self {
        self.body = Some(json.into());
        self
    }
}

// Its parameters are no fields.
impl<A> Fields for RawRequest<A> {
    fn schema(&self) -> &'static Schema {
        static SCHEMA: Schema = Schema::parameters("RawRequest", &[]);
        &SCHEMA
    }

    fn with_fields(&self, f: &mut dyn FnMut(&[&dyn ToWire], &Extra)) {
        f(&[], Extra::empty());
    }
}

impl<A: Api> Operation for RawRequest<A> {
    type Api = A;
    type Output = RawResponse;
    const INFO: OperationInfo = OperationInfo::new(NAME, Method::Get, "/");

    fn write_request(&self, request: &mut Request) {
        request.raw(self.method, &self.path_template);
        for (name, value) in &self.path {
            request.raw_path(name, value);
        }
        for (name, value) in &self.query {
            request.raw_query(name, value);
        }
        request.body(None, &self.body);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        Ok(response.raw())
    }
}

// Which credentials authorize an undocumented path is unknown.
impl<A: Api, C> AuthorizedBy<C> for RawRequest<A> {}

impl<A> fmt::Debug for RawRequest<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawRequest")
            .field("method", &self.method)
            .field("path_template", &self.path_template)
            .finish_non_exhaustive()
    }
}
