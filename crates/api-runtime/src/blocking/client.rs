//! The client whose calls wait.

use std::fmt;
use std::future::{Future, ready};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;

use super::ClientBuilder;
use super::background::Background;
use super::iter::{IncrementalSync, Items, Iter, Pages, error};
use crate::client::create_once::CreatedBy;
use crate::error::ErrorContext;
use crate::{
    Api, AuthorizedBy, Config, Credentials, Error, FindByUniqueKey, Operation, PageResponse,
    Paginated, RequestOptions, Response, Syncable, UniqueKey, WatermarkStore,
};

/// Sends the operations of the API `A` that the credentials `C` suffice for, and waits for each response.
///
/// Its rules are those of [`crate::Client`]; where it can be called is told in [the module](crate::blocking). A clone is
/// cheap, and shares connections, limits, the budget of further attempts and the thread in the background.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::time::Duration;
///
/// use shop_client::GetOrder;
/// use shop_client::blocking::Client;
///
/// # fn main() -> Result<(), api_runtime::Error> {
/// # let config = shop_client::config();
/// let client = Client::builder(config)
///     .overall_timeout(Duration::from_secs(20))
/// #   .transport(shop_client::responses([(200, r#"{"id": 7, "state": "pending"}"#)]))
///     .build()?;
/// let order = client.send(GetOrder::new(7))?;
/// assert_eq!(order.state.as_deref(), Some("pending"));
/// # Ok(())
/// # }
/// ```
pub struct Client<A: Api, C> {
    client: crate::Client<A, C>,
    background: Arc<Background>,
}

impl<A: Api, C> Client<A, C> {
    /// A client with the usual settings.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config), if TLS cannot be set up, or the thread cannot be started.
    pub fn new(config: Config<A, C>) -> Result<Self, Error> {
        Self::builder(config).build()
    }

    /// A client with other settings.
    pub fn builder(config: Config<A, C>) -> ClientBuilder<A, C> {
        ClientBuilder::new(config)
    }

    pub(crate) fn of(client: crate::Client<A, C>, background: Arc<Background>) -> Self {
        Self { client, background }
    }

    /// The same client with other credentials: another venue's, or another reach.
    ///
    /// Pools and limits are shared. Credentials that cannot be sent are told by the first call.
    pub fn with_credentials<C2: Credentials>(&self, credentials: C2) -> Client<A, C2> {
        Client::of(
            self.client.with_credentials(credentials),
            Arc::clone(&self.background),
        )
    }

    /// The same client for calls with other limits, more headers or more parameters.
    ///
    /// It is cheap, and made for single calls as well. Everything that it sends has the options: calls, pages and
    /// items. Options of a client that has some already are added to them.
    pub fn with_options(&self, options: RequestOptions) -> Self {
        Self::of(
            self.client.with_options(options),
            Arc::clone(&self.background),
        )
    }

    /// Sends an operation, and reads its response.
    ///
    /// # Errors
    ///
    /// Whatever keeps the operation from succeeding; see [`ErrorKind`](crate::ErrorKind).
    pub fn send<O>(&self, operation: O) -> Result<O::Output, Error>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.wait::<O, _>(self.client.send(operation))
    }

    /// Sends an operation, and gives the status, the headers and the mismatches beside what it reads.
    ///
    /// # Errors
    ///
    /// As of [`send`](Self::send).
    pub fn send_with_response<O>(&self, operation: O) -> Result<Response<O::Output>, Error>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.wait::<O, _>(self.client.send_with_response(operation))
    }

    /// Sends a write that the server refuses to do twice, and sends it once more if nobody knows what became of it; see
    /// [`crate::Client::create_once`].
    ///
    /// # Errors
    ///
    /// As of [`send`](Self::send).
    pub fn create_once<O>(&self, operation: O) -> Result<CreatedBy<O>, Error>
    where
        O: FindByUniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
    {
        self.wait::<O, _>(self.client.create_once(operation))
    }

    /// The same, where the API does not read by the value: `find` is given the value, and tells which operation reads the
    /// record that carries it; see [`crate::Client::create_once_with`]. It runs on the thread that waits.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::Created;
    /// use shop_client::{CreateOrder, GetOrder};
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::blocking::Client::builder(shop_client::config())
    /// #     .transport(shop_client::responses([(0, ""), (422, ""), (200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]))
    /// #     .build()?;
    /// // The first response is lost, the second one is a 422. Order 7 carries the reference.
    /// let created = client.create_once_with(CreateOrder::new("WEB-1"), |_reference_no| Some(GetOrder::new(7)))?;
    /// assert!(matches!(created, Created::Recovered(order) if order.id == Some(7)));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As of [`send`](Self::send).
    pub fn create_once_with<O>(
        &self,
        operation: O,
        find: impl FnOnce(String) -> Option<O::Lookup> + Send + 'static,
    ) -> Result<CreatedBy<O>, Error>
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C> + Send> + AuthorizedBy<C>,
    {
        let find = |value| ready(find(value));
        self.wait::<O, _>(self.client.create_once_with(operation, find))
    }

    /// All pages of a listing, from the one that it asks for.
    pub fn pages<O>(&self, operation: O) -> Pages<O>
    where
        O: Paginated<Api = A> + AuthorizedBy<C>,
        O::Output: PageResponse<Item = O::Item>,
    {
        self.iterate(
            self.client.pages(operation),
            ErrorContext::new(A::NAME, const { &O::INFO }),
        )
    }

    /// All records of a listing, page by page, with one page in memory.
    pub fn items<O>(&self, operation: O) -> Items<O>
    where
        O: Paginated<Api = A> + AuthorizedBy<C>,
        O::Output: PageResponse<Item = O::Item>,
    {
        self.iterate(
            self.client.items(operation),
            ErrorContext::new(A::NAME, const { &O::INFO }),
        )
    }

    /// The records of a listing that changed since the run before; see [`crate::Client::changes`].
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
        let changes = self.client.sync(operation, store, overlap)?;
        Ok(self.iterate(changes, ErrorContext::new(A::NAME, const { &O::INFO })))
    }

    /// The elements of a stream of the asynchronous client, such as the states of a record that is followed.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::Watch;
    /// use shop_client::GetOrder;
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::blocking::Client::builder(shop_client::config())
    /// #     .transport(shop_client::responses([(200, r#"{"id": 7, "state": "delivered"}"#)]))
    /// #     .build()?;
    /// let delivered = |order: &shop_client::Order| order.state.as_deref() == Some("delivered");
    /// let mut states = Vec::new();
    /// for seen in client.iter(|client| Watch::for_record::<GetOrder, _>(client, 7).until(delivered)) {
    ///     states.extend(seen?.state);
    /// }
    /// assert_eq!(states, ["delivered"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn iter<T, S>(&self, stream: impl FnOnce(&crate::Client<A, C>) -> S) -> Iter<S>
    where
        S: Stream<Item = Result<T, Error>> + Unpin,
    {
        self.iterate(
            stream(&self.client),
            ErrorContext::without_route(A::NAME, ""),
        )
    }

    /// The request as it would be sent, credentials included. It is meant for tests.
    ///
    /// # Errors
    ///
    /// Kind [`InvalidRequest`](crate::ErrorKind::InvalidRequest), with [`invalid_fields`](Error::invalid_fields).
    pub fn to_http<O>(&self, operation: &O) -> Result<http::Request<Bytes>, Error>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.client.to_http(operation)
    }

    fn wait<O: Operation, T>(
        &self,
        call: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let came = self.background.wait(call);
        came.unwrap_or_else(|unable| {
            Err(error(
                unable,
                &ErrorContext::without_route(A::NAME, O::INFO.name),
            ))
        })
    }

    fn iterate<S>(&self, stream: S, subject: ErrorContext) -> Iter<S> {
        Iter::new(stream, &self.background, subject)
    }
}

impl<A: Api, C> Clone for Client<A, C> {
    fn clone(&self) -> Self {
        Self::of(self.client.clone(), Arc::clone(&self.background))
    }
}

impl<A: Api, C> fmt::Debug for Client<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("api", &A::NAME)
            .finish_non_exhaustive()
    }
}
