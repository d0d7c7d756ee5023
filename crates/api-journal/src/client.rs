//! Clients that journal their writes.

use std::future::Future;

use api_runtime::{Api, AuthorizedBy, Client, Created, Error, Operation, UniqueKey};

use crate::recover::finder::{Described, FoundBy};
use crate::recover::recover;
use crate::recover::recoverable::Recoverable;
use crate::recover::report::RecoveryReport;
use crate::send::journaled::Journaled;
use crate::send::kept_output::Journaling;
use crate::send::output::Output;
use crate::send::prepare::{PreparedWrite, prepare};
use crate::send::{Call, Start, no_look_up, send};
use crate::{Intent, Journal, JournalError, SendError, State};

/// The result of a journaled create.
pub(crate) type CreatedBy<O> = Created<<<O as UniqueKey>::Lookup as Operation>::Output>;

/// A client that journals its writes, for [`Client`].
pub trait JournalClient<A: Api, C> {
    /// Sends a write at most once under a key: its intent is committed before the first byte, and
    /// its outcome after.
    ///
    /// With a key that was used before, by this process or another one:
    ///
    /// * The write took effect: [`Journaled::AlreadySent`], and nothing is sent.
    /// * It is in flight: an error, and nothing is sent.
    /// * Its outcome is unknown, also after a crash: an error, and nothing is sent, unless the
    ///   operation is idempotent or has a unique key. Then it is sent again, as by
    ///   [`recover`](Self::recover): this call supplies the request, which needs no
    ///   [`Seal`](crate::Seal).
    /// * It was rejected: an error with the kept outcome, and nothing is sent. A corrected request is
    ///   sent under the same key.
    /// * Nothing was sent, a person resolved that it did not take effect, or the status was 401,
    ///   403 or 429: it is sent.
    /// * It was another request, which took effect or may have: [`SendError::KeyReused`], and nothing
    ///   is sent.
    ///
    /// Keys belong to the API, the environment, the venue and the operation. The venue is the
    /// client's label `venue` ([`ClientBuilder::label`](api_runtime::ClientBuilder::label),
    /// [`Call::label`](api_runtime::Call::label)), which is required: with another venue's credentials, recovery would look and send there.
    ///
    /// Dropping the future leaves the entry in flight. When its lease has expired,
    /// [`recover`](Self::recover) finds out what became of it. In a handler of a web framework, whose
    /// future is dropped when the browser goes away, [`detach`](Client::detach) it.
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn send_journaled<O, J>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
    ) -> impl Future<Output = Result<Journaled<O::Output>, SendError>> + Send
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
        J: Journal;

    /// Like [`send_journaled`](Self::send_journaled), for an operation with a unique key: after an
    /// unknown outcome it is resent and looked up, as by
    /// [`create_once`](Client::create_once). If the outcome of an earlier call with the same key is
    /// unknown, it is looked up first, and sent only if there is no record.
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn create_once_journaled<O, J>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
    ) -> impl Future<Output = Result<Journaled<CreatedBy<O>>, SendError>> + Send
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        J: Journal;

    /// Like [`create_once_journaled`](Self::create_once_journaled), for an API that cannot look up
    /// a record by its unique key; see [`create_once_with`](Client::create_once_with).
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn create_once_with_journaled<O, J, W>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
        find: impl Fn(String) -> W + Send + Sync + 'static,
    ) -> impl Future<Output = Result<Journaled<CreatedBy<O>>, SendError>> + Send
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        W: Future<Output = Option<O::Lookup>> + Send + 'static,
        J: Journal;

    /// The intent of a write, which the caller inserts in a transaction of its own, together with
    /// what the write is about.
    ///
    /// After the commit, [`send_prepared`](Self::send_prepared) sends it.
    ///
    /// # Errors
    ///
    /// If the request is invalid or cannot be sealed.
    fn prepare<O, J>(&self, journal: &J, key: &str, operation: &O) -> Result<Intent, SendError>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
        J: Journal;

    /// Sends a write whose intent was committed, as [`send_journaled`](Self::send_journaled) does.
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn send_prepared<O, J>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
    ) -> impl Future<Output = Result<Journaled<O::Output>, SendError>> + Send
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
        J: Journal;

    /// Creates a record whose intent was committed, as
    /// [`create_once_journaled`](Self::create_once_journaled) does.
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn create_once_prepared<O, J>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
    ) -> impl Future<Output = Result<Journaled<CreatedBy<O>>, SendError>> + Send
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        J: Journal;

    /// Creates a record whose intent was committed, as
    /// [`create_once_with_journaled`](Self::create_once_with_journaled) does.
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn create_once_with_prepared<O, J, W>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
        find: impl Fn(String) -> W + Send + Sync + 'static,
    ) -> impl Future<Output = Result<Journaled<CreatedBy<O>>, SendError>> + Send
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        W: Future<Output = Option<O::Lookup>> + Send + 'static,
        J: Journal;

    /// Finds out what became of the writes of crashed processes, as far as the API allows it, and of
    /// those whose outcome is unknown.
    ///
    /// It claims one entry of this client's scope after the other whose lease has expired:
    ///
    /// * The intent was prepared only: nothing was sent. It is sent now if its request is kept.
    /// * An idempotent operation whose request is kept is sent again.
    /// * A create with a unique key is looked up. If there is no record, it is sent again if its
    ///   request is kept; the server rejects a duplicate.
    /// * Any other operation may have taken effect, and nothing proves it: a person has to
    ///   [resolve](Journal::resolve) it.
    ///
    /// What cannot be found out now, such as in an outage, is tried again by a later call, with
    /// increasing delays. Call it at the start of a service and then every minute; several processes
    /// can do so at the same time.
    ///
    /// A request that is sent again overwrites later changes of the same record by others, as
    /// every idempotent request does. Keep requests (with a [`Seal`](crate::Seal)) only if that is
    /// right.
    ///
    /// # Errors
    ///
    /// If no entries can be claimed. Failures of single entries are in the report.
    fn recover<J>(
        &self,
        journal: &J,
    ) -> impl Future<Output = Result<RecoveryReport, JournalError>> + Send
    where
        A: Recoverable<C>,
        C: 'static,
        J: Journal;

    /// Like [`recover`](Self::recover), for an API that cannot look up the record of the create `O`
    /// by its unique key: `find` maps the key to the operation that reads the record, as that of
    /// [`create_once_with`](Client::create_once_with) does. It can take the id from the store of the
    /// callbacks (webhooks), which is known there as soon as a callback with the reference was
    /// confirmed.
    ///
    /// A record that is read and has the key proves that the create took effect; with another key,
    /// or without a record, nothing is proven. While `find` returns `None`, the entry is tried again
    /// by later calls, with increasing delays.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_journal::{JournalClient, MemoryJournal};
    /// use shop_client::{CreateOrder, GetOrder};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use std::collections::HashMap;
    /// # use std::time::Duration;
    /// # let client = shop_client::client([(0, ""), (200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]);
    /// # let client = client.call().label("venue", "12").into_client();
    /// # let journal = MemoryJournal::new();
    /// # let unknown = client.send_journaled(&journal, "order-1", CreateOrder::new("WEB-1"));
    /// # assert!(unknown.await.is_err());
    /// # tokio::time::advance(Duration::from_secs(60)).await;
    /// # let order_ids = HashMap::from([("WEB-1".to_owned(), 7)]);
    /// // In a service: the store of the callbacks.
    /// let find = async |reference_no: String| order_ids.get(&reference_no).map(|id| GetOrder::new(*id));
    /// let report = client.recover_with::<CreateOrder, _, _>(&journal, find).await?;
    /// assert_eq!(report.found.len(), 1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`recover`](Self::recover).
    fn recover_with<O, J, W>(
        &self,
        journal: &J,
        find: impl Fn(String) -> W + Send + Sync,
    ) -> impl Future<Output = Result<RecoveryReport, JournalError>> + Send
    where
        A: Recoverable<C>,
        C: 'static,
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C> + 'static,
        J: Journal,
        W: Future<Output = Option<O::Lookup>> + Send;
}

impl<A: Api, C> JournalClient<A, C> for Client<A, C> {
    fn send_journaled<O, J>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
    ) -> impl Future<Output = Result<Journaled<O::Output>, SendError>> + Send
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
        J: Journal,
    {
        let write = prepare(self, journal, key, &operation, State::InFlight);
        let call = self.send(Journaling::Operation(operation));
        let call = async { call.await.map(Output::from_response) };
        async move {
            send(
                journal,
                write?,
                Call::new::<O>(Start::Begin, no_look_up(), call),
            )
            .await
        }
    }

    fn create_once_journaled<O, J>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
    ) -> impl Future<Output = Result<Journaled<CreatedBy<O>>, SendError>> + Send
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        J: Journal,
    {
        let write = prepare(self, journal, key, &operation, State::InFlight);
        let look_up = look_up(self, &operation);
        let call = self.call().unique().send(Journaling::Operation(operation));
        let call = async { call.await.map(Output::from_created) };
        async move {
            send(
                journal,
                write?,
                Call::new::<O>(Start::Begin, Some(look_up), call),
            )
            .await
        }
    }

    fn create_once_with_journaled<O, J, W>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
        find: impl Fn(String) -> W + Send + Sync + 'static,
    ) -> impl Future<Output = Result<Journaled<CreatedBy<O>>, SendError>> + Send
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        W: Future<Output = Option<O::Lookup>> + Send + 'static,
        J: Journal,
    {
        let write = prepare(self, journal, key, &operation, State::InFlight);
        let call = call_with(self, operation, find);
        async move {
            send(
                journal,
                write?,
                Call::new::<O>(Start::Begin, no_look_up(), call),
            )
            .await
        }
    }

    fn prepare<O, J>(&self, journal: &J, key: &str, operation: &O) -> Result<Intent, SendError>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
        J: Journal,
    {
        Ok(prepare(self, journal, key, operation, State::Prepared)?.intent)
    }

    fn send_prepared<O, J>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
    ) -> impl Future<Output = Result<Journaled<O::Output>, SendError>> + Send
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
        J: Journal,
    {
        let write = prepare_again(self, journal, &intent, &operation);
        let call = self.send(Journaling::Operation(operation));
        let call = async { call.await.map(Output::from_response) };
        async move {
            send(
                journal,
                write?,
                Call::new::<O>(Start::Prepared, no_look_up(), call),
            )
            .await
        }
    }

    fn create_once_prepared<O, J>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
    ) -> impl Future<Output = Result<Journaled<CreatedBy<O>>, SendError>> + Send
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        J: Journal,
    {
        let write = prepare_again(self, journal, &intent, &operation);
        let look_up = look_up(self, &operation);
        let call = self.call().unique().send(Journaling::Operation(operation));
        let call = async { call.await.map(Output::from_created) };
        async move {
            send(
                journal,
                write?,
                Call::new::<O>(Start::Prepared, Some(look_up), call),
            )
            .await
        }
    }

    fn create_once_with_prepared<O, J, W>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
        find: impl Fn(String) -> W + Send + Sync + 'static,
    ) -> impl Future<Output = Result<Journaled<CreatedBy<O>>, SendError>> + Send
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        W: Future<Output = Option<O::Lookup>> + Send + 'static,
        J: Journal,
    {
        let write = prepare_again(self, journal, &intent, &operation);
        let call = call_with(self, operation, find);
        async move {
            send(
                journal,
                write?,
                Call::new::<O>(Start::Prepared, no_look_up(), call),
            )
            .await
        }
    }

    fn recover<J>(
        &self,
        journal: &J,
    ) -> impl Future<Output = Result<RecoveryReport, JournalError>> + Send
    where
        A: Recoverable<C>,
        C: 'static,
        J: Journal,
    {
        recover(self.clone(), journal, Described)
    }

    fn recover_with<O, J, W>(
        &self,
        journal: &J,
        find: impl Fn(String) -> W + Send + Sync,
    ) -> impl Future<Output = Result<RecoveryReport, JournalError>> + Send
    where
        A: Recoverable<C>,
        C: 'static,
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C> + 'static,
        J: Journal,
        W: Future<Output = Option<O::Lookup>> + Send,
    {
        recover(self.clone(), journal, FoundBy::<O, _>::new(find))
    }
}

/// The intent with the request to send, if it is the one that was prepared.
fn prepare_again<A, C, O, J>(
    client: &Client<A, C>,
    journal: &J,
    prepared: &Intent,
    operation: &O,
) -> Result<PreparedWrite, SendError>
where
    A: Api,
    O: Operation<Api = A> + AuthorizedBy<C>,
    J: Journal,
{
    let write = prepare(client, journal, &prepared.key, operation, State::Prepared)?;
    match write.intent.id == prepared.id {
        true => Ok(write),
        false => Err(SendError::WrongScope(prepared.id.clone())),
    }
}

/// Looks up the record of an earlier send.
fn look_up<A, C, O>(
    client: &Client<A, C>,
    operation: &O,
) -> impl Future<Output = Result<Output<CreatedBy<O>>, Error>> + Send + use<A, C, O>
where
    A: Api,
    O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
{
    let call = client.look_up_created(Journaling::Operation(operation), Journaling::<&O>::lookup);
    async { call.await.map(Output::from_created) }
}

/// The call of [`Client::create_once_with`].
fn call_with<A, C, O, F, W>(
    client: &Client<A, C>,
    operation: O,
    find: F,
) -> impl Future<Output = Result<Output<CreatedBy<O>>, Error>> + Send + use<A, C, O, F, W>
where
    A: Api,
    O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
    F: Fn(String) -> W + Send + Sync + 'static,
    W: Future<Output = Option<O::Lookup>> + Send + 'static,
{
    let find = move |unique_key| {
        let found = find(unique_key);
        async { found.await.map(Journaling::Operation) }
    };
    let call = client.create_with(Journaling::Operation(operation), find);
    async { call.await.map(Output::from_created) }
}
