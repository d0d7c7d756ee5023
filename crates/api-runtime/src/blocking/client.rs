//! The blocking client and its builder.

use std::fmt;
use std::future::{Future, ready};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;

use super::ClientBuilder;
use super::background::Background;
use super::iter::{IncrementalSync, Items, Iter, Pages};
use crate::auth::provider::CredentialsProvider;
use crate::client::create_once::CreatedBy;
use crate::error::ErrorContext;
use crate::{
    Api, AuthorizedBy, CheckpointStore, Config, Credentials, Error, FieldLocation, FindByUniqueKey,
    InvalidField, Operation, PageResponse, Paginated, RequestOptions, Response, Syncable,
    UniqueKey,
};

/// A blocking client for API `A`, which can send the operations authorized by credentials `C`.
///
/// It behaves as [`crate::Client`] does; see [the module](crate::blocking) for where it can be
/// called. Cloning is cheap; clones share the connection pool, configuration, retry budget and
/// background thread.
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
    /// A client with the default settings.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config) if TLS cannot be initialized or the background
    /// thread cannot be started.
    pub fn new(config: Config<A, C>) -> Result<Self, Error> {
        Self::builder(config).build()
    }

    /// A builder, to change the settings.
    pub fn builder(config: Config<A, C>) -> ClientBuilder<A, C> {
        ClientBuilder::new(config)
    }

    /// The same client with other credentials, such as those of another venue.
    ///
    /// Connections and settings are shared, but not the retry budget and the token of OAuth 2. Invalid credentials are reported by the first call.
    pub fn with_credentials<C2: Credentials>(&self, credentials: C2) -> Client<A, C2> {
        Client {
            client: self.client.with_credentials(credentials),
            background: Arc::clone(&self.background),
        }
    }

    /// The same client with other credentials, which every call asks the provider for.
    pub fn with_credentials_provider<P>(&self, provider: P) -> Client<A, P::Credentials>
    where
        P: CredentialsProvider,
    {
        Client {
            client: self.client.with_credentials_provider(provider),
            background: Arc::clone(&self.background),
        }
    }

    /// The same client with other timeouts, more headers or more query parameters.
    ///
    /// It is cheap enough for a single call. The options apply to all requests: calls, pages and
    /// items. They are added to the options that the client already has.
    pub fn with_options(&self, options: RequestOptions) -> Self {
        Self {
            client: self.client.with_options(options),
            background: Arc::clone(&self.background),
        }
    }

    /// Sends an operation, and returns its output.
    ///
    /// # Errors
    ///
    /// If the operation does not succeed; see [`ErrorKind`](crate::ErrorKind).
    pub fn send<O>(&self, operation: O) -> Result<O::Output, Error>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.block_on::<O, _>(self.client.send(operation))
    }

    /// Sends an operation, and returns its output with the status, headers and mismatches.
    ///
    /// # Errors
    ///
    /// Those of [`send`](Self::send).
    pub fn send_with_response<O>(&self, operation: O) -> Result<Response<O::Output>, Error>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.block_on::<O, _>(self.client.send_with_response(operation))
    }

    /// Creates a record at most once, even if the outcome of the first request is unknown; see
    /// [`crate::Client::create_once`].
    ///
    /// # Errors
    ///
    /// Those of [`send`](Self::send).
    pub fn create_once<O>(&self, operation: O) -> Result<CreatedBy<O>, Error>
    where
        O: FindByUniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
    {
        let context = self.context_of(&operation);
        self.block_on_in(context, self.client.create_once(operation))
    }

    /// Like [`create_once`](Self::create_once), if the API cannot look up records by their unique
    /// key: `find` returns the operation that reads the record with this key, and runs on the
    /// calling thread; see [`crate::Client::create_once_with`].
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
    /// // The first response is lost, the second is a 422. Order 7 has the reference.
    /// let find = |_reference_no| Some(GetOrder::new(7));
    /// let created = client.create_once_with(CreateOrder::new("WEB-1"), find)?;
    /// assert!(matches!(created, Created::Recovered(order) if order.id == Some(7)));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`send`](Self::send).
    pub fn create_once_with<O>(
        &self,
        operation: O,
        find: impl FnOnce(String) -> Option<O::Lookup> + Send + 'static,
    ) -> Result<CreatedBy<O>, Error>
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C> + Send> + AuthorizedBy<C>,
    {
        let find = |value| ready(find(value));
        let context = self.context_of(&operation);
        self.block_on_in(context, self.client.create_once_with(operation, find))
    }

    /// The pages of a list, starting with the operation's page.
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

    /// The records of a paginated list, with one page in memory.
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

    /// The records of a list that changed since the previous run; see [`crate::Client::sync`].
    ///
    /// # Errors
    ///
    /// The error of the store if the checkpoint cannot be loaded, and
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) if it is that of another list, or in the future.
    /// Nothing is sent yet.
    pub fn sync<O, S>(
        &self,
        operation: O,
        store: S,
        overlap: Duration,
    ) -> io::Result<IncrementalSync<O, S>>
    where
        O: Syncable<Api = A> + AuthorizedBy<C>,
        O::Output: PageResponse<Item = O::Item>,
        S: CheckpointStore,
    {
        let sync = self.client.sync(operation, store, overlap)?;
        Ok(self.iterate(sync, ErrorContext::new(A::NAME, const { &O::INFO })))
    }

    /// An iterator over a stream of the asynchronous client, such as a [`Watch`](crate::Watch).
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
    /// let order = GetOrder::new(7);
    /// let state = |order: &shop_client::Order| order.state.clone();
    /// let updates = client.iter(|client| Watch::new(client, order, state).until(delivered));
    /// for update in updates {
    ///     states.extend(update?.state);
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

    /// Runs a call of the asynchronous client on the calling thread, such as one of another crate.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::{Client, GetOrder};
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::blocking::Client::builder(shop_client::config())
    /// #     .transport(shop_client::responses([(200, r#"{"id": 7, "state": "delivered"}"#)]))
    /// #     .build()?;
    /// let order = client.run(async |client: &Client| client.send(GetOrder::new(7)).await)??;
    /// assert_eq!(order.id, Some(7));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Kind [`CannotBlock`](crate::ErrorKind::CannotBlock); see [the module](crate::blocking).
    pub fn run<T>(&self, call: impl AsyncFnOnce(&crate::Client<A, C>) -> T) -> Result<T, Error> {
        let context = ErrorContext::without_route(A::NAME, "");
        let result = self.background.block_on(call(&self.client));
        result.map_err(|error| error.into_error(&context))
    }

    /// The HTTP request of an operation, with credentials, for use in tests.
    ///
    /// # Errors
    ///
    /// Kind [`InvalidRequest`](crate::ErrorKind::InvalidRequest), with
    /// [`invalid_fields`](Error::invalid_fields).
    pub fn to_http<O>(&self, operation: &O) -> Result<http::Request<Bytes>, Error>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.client.to_http(operation)
    }

    fn block_on<O: Operation, T>(
        &self,
        call: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        self.block_on_in(ErrorContext::new(A::NAME, const { &O::INFO }), call)
    }

    fn block_on_in<T>(
        &self,
        context: ErrorContext,
        call: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let result = self.background.block_on(call);
        result.unwrap_or_else(|error| Err(error.into_error(&context)))
    }

    /// The context of an operation, with its unique key.
    fn context_of<O: Operation>(&self, operation: &O) -> ErrorContext {
        self.client.handle.request(operation).context
    }

    fn iterate<S>(&self, stream: S, context: ErrorContext) -> Iter<S> {
        Iter::new(stream, &self.background, context)
    }
}

impl<A: Api, C> ClientBuilder<A, C> {
    /// Builds the client, and starts its background thread. It does not connect yet.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config) if a setting is invalid, TLS cannot be
    /// initialized, or the background thread cannot be started for lack of threads or open files.
    pub fn build(self) -> Result<Client<A, C>, Error> {
        let client = self.client()?;
        let background = Background::start(A::NAME).map_err(|error| {
            let reason = format!("cannot start the background thread: {}", error.kind());
            let field = InvalidField::new(FieldLocation::Settings, "", reason);
            Error::config(A::NAME, vec![field])
        })?;
        Ok(Client {
            client,
            background: Arc::new(background),
        })
    }
}

impl<A: Api, C> Clone for Client<A, C> {
    fn clone(&self) -> Self {
        Self {
            client: self.client.clone(),
            background: Arc::clone(&self.background),
        }
    }
}

impl<A: Api, C> fmt::Debug for Client<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("api", &A::NAME)
            .finish_non_exhaustive()
    }
}
