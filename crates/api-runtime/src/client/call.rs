//! The builder of a call: its options, and how it is sent.

use std::fmt;
use std::mem::take;

use api_journal::Intent;
use bytes::Bytes;

use crate::attempt::call::Attempts;
use crate::attempt::handle::ClientHandle;
use crate::client::response::Response;
use crate::client::sending::Sending;
use crate::client::sent::Sent;
use crate::client::{Client, once};
use crate::error::Error;
use crate::operation::api::Api;
use crate::operation::erased::{Written, output};
use crate::operation::write::Write;
use crate::operation::{AuthorizedBy, Operation};
use crate::request::options::{CallOptions, options};

/// The options of a call. Set them, then send the operation.
///
/// `Debug` shows names of headers and parameters, not their values.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::time::Duration;
///
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([(200, r#"{"id": 7}"#)]);
/// let order = client
///     .call()
///     .timeout(Duration::from_secs(2))
///     .header("x-request-id", "42")
///     .query("expand", "lines")
///     .send(GetOrder::new(7))
///     .await?;
/// assert_eq!(order.id, Some(7));
///
/// // Headers that the client sets are rejected before anything is sent.
/// let call = client.call().header("host", "other.example");
/// let error = call.send(GetOrder::new(7)).await.unwrap_err();
/// assert_eq!(
///     error.invalid_fields()[0].to_string(),
///     "header `host`: must not be set: the client sets it"
/// );
/// # Ok(())
/// # }
/// ```
#[doc(alias = "RequestOptions")]
#[doc(alias = "deadline")]
#[must_use = "nothing is sent until an operation is"]
pub struct Call<'c, A: Api, C, How = ()> {
    client: &'c Client<A, C>,
    options: CallOptions,
    how: How,
}

/// How a call is sent: once under a key. Other calls are sent as their operations say.
pub struct UnderKey(String);

impl<'c, A: Api, C, How> Call<'c, A, C, How> {
    options!();

    pub(crate) fn handle(self) -> ClientHandle {
        let handle = &self.client.handle;
        match self.options == CallOptions::default() {
            true => handle.clone(),
            false => handle.with_options(self.options),
        }
    }
}

impl<'c, A: Api, C> Call<'c, A, C> {
    pub(crate) fn new(client: &'c Client<A, C>) -> Self {
        Self {
            client,
            options: CallOptions::default(),
            how: (),
        }
    }

    /// The same call, sent once under this key.
    pub(crate) fn under(self, key: String) -> Call<'c, A, C, UnderKey> {
        Call {
            client: self.client,
            options: self.options,
            how: UnderKey(key),
        }
    }

    /// Sends an operation; see [`Client::send`].
    pub fn send<O>(self, operation: O) -> Sending<O::Output>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        let call = Attempts::new(self.handle(), Written::new(&operation));
        Sending::of(call, |received| output(received.value))
    }

    /// Sends an operation, and returns the status, headers and mismatches of the response, too.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::GetOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(200, r#"{"id": 7}"#)]);
    /// let response = client.call().send_for_response(GetOrder::new(7)).await?;
    /// assert_eq!((response.status.as_u16(), response.value.id), (200, Some(7)));
    /// assert!(response.mismatches.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn send_for_response<O>(self, operation: O) -> Sending<Response<O::Output>>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        let mut call = Attempts::new(self.handle(), Written::new(&operation));
        call.collects_mismatches = true;
        Sending::of(call, Response::new)
    }

    /// The request that would be sent, including credentials. For tests.
    ///
    /// Credentials that each call asks for are missing, and `-` is in their place in the path.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::CreateOrder;
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([]);
    /// let request = client.call().to_http(&CreateOrder::new("WEB-1"))?;
    /// assert_eq!((request.method().as_str(), request.uri().path()), ("POST", "/api/orders"));
    /// assert_eq!(request.body(), r#"{"order":{"reference_no":"WEB-1"}}"#);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Kind [`InvalidRequest`](crate::ErrorKind::InvalidRequest), with
    /// [`invalid_fields`](Error::invalid_fields).
    pub fn to_http<O>(self, operation: &O) -> Result<http::Request<Bytes>, Error>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        let call = Attempts::new(self.handle(), Written::new(operation));
        call.valid_request()
    }
}

impl<A: Api, C> Call<'_, A, C, UnderKey> {
    /// Sends the write, or returns what became of it: see [`Client::once`].
    pub fn send<O>(mut self, operation: O) -> Sending<Sent<O::Record>>
    where
        O: Write<Api = A> + AuthorizedBy<C>,
    {
        let key = take(&mut self.how.0);
        once::once(self.handle(), key, &operation)
    }

    /// The intent of the write, which a store inserts in a transaction of the caller. A call with the
    /// same key sends it after the commit; until then, nothing is sent.
    ///
    /// # Errors
    ///
    /// Kind [`InvalidRequest`](crate::ErrorKind::InvalidRequest) or
    /// [`Config`](crate::ErrorKind::Config).
    pub fn prepare<O>(mut self, operation: &O) -> Result<Intent, Error>
    where
        O: Write<Api = A> + AuthorizedBy<C>,
    {
        let key = take(&mut self.how.0);
        once::prepare(self.handle(), key, operation)
    }
}

impl<A: Api, C, How> fmt::Debug for Call<'_, A, C, How> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Call").field(&self.options).finish()
    }
}
