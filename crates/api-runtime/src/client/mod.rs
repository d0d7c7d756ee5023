//! The client, which sends operations.

pub(crate) mod builder;
pub(crate) mod compare;
pub(crate) mod comparing;
pub(crate) mod comparison;
pub(crate) mod create_once;
pub(crate) mod detached;
pub(crate) mod difference;
pub(crate) mod future;
pub(crate) mod handle;
pub(crate) mod lookup;
pub(crate) mod options;
pub(crate) mod scalar;
pub(crate) mod settings;
pub(crate) mod timeouts;

use std::fmt;
use std::future::ready;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use crate::auth::provider::CredentialsProvider;
use crate::auth::{Authorization, Credentials};
use crate::client::create_once::{CreatedBy, Finder, create_once, look_up_created};
use crate::client::future::{ResponseFuture, SendFuture};
use crate::client::handle::ClientHandle;
use crate::response::decode::CollectMismatches;
use crate::retry::call::start;
use crate::transport::BoxFuture;
use crate::{
    Api, AuthorizedBy, CheckpointStore, ClientBuilder, Config, Error, FindByUniqueKey,
    IncrementalSync, Items, Labels, Operation, PageResponse, Pages, Paginated, RequestOptions,
    Syncable, UniqueKey,
};

/// A client for API `A` that can send the operations authorized by credentials `C`.
///
/// Cloning is cheap; clones share the connection pools, settings and retry budget. Requires a
/// Tokio runtime with the time and I/O drivers enabled: outside of a runtime, calls fail with kind
/// [`NoRuntime`](crate::ErrorKind::NoRuntime); in a runtime without these drivers, they panic.
///
/// # Retries
///
/// A call makes up to three attempts ([`RetryPolicy`](crate::RetryPolicy)). Safe and idempotent operations are retried when the
/// connection breaks, when a response times out, is incomplete or is about another record, and
/// after the transient statuses 408, 425, 429, 500, 502, 503 and 504. Other operations are retried
/// only if the request was provably not sent: the connection could not be established, the pool
/// returned the request unsent, or an HTTP/2 server reported that it did not process it (`GOAWAY`,
/// `REFUSED_STREAM`). An untrusted server is not retried. [`create_once`](Self::create_once) also
/// retries operations whose duplicates the server recognizes.
///
/// A 401 is retried only with fresh credentials of a
/// [`CredentialsProvider`](crate::CredentialsProvider), or with a new token of OAuth 2.
///
/// The backoff is exponential with jitter: 200 ms to 1 s before the second attempt, 200 ms to 5 s
/// before the third. With `Retry-After`, the server sets it. If that exceeds 60 s or the time left,
/// the call fails at once.
///
/// Each set of credentials has a retry budget, which clones and derived clients with the same
/// credentials share: a token bucket of ten retries to which each success returns a tenth. In an
/// outage it runs dry and calls are no longer retried; the error says so
/// ([`is_retry_budget_exhausted`](Error::is_retry_budget_exhausted)). The failures of one venue leave
/// the budgets of the others alone.
///
/// # Timeouts
///
/// The connect timeout and the attempt timeout apply to each attempt, the overall timeout to the
/// call with all its attempts and backoff. [`ClientBuilder`] sets them for
/// the client, and [`RequestOptions`] the last two for single calls. If the status was received before
/// a timeout, an error status takes precedence: a 422 whose body stalls is a rejection.
///
/// # Cancellation
///
/// Dropping the future of a call cancels it: it sends nothing more, and hooks report the outcome. A
/// write that must not be canceled is [detached](Self::detach), such as those of the handlers of a
/// web framework, whose futures are dropped when the browser goes away.
///
/// # Connections
///
/// Connections are pooled. Non-idempotent requests use a separate pool whose connections expire
/// after three idle seconds: servers and proxies close idle connections, and a request that is sent
/// on a closing one has an unknown outcome.
///
/// A connection is not used again after a timeout, a response with both `Content-Length` and
/// `Transfer-Encoding`, a response about another record, or a success before the request was sent.
/// After a response about another record, or a timeout in which the pool received no response at
/// all, none of the pooled connections is. A silent connection is checked after
/// 15 s: by a keep-alive probe of TCP, and by a PING of HTTP/2, whose response must be received in
/// 5 s.
///
/// With HTTP/2, a dropped call that waited for a free stream may still send its head. The request
/// of a write never becomes whole.
///
/// A response whose end is not marked, so that it may be a lost connection, fails with kind
/// [`Interrupted`](crate::ErrorKind::Interrupted). Without the feature `rustls`, that is every body
/// without `Content-Length` or chunks: the libraries of some platforms do not report that TLS was
/// cut off.
#[doc(alias = "backoff")]
#[doc(alias = "retry policy")]
#[doc(alias = "timeout")]
#[doc(alias = "connection pool")]
pub struct Client<A: Api, C> {
    pub(crate) handle: ClientHandle,
    types: PhantomData<fn() -> (A, C)>,
}

impl<A: Api, C> Client<A, C> {
    /// A client with the default settings.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config) if TLS cannot be set up.
    pub fn new(config: Config<A, C>) -> Result<Self, Error> {
        Self::builder(config).build()
    }

    /// A builder for a client with other settings.
    pub fn builder(config: Config<A, C>) -> ClientBuilder<A, C> {
        ClientBuilder::new(config)
    }

    pub(crate) fn from_handle(handle: ClientHandle) -> Self {
        Self {
            handle,
            types: PhantomData,
        }
    }

    /// The same client with other credentials, such as those of another venue.
    ///
    /// Connection pools and settings are shared; each set of credentials has its own retry budget,
    /// also if a client is derived anew for every call. Invalid credentials make the calls fail.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::{GetOrder, VenueToken};
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([]);
    /// let other = client.with_credentials(VenueToken::new("other-token"));
    /// let request = other.to_http(&GetOrder::new(7))?;
    /// assert_eq!(request.headers()["authorization"], "Bearer other-token");
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_credentials<C2: Credentials>(&self, credentials: C2) -> Client<A, C2> {
        let authorization = Authorization::new(&credentials);
        Client::from_handle(self.handle.with_credentials(&authorization, None))
    }

    /// The same client with other credentials, which every call asks the provider for.
    ///
    /// A client that is derived anew for every call keeps the retry budget of the venue: it is found
    /// by the [`identity`](CredentialsProvider::identity) of the provider, or by the credentials that
    /// it returns.
    pub fn with_credentials_provider<P>(&self, provider: P) -> Client<A, P::Credentials>
    where
        P: CredentialsProvider,
    {
        let pending = Authorization::pending();
        let provider = Some(Arc::new(provider) as _);
        Client::from_handle(self.handle.with_credentials(&pending, provider))
    }

    /// The same client with other timeouts, or with additional headers, query parameters or labels.
    ///
    /// It is cheap, even for a single call. The options apply to everything that it sends,
    /// including pages and items. They are added to earlier options, and override them.
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
    /// let options = RequestOptions::new().overall_timeout(Duration::from_secs(2));
    /// let order = client.with_options(options).send(GetOrder::new(7)).await?;
    /// assert_eq!(order.id, Some(7));
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_options(&self, options: RequestOptions) -> Self {
        Self::from_handle(self.handle.with_options(options))
    }

    /// Sends an operation, and returns its decoded response.
    ///
    /// The request is written before this method returns. The future does not borrow the client,
    /// and is `Send`.
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
    /// # Cancellation
    ///
    /// Dropping the future cancels the call, in the middle of a write, too. **Web frameworks drop the
    /// future of a handler when the browser goes away**: send writes of handlers with
    /// [`detach`](Self::detach).
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    pub fn send<O>(&self, operation: O) -> SendFuture<O::Output>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        SendFuture::new(
            start(&self.handle, &operation, CollectMismatches::IfConfigured),
            O::read_response,
        )
    }

    /// Like [`send`](Self::send), and also returns the status, headers and mismatches of the
    /// response.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::GetOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(200, r#"{"id": 7}"#)]);
    /// let response = client.send_with_response(GetOrder::new(7)).await?;
    /// assert_eq!((response.status.as_u16(), response.value.id), (200, Some(7)));
    /// assert!(response.mismatches.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`send`](Self::send).
    pub fn send_with_response<O>(&self, operation: O) -> ResponseFuture<O::Output>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        ResponseFuture::new(
            start(&self.handle, &operation, CollectMismatches::Always),
            O::read_response,
        )
    }

    /// Creates a record at most once, and recovers it by its unique key after an unknown outcome:
    /// of this call, or of an earlier one with the same key, whose process ended before the response.
    ///
    /// Works like [`send`](Self::send) until an attempt has the outcome
    /// [`Unknown`](crate::Outcome::Unknown). Then the same request is resent once, after the usual
    /// backoff, if the maximum of three attempts, the overall timeout and the retry budget allow
    /// it. That second request is the last one that is sent, even if the server reports that it did
    /// not process it (`REFUSED_STREAM`). Attempts without a connection send nothing, so they are
    /// not requests here. It has one of these results:
    ///
    /// * A success: [`Created::Confirmed`](crate::Created::Confirmed), or
    ///   [`Created::Changed`](crate::Created::Changed) if the response repeats the record with other
    ///   values.
    /// * A rejection, which may be caused by an earlier request, by another record with the same
    ///   key, or by something else in the request. So the record is looked up by its key. There is
    ///   no lookup after a 401, 403 or 429.
    /// * A second unknown outcome, or a refused request. After another backoff the record is looked
    ///   up in the same way, if the overall timeout allows it. So it is if the attempts or the retry
    ///   budget do not allow a second request.
    ///
    /// If the first request is rejected, the record may have been created by an earlier call. So it is
    /// looked up, too, if the status is documented as that of a duplicate, or is 409; if no status
    /// is documented, after every rejection but a 401, 403 or 429. Other invalid fields have the same
    /// status, and the messages prove nothing, so an invalid request costs a read, which is paid from
    /// the retry budget. If there is no such record, the outcome is
    /// [`Rejected`](crate::Outcome::Rejected), with the [`lookup_error`](Error::lookup_error). If the
    /// lookup is impossible or fails in another way, such as a 404 with an HTML page, the outcome is
    /// [`Unknown`](crate::Outcome::Unknown).
    ///
    /// To recover after a crash, send the same request again. Then only
    /// [`Rejected`](crate::Outcome::Rejected) with a [`lookup_error`](Error::lookup_error) proves that
    /// there is no record. A rejection without one, and [`NotSent`](crate::Outcome::NotSent), are about
    /// this call alone.
    ///
    /// A record that is looked up and has the key that was sent is compared with the request, as far
    /// as both show a value: numbers and times by value, texts but for white space, lists item by
    /// item, and null like a missing value. White space and case of the key make a difference, not
    /// another record. If nothing differs, the result is [`Created::Recovered`](crate::Created::Recovered), otherwise
    /// [`Created::Differs`](crate::Created::Differs). A duplicate key, in the record or of its
    /// wrapper, contradicts itself, and the key alone may be repeated from the request: then the
    /// response proves nothing.
    ///
    /// A resend withdraws two retries from the retry budget: its own, and that of the lookup, which
    /// is returned if there is none. The last retry of the budget is spent on a lookup.
    ///
    /// In all other cases the outcome stays unknown. The error is that of the last attempt, with
    /// the first one as [`earlier`](Error::earlier), the error of the lookup as
    /// [`lookup_error`](Error::lookup_error),
    /// [`is_retry_budget_exhausted`](Error::is_retry_budget_exhausted), and
    /// [`unique_key_field`](Error::unique_key_field) and [`unique_key`](Error::unique_key) for a
    /// later lookup. Its [`attempts`](Error::attempts) are those of the create; the error of the
    /// lookup counts its own.
    ///
    /// In a handler of a web framework, [`detach`](Self::detach) it, like every write.
    ///
    /// The key must never be used for another record. If it is blank, or twice in the body, the
    /// request is not resent.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::{Created, Outcome};
    /// use shop_client::CreateOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let in_use = (422, r#"{"errors": ["reference_no is in use"]}"#);
    /// # let created = (200, r#"{"id": 7, "reference_no": "WEB-1"}"#);
    /// # let client = shop_client::client([
    /// #     (0, ""), in_use, created, (0, ""), in_use, (404, ""), in_use, created, in_use, (404, ""),
    /// # ]);
    /// // The first response is lost, the second one is a 422, and the lookup returns the order.
    /// let id = match client.create_once(CreateOrder::new("WEB-1")).await {
    ///     Ok(Created::Confirmed(order)) => order.id,
    ///     Ok(Created::Recovered(order)) => order.id, // created by the first attempt
    ///     // Another amount, for instance: a person has to look at it.
    ///     Ok(Created::Changed { differences, .. } | Created::Differs { differences, .. }) => {
    ///         panic!("{differences:?}")
    ///     }
    ///     Err(error) => return Err(error),
    /// };
    /// assert_eq!(id, Some(7));
    ///
    /// // The lookup fails too, so the outcome stays unknown.
    /// let error = client.create_once(CreateOrder::new("WEB-2")).await.unwrap_err();
    /// assert_eq!(error.outcome(), Outcome::Unknown);
    /// assert_eq!(error.messages(), ["reference_no is in use"]);
    /// assert_eq!(error.unique_key(), Some("WEB-2")); // for a later lookup
    ///
    /// // After a restart: the order exists already, so the first response is a 422.
    /// let created = client.create_once(CreateOrder::new("WEB-1")).await?;
    /// assert!(matches!(created, Created::Recovered(order) if order.id == Some(7)));
    ///
    /// // A 422, and no order has the reference: the request was rejected for another reason.
    /// let error = client.create_once(CreateOrder::new("WEB-3")).await.unwrap_err();
    /// assert_eq!(error.outcome(), Outcome::Rejected);
    /// assert!(error.lookup_error().is_some_and(|error| error.is_not_found()));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`send`](Self::send).
    #[doc(alias = "idempotency key")]
    #[doc(alias = "exactly once")]
    #[doc(alias = "deduplicate")]
    pub fn create_once<O>(&self, operation: O) -> BoxFuture<Result<CreatedBy<O>, Error>>
    where
        O: FindByUniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
    {
        let finder = Finder {
            find: |value| ready(Some(O::lookup(value))),
            is_by_key: true,
        };
        create_once(self.handle.clone(), &operation, finder)
    }

    /// Like [`create_once`](Self::create_once), for an API that cannot look up a record by its
    /// unique key: `find` maps the key to the operation that reads the record.
    ///
    /// The future of `find` may wait within the overall timeout, for instance for a callback
    /// (webhook) with the record's id. With `None` the outcome is unknown, and so it is if the record
    /// is not found: another id may have the key. The result is verified and compared: a record
    /// with another key is not returned.
    ///
    /// After a crash, a `find` that has lost the ids returns `None`. Keep them with the order.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::collections::HashMap;
    ///
    /// use api_runtime::Created;
    /// use shop_client::{CreateOrder, GetOrder};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let order = (200, r#"{"id": 7, "reference_no": "WEB-1"}"#);
    /// # let client = shop_client::client([(0, ""), (422, ""), order]);
    /// // Recorded by the application's webhook handler.
    /// let order_ids = HashMap::from([("WEB-1".to_owned(), 7)]);
    /// let find = async move |reference_no: String| {
    ///     order_ids.get(&reference_no).map(|id| GetOrder::new(*id))
    /// };
    /// let created = client.create_once_with(CreateOrder::new("WEB-1"), find).await?;
    /// assert!(matches!(created, Created::Recovered(order) if order.id == Some(7)));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`send`](Self::send).
    pub fn create_once_with<O, W>(
        &self,
        operation: O,
        find: impl FnOnce(String) -> W + Send + 'static,
    ) -> BoxFuture<Result<CreatedBy<O>, Error>>
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        W: Future<Output = Option<O::Lookup>> + Send + 'static,
    {
        let finder = Finder {
            find,
            is_by_key: false,
        };
        create_once(self.handle.clone(), &operation, finder)
    }

    /// Looks up the record of a create that may have taken effect, by its unique key, and compares
    /// it with the request, as [`create_once`](Self::create_once) does. Nothing is created.
    ///
    /// Returns [`Created::Recovered`](crate::Created::Recovered) or
    /// [`Created::Differs`](crate::Created::Differs). If there is no record, the error
    /// [is not found](Error::is_not_found). That proves nothing while the create may be on its way.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::Created;
    /// use shop_client::CreateOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(200, r#"{"id": 7, "reference_no": "WEB-1"}"#), (404, "")]);
    /// let found = client.look_up_created(CreateOrder::new("WEB-1")).await?;
    /// assert!(matches!(found, Created::Recovered(order) if order.id == Some(7)));
    ///
    /// let error = client.look_up_created(CreateOrder::new("WEB-2")).await.unwrap_err();
    /// assert!(error.is_not_found());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the lookup; kind [`Mismatch`](crate::ErrorKind::Mismatch) if the record does not
    /// prove that it has the unique key; kind
    /// [`InvalidRequest`](crate::ErrorKind::InvalidRequest) if the request has no unique key.
    pub fn look_up_created<O>(&self, operation: O) -> BoxFuture<Result<CreatedBy<O>, Error>>
    where
        O: FindByUniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
    {
        look_up_created(&self.handle, &operation, O::lookup)
    }

    /// Like [`look_up_created`](Self::look_up_created), for an API that cannot look up a record by
    /// its unique key: `lookup` reads the record, for instance by the id that a callback (webhook)
    /// named. A record with another unique key is an error.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::Created;
    /// use shop_client::{CreateOrder, GetOrder};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let order = (200, r#"{"id": 7, "reference_no": "WEB-1"}"#);
    /// # let client = shop_client::client([order, order]);
    /// let found = client.look_up_created_with(CreateOrder::new("WEB-1"), GetOrder::new(7)).await?;
    /// assert!(matches!(found, Created::Recovered(order) if order.id == Some(7)));
    ///
    /// let other = client.look_up_created_with(CreateOrder::new("WEB-2"), GetOrder::new(7)).await;
    /// assert!(other.is_err()); // order 7 is WEB-1
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`look_up_created`](Self::look_up_created).
    pub fn look_up_created_with<O>(
        &self,
        operation: O,
        lookup: O::Lookup,
    ) -> BoxFuture<Result<CreatedBy<O>, Error>>
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
    {
        look_up_created(&self.handle, &operation, |_| lookup)
    }

    /// The name of the environment, such as `Staging`.
    pub fn environment(&self) -> &str {
        &self.handle.core.environment
    }

    /// The labels of this client's calls.
    pub fn labels(&self) -> &Labels {
        self.handle.labels()
    }

    /// The pages of a list, starting with the page of the operation.
    pub fn pages<O>(&self, operation: O) -> Pages<O>
    where
        O: Paginated<Api = A> + AuthorizedBy<C>,
        O::Output: PageResponse<Item = O::Item>,
    {
        Pages::new(self.handle.clone(), operation)
    }

    /// The items of a list, with one page in memory.
    pub fn items<O>(&self, operation: O) -> Items<O>
    where
        O: Paginated<Api = A> + AuthorizedBy<C>,
        O::Output: PageResponse<Item = O::Item>,
    {
        Items::new(self.pages(operation))
    }

    /// The records of a list that changed since the previous run; see [`IncrementalSync`] for its
    /// guarantees.
    ///
    /// The store keeps the checkpoint, from which the next run continues. The first run reads
    /// everything that the operation lists. If the list has a default time window, set the start of
    /// the first run in the operation, or older records are skipped. All other filters must be the
    /// same in every run. The operation's page is ignored, and its page size is the maximum that is
    /// requested (at least 20).
    ///
    /// # Errors
    ///
    /// The error of the store if the checkpoint cannot be loaded, and
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) if it is that of another list, or in the future.
    /// Nothing is sent.
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
        IncrementalSync::new(self.handle.clone(), operation, store, overlap)
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
    /// let request = client.to_http(&CreateOrder::new("WEB-1"))?;
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
    pub fn to_http<O>(&self, operation: &O) -> Result<http::Request<Bytes>, Error>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.handle.request(operation).request
    }
}

impl<A: Api, C> Clone for Client<A, C> {
    fn clone(&self) -> Self {
        Self::from_handle(self.handle.clone())
    }
}

impl<A: Api, C> fmt::Debug for Client<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("api", &A::NAME)
            .finish_non_exhaustive()
    }
}
