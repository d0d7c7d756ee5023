//! The client: it sends operations.

pub(crate) mod builder;
pub(crate) mod core;
pub(crate) mod create_once;
pub(crate) mod future;
pub(crate) mod options;
pub(crate) mod settings;

use std::fmt;
use std::future::ready;
use std::io;
use std::marker::PhantomData;
use std::time::Duration;

use bytes::Bytes;

use crate::auth::{Authorization, Credentials};
use crate::client::core::ClientHandle;
use crate::client::create_once::{CreatedBy, create_once};
use crate::client::future::{ResponseFuture, SendFuture};
use crate::response::decode::CollectMismatches;
use crate::retry::start;
use crate::transport::BoxFuture;
use crate::{
    Api, AuthorizedBy, ClientBuilder, Config, Error, FindByUniqueKey, IncrementalSync, Items,
    Operation, PageResponse, Pages, Paginated, RequestOptions, Syncable, UniqueKey, WatermarkStore,
};

/// Sends the operations of the API `A` that the credentials `C` suffice for.
///
/// A clone is cheap, and shares connections, limits and the budget of further attempts. Calls wait on tokio: they need a
/// runtime of it with its time and its I/O enabled.
///
/// # Attempts
///
/// A call makes up to three attempts. What only reads, or leaves the same state when it arrives twice, is sent again
/// when the connection breaks, when a response does not come in time or not whole, and after the statuses 408, 425, 429, 500,
/// 502, 503 and 504. Everything else is sent again only if it is certain that nothing was done: no connection came about,
/// one gave the request back unsent, or an HTTP/2 server said that it did not begin with it. ([`create_once`](Self::create_once) goes further, for writes that the
/// server recognises.) A server that is not trusted is not tried again.
///
/// Between attempts a call waits for a random time, from 200 ms to 1 s after the first and to 5 s after the second, or as
/// long as the server asks for by `Retry-After`. If that is more than 60 s, or than the call has left, then the call ends
/// at once with what it has. All clones share a budget of ten further attempts, into which each success puts back a tenth
/// of one: when nothing succeeds any more, calls soon make one attempt each.
///
/// The limit of an attempt starts anew with each attempt, that of a call goes through all of it. A call that is dropped
/// stops, and sends nothing more.
///
/// # Pools
///
/// Requests that may not arrive twice have connections of their own, which are not used any more after three seconds
/// without a request: servers and proxies close idle connections, and of a request that meets a closing one nobody knows
/// whether it arrived.
pub struct Client<A: Api, C> {
    pub(crate) handle: ClientHandle,
    types: PhantomData<fn() -> (A, C)>,
}

impl<A: Api, C> Client<A, C> {
    /// A client with the usual settings.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config), if TLS cannot be set up.
    pub fn new(config: Config<A, C>) -> Result<Self, Error> {
        Self::builder(config).build()
    }

    /// A client with other settings.
    pub fn builder(config: Config<A, C>) -> ClientBuilder<A, C> {
        ClientBuilder::new(config)
    }

    pub(crate) fn of(handle: ClientHandle) -> Self {
        Self {
            handle,
            types: PhantomData,
        }
    }

    /// The same client with other credentials: another venue's, or another reach.
    ///
    /// Pools and limits are shared. Credentials that cannot be sent are told by the first call.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::{GetOrder, VenueToken};
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([]);
    /// let other = client.with_credentials(VenueToken::new("word-of-the-other"));
    /// let request = other.to_http(&GetOrder::new(7))?;
    /// assert_eq!(request.headers()["authorization"], "Bearer word-of-the-other");
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_credentials<C2: Credentials>(&self, credentials: C2) -> Client<A, C2> {
        Client::of(
            self.handle
                .with_credentials(&Authorization::new(&credentials)),
        )
    }

    /// The same client for calls with other limits, more headers or more parameters.
    ///
    /// It is cheap, and made for single calls as well. Everything that it sends has the options: calls, pages and
    /// items. Options of a client that has some already are added to them.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::time::Duration;
    ///
    /// use api_runtime::RequestOptions;
    /// use shop_client::GetOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(200, r#"{"id": 7}"#)]);
    /// let hurried = RequestOptions::new().overall_timeout(Duration::from_secs(2));
    /// let order = client.with_options(hurried).send(GetOrder::new(7)).await?;
    /// assert_eq!(order.id, Some(7));
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_options(&self, options: RequestOptions) -> Self {
        Self::of(self.handle.with_options(options))
    }

    /// Sends an operation, and reads its response.
    ///
    /// The request is written at once. The future does not borrow the client, and is sent to other threads
    /// as it is.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::GetOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(200, r#"{"id": 7, "state": "pending"}"#)]);
    /// // The server's response: {"id": 7, "state": "pending"}
    /// let order = client.send(GetOrder::new(7)).await?;
    /// assert_eq!(order.state.as_deref(), Some("pending"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Whatever keeps the operation from succeeding; see [`ErrorKind`](crate::ErrorKind).
    pub fn send<O>(&self, operation: O) -> SendFuture<O::Output>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        SendFuture::new(
            start(&self.handle, &operation, CollectMismatches::IfConfigured),
            O::read_response,
        )
    }

    /// Sends an operation, and gives the status, the headers and the mismatches beside what it reads.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::GetOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(200, r#"{"id": 7}"#)]);
    /// let answer = client.send_with_response(GetOrder::new(7)).await?;
    /// assert_eq!((answer.status.as_u16(), answer.value.id), (200, Some(7)));
    /// assert!(answer.mismatches.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As of [`send`](Self::send).
    pub fn send_with_response<O>(&self, operation: O) -> ResponseFuture<O::Output>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        ResponseFuture::new(
            start(&self.handle, &operation, CollectMismatches::Always),
            O::read_response,
        )
    }

    /// Sends a write that the server refuses to do twice, and sends it once more if nobody knows what became of it.
    ///
    /// Everything is as with [`send`](Self::send), until an attempt ends with the outcome
    /// [`Unknown`](crate::Outcome::Unknown). Then the same request goes out a second time, after the usual wait, if the
    /// three attempts of a call, its limit of time and the budget allow it, and never a third time. What comes of that:
    ///
    /// * A success: it was [`Created::Confirmed`](crate::Created::Confirmed).
    /// * A invalid_field, which by itself proves nothing: the first arrival may be the reason, or another record with the same
    ///   value, or something else in the request. So the record is read by the value that was sent. If it carries this
    ///   value, it was [`Created::Recovered`](crate::Created::Recovered). The same is tried when the second outcome is unknown
    ///   too, after another wait, if time and the budget allow one more request; and not after a 401, 403 or 429.
    /// * Anything else stays unknown. The error has all that is known: [`messages`](Error::messages) and everything else of
    ///   the last attempt, [`earlier`](Error::earlier) of the first one, [`read_back`](Error::read_back) of the read, and
    ///   [`unique_key_field`](Error::unique_key_field) with [`unique_key`](Error::unique_key) to look for it later.
    ///
    /// A value that is used for one record only, ever, is what all of this rests on. Without a text in the unique field the
    /// request goes out once.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::{Created, Outcome};
    /// use shop_client::CreateOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let in_use = (422, r#"{"errors": ["reference_no is in use"]}"#);
    /// # let made = (200, r#"{"id": 7, "reference_no": "WEB-1"}"#);
    /// # let client = shop_client::client([(0, ""), in_use, made, (0, ""), in_use, (404, "")]);
    /// // The first response is lost, the second one is a 422, and the order that is read back carries the reference.
    /// let id = match client.create_once(CreateOrder::new("WEB-1")).await {
    ///     Ok(Created::Confirmed(order)) => order.id,
    ///     Ok(Created::Recovered(order)) => order.id, // by the attempt whose response was lost
    ///     Err(error) => return Err(error),
    /// };
    /// assert_eq!(id, Some(7));
    ///
    /// // Once more, but nothing can be read back: nobody knows.
    /// let error = client.create_once(CreateOrder::new("WEB-2")).await.unwrap_err();
    /// assert_eq!(error.outcome(), Outcome::Unknown);
    /// assert_eq!(error.messages(), ["reference_no is in use"]); // what the server says
    /// assert_eq!(error.unique_key(), Some("WEB-2")); // look for it later
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As of [`send`](Self::send).
    pub fn create_once<O>(&self, operation: O) -> BoxFuture<Result<CreatedBy<O>, Error>>
    where
        O: FindByUniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
    {
        let find = |value| ready(Some(O::lookup(value)));
        create_once(self.handle.clone(), &operation, find)
    }

    /// The same, where the API does not read by the value: `find` is given the value, and tells which operation reads the
    /// record that carries it.
    ///
    /// It may wait, within the call's limit of time: for a callback, for instance, which tells the record's id beside the
    /// value. `None` means that it is not known, and the outcome stays unknown. What it tells is a hint: only a record that
    /// carries the value is taken for an answer.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::Created;
    /// use shop_client::{CreateOrder, GetOrder};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(0, ""), (422, ""), (200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]);
    /// // The orders whose callbacks the service received.
    /// let orders = std::collections::HashMap::from([("WEB-1".to_owned(), 7)]);
    ///
    /// let find = async move |reference_no: String| orders.get(&reference_no).copied().map(GetOrder::new);
    /// let created = client.create_once_with(CreateOrder::new("WEB-1"), find).await?;
    /// assert!(matches!(created, Created::Recovered(order) if order.id == Some(7)));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As of [`send`](Self::send).
    pub fn create_once_with<O, W>(
        &self,
        operation: O,
        find: impl FnOnce(String) -> W + Send + 'static,
    ) -> BoxFuture<Result<CreatedBy<O>, Error>>
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        W: Future<Output = Option<O::Lookup>> + Send + 'static,
    {
        create_once(self.handle.clone(), &operation, find)
    }

    /// All pages of a listing, from the one that it asks for.
    pub fn pages<O>(&self, operation: O) -> Pages<O>
    where
        O: Paginated<Api = A> + AuthorizedBy<C>,
        O::Output: PageResponse<Item = O::Item>,
    {
        Pages::new(self.handle.clone(), operation)
    }

    /// All records of a listing, page by page, with one page in memory.
    pub fn items<O>(&self, operation: O) -> Items<O>
    where
        O: Paginated<Api = A> + AuthorizedBy<C>,
        O::Output: PageResponse<Item = O::Item>,
    {
        Items::new(self.pages(operation))
    }

    /// The records of a listing that changed since the run before; [`IncrementalSync`] says what is promised.
    ///
    /// The store keeps where the run before began. A first run reads what the operation lists, and leaves a watermark
    /// all the same: where a list has a default window, that is the window and no more, so give a first run a start. The
    /// operation's page is not looked at; its size of pages is the largest that is asked for, or 20 if it is smaller.
    ///
    /// # Errors
    ///
    /// What the store says when the watermark cannot be loaded. Nothing is sent yet.
    pub fn sync<O, S>(
        &self,
        operation: O,
        store: S,
        overlap: Duration,
    ) -> io::Result<IncrementalSync<O, S>>
    where
        O: Syncable<Api = A> + AuthorizedBy<C>,
        O::Output: PageResponse<Item = O::Item>,
        S: WatermarkStore,
    {
        IncrementalSync::new(self.handle.clone(), operation, store, overlap)
    }

    /// The request as it would be sent, credentials included. It is meant for tests.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::CreateOrder;
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([]);
    /// let request = client.to_http(&CreateOrder::new("WEB-1"))?;
    /// assert_eq!((request.method().as_str(), request.uri().path()), ("POST", "/api/orders"));
    /// assert_eq!(request.body(), r#"{"order":{"reference_no":"WEB-1"}}"#);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Kind [`InvalidRequest`](crate::ErrorKind::InvalidRequest), with [`invalid_fields`](Error::invalid_fields).
    pub fn to_http<O>(&self, operation: &O) -> Result<http::Request<Bytes>, Error>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.handle.request(operation).1
    }
}

impl<A: Api, C> Clone for Client<A, C> {
    fn clone(&self) -> Self {
        Self::of(self.handle.clone())
    }
}

impl<A: Api, C> fmt::Debug for Client<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("api", &A::NAME)
            .finish_non_exhaustive()
    }
}
