//! The client, which sends operations.

pub(crate) mod builder;
pub(crate) mod call;
mod detach;
mod found;
pub(crate) mod lookup;
pub(crate) mod once;
pub(crate) mod response;
pub(crate) mod sending;
pub(crate) mod sent;

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::attempt::handle::ClientHandle;
use crate::auth::provider::CredentialsProvider;
use crate::auth::{Authorization, Credentials};
use crate::client::builder::ClientBuilder;
use crate::client::call::{Call, UnderKey};
use crate::client::sending::Sending;
use crate::config::Config;
use crate::error::Error;
use crate::observe::labels::Labels;
use crate::operation::api::Api;
use crate::operation::{AuthorizedBy, Operation};

/// A client for API `A` that can send the operations authorized by credentials `C`.
///
/// Cloning is cheap; clones share the connection pools, settings and retry budget. Requires a
/// Tokio runtime with the time and I/O drivers enabled: outside of a runtime, calls fail with kind
/// [`NoRuntime`](crate::ErrorKind::NoRuntime); in a runtime without these drivers, they panic.
///
/// # Retries
///
/// A call makes up to three attempts ([`RetryPolicy`](crate::RetryPolicy)). Reads and harmless writes are retried when the
/// connection breaks, when a response times out, is incomplete or is about another record, and
/// after the transient statuses 408, 425, 429, 500, 502, 503 and 504. Other writes are retried
/// only if the request was provably not sent: the connection could not be established, the pool
/// returned the request unsent, or an HTTP/2 server reported that it did not process it (`GOAWAY`,
/// `REFUSED_STREAM`). An untrusted server is not retried. If the server recognizes duplicates of a create,
/// [`once`](Self::once) also sends it again, after it has looked the record up.
///
/// A 401 is retried only with fresh credentials of a
/// [`CredentialsProvider`](crate::CredentialsProvider).
///
/// The backoff is exponential with jitter: 200 ms to 1 s before the second attempt, 200 ms to 5 s
/// before the third. `Retry-After` of the server replaces it. If `Retry-After` exceeds 60 s or the time
/// left, the call fails at once.
///
/// Each set of credentials has a retry budget, which clones and derived clients with the same
/// credentials share: a token bucket of ten retries. Each success returns a tenth of a retry, and each
/// minute one retry. In an outage, the budget is exhausted, and calls are no longer retried; the error
/// says so ([`is_retry_budget_exhausted`](Error::is_retry_budget_exhausted)). The failures of one account
/// do not use up the budgets of others.
///
/// # Timeouts
///
/// The connect timeout and the attempt timeout apply to each attempt, the overall timeout to the
/// call with all its attempts and backoff. Under a [key](Self::once), a look-up before or after the
/// write has an overall timeout of its own. [`ClientBuilder`] sets the timeouts for
/// the client, and [`call`](Self::call) the last two for single calls. If the status was received before
/// a timeout, an error status takes precedence: a 422 whose body stalls is a rejection.
///
/// # Cancellation
///
/// Dropping the future of a call cancels the call: it sends nothing more, and hooks report the outcome.
/// [Detach](Sending::detached) a write that must not be canceled, such as a write in a handler of a web
/// framework, whose future is dropped when the browser goes away.
///
/// # Connections
///
/// Reads, and writes that may be repeated, take connections of a pool. A write that must not be repeated
/// takes a new connection, which is closed after its response: a request on a used connection has an
/// unknown outcome if the server is just closing it, and a late response to an earlier request would
/// be taken for its own. A new connection resumes the TLS session.
///
/// A connection is not used again after a timeout, a response with both `Content-Length` and
/// `Transfer-Encoding`, a response about another record, or a success before the request was sent.
/// After a response about another record, or a timeout in which the pool received no response at
/// all, no pooled connection is used again. A silent connection is checked after 15 s, by a keep-alive
/// probe of TCP and a PING of HTTP/2. The response to the PING must be received within 5 s.
///
/// With HTTP/2, a dropped call that waited for a free stream of a used connection may still send its head.
/// A write that must not be repeated never waits for one.
///
/// A response whose end is not marked, so that it may be a lost connection, fails with kind
/// [`Interrupted`](crate::ErrorKind::Interrupted). Without the feature `rustls`, this includes every
/// body without `Content-Length` or chunks, because the TLS libraries of some platforms do not report
/// that a connection was cut off.
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

    /// The client of another account, or of the same one with other credentials: it shares the connection
    /// pools, the journal, hooks and settings.
    ///
    /// The first client needs no credentials: with `()` for them, it sends no
    /// operation of the API, and has what the derived clients share.
    ///
    /// Each set of credentials has its own retry budget, also if a client is derived anew for every call. An
    /// invalid account, see [`ClientBuilder::account`], and invalid credentials make the calls fail.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::{GetOrder, VenueApiToken};
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([]);
    /// let other = client.with_account(13, VenueApiToken::new("other-token"));
    /// assert_eq!(other.labels().get("account"), Some("13"));
    /// let request = other.call().to_http(&GetOrder::new(7))?;
    /// assert_eq!(request.headers()["authorization"], "Bearer other-token");
    /// # Ok(())
    /// # }
    /// ```
    #[doc(alias = "with_credentials")]
    pub fn with_account<C2: Credentials>(
        &self,
        account: impl fmt::Display,
        credentials: C2,
    ) -> Client<A, C2> {
        let (account, authorization) = (account.to_string(), Authorization::new(&credentials));
        Client::from_handle(self.handle.with_account(&account, &authorization, None))
    }

    /// The client of another account, as [`with_account`](Self::with_account), which asks the provider for its
    /// credentials before every call.
    ///
    /// A client that is derived anew for every call keeps the retry budget of the credentials. The
    /// [`identity`](CredentialsProvider::identity) of the provider, or else the credentials that it
    /// returns, identify the budget.
    pub fn with_account_provider<P>(
        &self,
        account: impl fmt::Display,
        provider: P,
    ) -> Client<A, P::Credentials>
    where
        P: CredentialsProvider,
    {
        let (account, pending) = (account.to_string(), Authorization::pending());
        let provider = Some(Arc::new(provider) as _);
        Client::from_handle(self.handle.with_account(&account, &pending, provider))
    }

    /// The options of a call, and other ways to send it than [`send`](Self::send).
    pub fn call(&self) -> Call<'_, A, C> {
        Call::new(self)
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
    /// future of a handler when the browser goes away**: end writes of handlers with
    /// [`detached`](Sending::detached).
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    pub fn send<O>(&self, operation: O) -> Sending<O::Output>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        self.call().send(operation)
    }

    /// A write that takes effect at most once under this key, among all processes that share the
    /// [journal](ClientBuilder::journal) of the client. The key is your own id of the write, such as that of a
    /// cart: at most 512 bytes, without outer white space. It belongs to the [account](ClientBuilder::account) of
    /// the client, the API and the environment.
    ///
    /// The call commits the intent before it sends the first byte, and the outcome afterwards. A second
    /// call with the same key sends nothing if the first call succeeded: it returns the ids
    /// ([`Known::Earlier`](crate::Known::Earlier)). After a rejection, or if nothing was sent, it sends like a
    /// first call. If the outcome of the first call is unknown, it sends nothing, unless the operation has a
    /// [unique key](crate::operation::UniqueKey) or an idempotency key.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::{ErrorKind, Known, Outcome};
    /// use shop_client::CreateOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let order = (200, r#"{"id": 7, "reference_no": "WEB-1"}"#);
    /// # let invalid = (422, r#"{"errors": ["quantity is missing"]}"#);
    /// # let client = shop_client::client([(0, ""), order, invalid, (404, ""), (404, "")]);
    /// // The response is lost, and a look-up by the reference finds the order.
    /// let sent = client.once("cart-7").send(CreateOrder::new("WEB-1")).await?;
    /// assert_eq!(sent.known, Known::Recovered);
    ///
    /// // After a restart, for instance: nothing is sent.
    /// let sent = client.once("cart-7").send(CreateOrder::new("WEB-1")).await?;
    /// assert_eq!(sent.known, Known::Earlier);
    ///
    /// // A 422, and no order has the reference: it was rejected for another reason.
    /// let error = client.once("cart-8").send(CreateOrder::new("WEB-2")).await.unwrap_err();
    /// assert_eq!((error.kind(), error.outcome()), (ErrorKind::BadRequest, Outcome::Rejected));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Unique keys
    ///
    /// If the server accepts a field of a create once, such as a reference, a look-up finds out what became of
    /// a lost request: after a backoff, and again when the attempt's timeout is over, because the request is
    /// then no longer on its way. If there is no record, the same call sends once more, if its timeout, the
    /// attempts and the retry budget allow it; otherwise a later call does.
    ///
    /// A rejection may be caused by the record of an earlier request. So after 409, or a status that is
    /// documented for duplicates, the call looks the record up at once and five seconds later; if no status is
    /// documented, after every rejection except 401, 403 and 429. We assume that a look-up finds an existing
    /// record after five seconds. Other invalid fields have the same status, so an invalid request takes these
    /// five seconds, too. If the timeout leaves no time for the second look, the outcome is unknown.
    ///
    /// A harmless write, such as one of a quote, is not repeated under a key after an unknown outcome, either.
    ///
    /// A record with the unique key is compared with the request, as far as both show the values. Other values
    /// are an error of kind [`Duplicate`](crate::ErrorKind::Duplicate) with the
    /// [differences](Error::differences), for a person. A response proves nothing if it has a duplicate JSON
    /// key, in the record or of its wrapper, or shows the unique key alone.
    ///
    /// Never use the unique key for another record. If it is blank, or twice in the body, nothing is looked up.
    /// If an API reads records by their ids only, and the request has the URL of a callback (webhook), the record is
    /// looked up by the id that a callback has named, to a handler over the store of the journal. Until then, there
    /// is no record as far as is known. Without such a URL, nothing is looked up.
    ///
    /// # Idempotency keys
    ///
    /// If the server knows a repetition by an idempotency key, the client makes one for the request, and the
    /// journal keeps it. What may have taken effect is sent again with this key: by the attempts of the call, and
    /// by later calls with the same `key`, for as long as the server is documented to keep it. Then only a person
    /// finds the outcome out. What was rejected or not sent gets another idempotency key.
    ///
    /// # Errors
    ///
    /// The errors of [`send`](Self::send), and the kinds [`KeyReused`](crate::ErrorKind::KeyReused),
    /// [`InFlight`](crate::ErrorKind::InFlight), [`Unresolved`](crate::ErrorKind::Unresolved),
    /// [`Restored`](crate::ErrorKind::Restored) and [`Journal`](crate::ErrorKind::Journal). The
    /// [outcome](Error::outcome) covers all calls with the key; [`next_step`](Error::next_step) says what to
    /// do. Without a journal, the kind is [`Config`](crate::ErrorKind::Config).
    ///
    /// The error is that of the last attempt, with the first unknown one as [`earlier`](Error::earlier), and that
    /// of the look-up as [`lookup_error`](Error::lookup_error). Its [`attempts`](Error::attempts) do not count
    /// look-ups.
    #[doc(alias = "idempotency key")]
    #[doc(alias = "exactly once")]
    #[doc(alias = "deduplicate")]
    pub fn once(&self, key: impl Into<String>) -> Call<'_, A, C, UnderKey> {
        self.call().under(key.into())
    }

    /// The name of the environment, such as `Staging`.
    pub fn environment(&self) -> &str {
        &self.handle.core.environment
    }

    /// The labels of this client's calls.
    pub fn labels(&self) -> &Labels {
        self.handle.labels()
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
