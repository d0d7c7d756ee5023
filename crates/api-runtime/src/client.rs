//! The client: it sends operations.

use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use crate::caller::{Caller, Watch};
use crate::credentials::{Authorization, Credentials};
use crate::sending::{Calling, Sending};
use crate::{
    Accepts, Api, CallOptions, ChangeListing, Changes, ClientBuilder, Environment, Error, Items,
    Listing, Operation, Paged, Pages, WatermarkStore,
};

/// Sends the operations of the API `A` that the credentials `C` suffice for.
///
/// A clone is cheap, and shares connections, limits and the budget of further attempts. Calls wait on tokio: they need a
/// runtime of it with its time and its I/O enabled.
///
/// # Attempts
///
/// A call makes up to three attempts. What only reads, or leaves the same state when it arrives twice, is sent again
/// when the connection breaks, when a reply does not come in time or not whole, and after the statuses 408, 425, 429, 500,
/// 502, 503 and 504. Everything else is sent again only if it is certain that nothing of it was sent: no connection came
/// about, or one gave the request back unsent. A server that is not trusted is not tried again.
///
/// Between attempts a call waits for a random time, from 200 ms to 1 s after the first and to 5 s after the second, or as
/// long as the server asks for by `Retry-After`. If that is more than 60 s, or than the call has left, then the call ends
/// at once with what it has. All clones share a budget of ten further attempts, into which each success puts back a tenth
/// of one: when nothing succeeds any more, calls soon make one attempt each.
///
/// The limit of an attempt starts anew with each attempt, that of a call goes through all of it. A call that is dropped
/// stops, and sends nothing more.
///
/// # Connections
///
/// Requests that may not arrive twice have connections of their own, which are not used any more after three seconds
/// without a request: servers and proxies close idle connections, and of a request that meets a closing one nobody knows
/// whether it arrived.
pub struct Client<A: Api, C> {
    pub(crate) caller: Caller,
    types: PhantomData<fn() -> (A, C)>,
}

impl<A: Api, C> Client<A, C> {
    /// A client with the usual settings.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](crate::ErrorKind::Config), if TLS cannot be set up.
    pub fn new(environment: Environment<A, C>) -> Result<Self, Error> {
        Self::builder(environment).build()
    }

    /// A client with other settings.
    pub fn builder(environment: Environment<A, C>) -> ClientBuilder<A, C> {
        ClientBuilder::new(environment)
    }

    pub(crate) fn of(caller: Caller) -> Self {
        Self {
            caller,
            types: PhantomData,
        }
    }

    /// The same client with other credentials: another venue's, or another reach.
    ///
    /// Connections and limits are shared. Credentials that cannot be sent are told by the first call.
    pub fn for_venue<C2: Credentials>(&self, credentials: C2) -> Client<A, C2> {
        let authorization = Arc::new(Authorization::of(&credentials));
        Client::of(Caller {
            core: Arc::clone(&self.caller.core),
            authorization,
            options: self.caller.options.clone(),
        })
    }

    /// The same client for calls with other limits, more headers or more parameters.
    ///
    /// It is cheap, and made for single calls as well. Everything that it sends has the options: calls, pages and
    /// items. Options of a client that has some already are added to them.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use api_runtime::CallOptions;
    /// # use api_runtime::{Accepts, Api, Client, Error, Operation};
    ///
    /// # async fn run<A: Api, C, O: Operation<Api = A> + Accepts<C>>(client: Client<A, C>, operation: O) -> Result<(), Error> {
    /// let hurried = CallOptions::new()
    ///     .overall_timeout(Duration::from_secs(2))
    ///     .header("x-request-id", "42");
    /// client.with(hurried).send(operation).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn with(&self, options: CallOptions) -> Self {
        Self::of(self.caller.with(options))
    }

    /// Sends an operation, and reads its reply.
    ///
    /// The request is written at once. The future does not borrow the client, and is sent to other threads
    /// as it is.
    ///
    /// # Errors
    ///
    /// Whatever keeps the operation from succeeding; see [`ErrorKind`](crate::ErrorKind).
    pub fn send<O>(&self, operation: O) -> Sending<O::Output>
    where
        O: Operation<Api = A> + Accepts<C>,
    {
        Sending::new(self.caller.start(&operation, Watch::AsSet), O::read)
    }

    /// Sends an operation, and gives the status, the headers and the mismatches beside what it reads.
    ///
    /// # Errors
    ///
    /// As of [`send`](Self::send).
    pub fn call<O>(&self, operation: O) -> Calling<O::Output>
    where
        O: Operation<Api = A> + Accepts<C>,
    {
        Calling::new(self.caller.start(&operation, Watch::Always), O::read)
    }

    /// All pages of a listing, from the one that it asks for.
    pub fn pages<O>(&self, operation: O) -> Pages<O>
    where
        O: Listing<Api = A> + Accepts<C>,
        O::Output: Paged<Item = O::Item>,
    {
        Pages::new(self.caller.clone(), operation)
    }

    /// All records of a listing, page by page, with one page in memory.
    pub fn items<O>(&self, operation: O) -> Items<O>
    where
        O: Listing<Api = A> + Accepts<C>,
        O::Output: Paged<Item = O::Item>,
    {
        Items::new(self.pages(operation))
    }

    /// The records of a listing that changed since the run before; [`Changes`] says what is promised.
    ///
    /// The store keeps where the run before began. The operation's page is not looked at; its size of pages is the
    /// largest that is asked for.
    ///
    /// # Errors
    ///
    /// What the store says when the watermark cannot be loaded. Nothing is sent yet.
    pub fn changes<O, S>(
        &self,
        operation: O,
        store: S,
        overlap: Duration,
    ) -> io::Result<Changes<O, S>>
    where
        O: ChangeListing<Api = A> + Accepts<C>,
        O::Output: Paged<Item = O::Item>,
        S: WatermarkStore,
    {
        Changes::new(self.caller.clone(), operation, store, overlap)
    }

    /// The request as it would be sent, credentials included. It is meant for tests.
    ///
    /// # Errors
    ///
    /// Kind [`Unsendable`](crate::ErrorKind::Unsendable), with [`refusals`](Error::refusals).
    pub fn to_http<O>(&self, operation: &O) -> Result<http::Request<Bytes>, Error>
    where
        O: Operation<Api = A> + Accepts<C>,
    {
        self.caller.write(operation).1
    }
}

impl<A: Api, C> Clone for Client<A, C> {
    fn clone(&self) -> Self {
        Self::of(self.caller.clone())
    }
}

impl<A: Api, C> fmt::Debug for Client<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("api", &A::NAME)
            .finish_non_exhaustive()
    }
}
