//! The handler of one account's callbacks.

use std::fmt;
use std::sync::Arc;

use api_runtime::Client;
use api_runtime::journal::{Recover as _, in_time};
use api_runtime::operation::{AuthorizedBy, Operation};
use api_wire::Secret;
use tokio::sync::mpsc;

use crate::read::report::ReadReport;
use crate::read::worker::{Worker, describe};
use crate::records::error::BoxError;
use crate::records::on_change::OnChange;
use crate::records::queue::{MAX_LISTED, Records};
use crate::records::taken::QueuedRecord;
use crate::refetch::Refetch;
use crate::request::disposition::Disposition;
use crate::request::response::CallbackResponse;
use crate::sanitize::sanitize;
use crate::secret::{InvalidSetting, SecretSegments};
use crate::wakeups::Subscribers;

/// Handles the callbacks (webhooks) of one account, with the client of the account.
///
/// A callback is confirmed by reading the record that it names. Clones share the handler.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{Disposition, Events, Handler, ReadOutcome};
/// use api_runtime::journal::MemoryStore;
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// # let client = shop_client::client([(200, r#"{"id": 7, "reference_no": "WEB-1", "state": "processing"}"#)]);
/// let mut changes = Events::<GetOrder>::new(MemoryStore::new(), 100);
/// let handler = Handler::new(client, "d41d8cd98f00b204", changes.clone())?;
///
/// // An order of yours: did it change while the service was down?
/// let response = handler.read_soon(7).await;
/// assert_eq!(response.disposition(), Disposition::Queued);
///
/// // `tokio::spawn(async move { handler.run_forever().await })` reads in the background; this reads now.
/// let reads = handler.read_due().await;
/// assert_eq!(reads[0].outcome(), ReadOutcome::Changed);
/// assert_eq!(changes.next().await.state.as_str(), "processing");
/// # Ok(())
/// # }
/// ```
#[doc(alias = "webhook")]
pub struct Handler<R: Refetch>(Arc<Inner<R>>);

struct Inner<R: Refetch> {
    secrets: SecretSegments,
    worker: Arc<Worker<R>>,
    subscribers: Subscribers<R::Id>,
}

impl<R: Refetch> Handler<R> {
    /// A handler at a secret path, which reads with this client.
    ///
    /// [`run_forever`](Self::run_forever) reads the records: without it, none is read.
    ///
    /// The secret is the last segment of the path, random, and used by one account only: at least 16
    /// letters, digits, `-` or `_`. Send it in the callback URL of this account's records and nowhere else. Each
    /// account has a client and a secret of its own, so that a callback of one account cannot trigger reads of
    /// another one.
    ///
    /// The last argument gets the changes: `on_change` of `store-sqlite` or `store-postgres`, or [`Events`](crate::Events).
    /// It has the store of the client's journal, so that the handler finds the creates that
    /// [`once`](Client::once) has begun for the account, and [`once`](Client::once) the ids that callbacks have
    /// named. Handlers of several accounts, and of several processes, can share a store.
    ///
    /// # Errors
    ///
    /// The secret is too short, or has other characters; or the client has no
    /// [account](api_runtime::ClientBuilder::account).
    pub fn new<C>(
        client: Client<R::Api, C>,
        secret: impl Into<Secret>,
        on_change: impl OnChange<R>,
    ) -> Result<Self, InvalidSetting>
    where
        R: AuthorizedBy<C>,
        C: 'static,
    {
        let scope = client.scope();
        if scope.account.is_empty() {
            return Err(InvalidSetting::Account);
        }
        let records = Records::new(scope.to_text(), on_change);
        Ok(Self(Arc::new(Inner {
            secrets: SecretSegments::new(secret.into())?,
            worker: Arc::new(Worker::new(client, records)),
            subscribers: Subscribers::new(),
        })))
    }

    /// Accepts another secret, too.
    ///
    /// To rotate the secret of an account, add the new one, send it in the callback URLs of new records,
    /// and [remove](Self::remove_secret) the old one when no record has it anymore. The handler keeps
    /// its records and its [`wakeups`](Self::wakeups). For credentials that rotate, its client has a
    /// [`CredentialsProvider`](api_runtime::CredentialsProvider).
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_callbacks::{Handler, Handlers};
    /// # use api_callbacks::Events;
    /// # use api_runtime::http::{HeaderMap, Method};
    /// # use api_runtime::journal::MemoryStore;
    /// # use shop_client::GetOrder;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let headers = HeaderMap::new();
    /// # let client = shop_client::client([]);
    /// # let changes = Events::<GetOrder>::new(MemoryStore::new(), 100);
    /// let handler = Handler::new(client, "d41d8cd98f00b204", changes)?;
    /// let handlers = Handlers::new([handler.clone()]);
    /// handler.add_secret("e9800998ecf8427e")?;
    /// assert!(handlers.admit(&Method::POST, "d41d8cd98f00b204", &headers).is_ok());
    /// assert!(handlers.admit(&Method::POST, "e9800998ecf8427e", &headers).is_ok());
    ///
    /// // Later:
    /// handler.remove_secret("d41d8cd98f00b204");
    /// assert!(handlers.admit(&Method::POST, "d41d8cd98f00b204", &headers).is_err());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The secret is too short, or has other characters.
    #[doc(alias = "rotation")]
    pub fn add_secret(&self, secret: impl Into<Secret>) -> Result<(), InvalidSetting> {
        self.0.secrets.add(secret.into())
    }

    /// Removes a secret. From now on, the response at its path is 404.
    pub fn remove_secret(&self, secret: &str) {
        self.0.secrets.remove(secret);
    }

    /// Whether this is a path segment of the handler, compared in constant time.
    pub(crate) fn is_at(&self, segment: &str) -> bool {
        self.0.secrets.contain(segment)
    }

    pub(crate) async fn handle_body(&self, body: &[u8]) -> CallbackResponse {
        let (id, callback) = match parse::<R>(body) {
            Ok(parsed) => parsed,
            Err(response) => return response,
        };
        let (reference, hint) = (
            R::callback_reference(&callback),
            R::callback_hint(&callback),
        );
        // Also if the record is not found: a watch without polling would miss a change.
        self.0.subscribers.notify(&id);
        let heard = in_time(self.0.worker.records.heard(&id, reference, hint)).await;
        self.respond(describe(&id, reference), heard)
    }

    /// Reads a record of yours without a callback: for the changes that were missed during downtime. From now on, the
    /// callbacks of the record are accepted, also if [`once`](Client::once) did not create it: then call this with the id
    /// of the response.
    pub async fn read_soon(&self, id: R::Id) -> CallbackResponse {
        let records = &self.0.worker.records;
        let heard = async { records.read_soon(&id).await.map(|()| true) };
        self.respond(describe(&id, None), in_time(heard).await)
    }

    fn respond(&self, record: String, heard: Result<bool, BoxError>) -> CallbackResponse {
        match heard {
            Ok(true) => {
                self.0.worker.woken.notify_one();
                CallbackResponse::with_detail(Disposition::Queued, record)
            }
            Ok(false) => CallbackResponse::with_detail(Disposition::UnknownRecord, record),
            Err(error) => {
                let detail = format!("{record}: {}", sanitize(&error.to_string()));
                CallbackResponse::with_detail(Disposition::NotQueued, detail)
            }
        }
    }

    /// The records that wait to be read or are being read, at most 1,000: the next records first, given-up
    /// records last. Alert on many or old records.
    ///
    /// # Errors
    ///
    /// The database is not available.
    pub async fn queued(&self) -> Result<Vec<QueuedRecord<R::Id>>, BoxError> {
        in_time(self.0.worker.records.queued(MAX_LISTED)).await
    }

    /// Takes a record off the list of [`queued`](Self::queued) because a person knows what became of it, such as one that
    /// was deleted: it is read again after its next callback. `false`: it is not on the list.
    ///
    /// # Errors
    ///
    /// The database is not available.
    pub async fn dismiss(&self, id: R::Id) -> Result<bool, BoxError> {
        in_time(self.0.worker.records.dismiss(&id)).await
    }

    /// Reads the records of callbacks, up to eight at a time, in a task that you spawn.
    ///
    /// A record is read at once after a callback, and then every 30 seconds until one of these reads finds
    /// nothing new, because a replica of the server may not have the change yet. A failed read is repeated
    /// for three days with a backoff, from a second up to five minutes, and not before the server's
    /// `Retry-After`. After three failures in a row, all reads pause:
    /// for a second at first and up to 15 seconds, or for the shortest `Retry-After`, up to a minute. After a
    /// 429 they pause at once, for 15 seconds or its `Retry-After`.
    ///
    /// Several processes may share a database, each with a task of its own. At its start and every 15
    /// seconds, the task looks for records that another process has left. To drop this future ends its reads as
    /// [killing the process](crate#restarts-and-several-processes) does.
    ///
    /// Once an hour, the task forgets records that neither changed nor had a callback for 90 days: their
    /// callbacks are ignored from then on, unless the journal still has their creates. A record that was given up
    /// is not forgotten, as nobody has seen its change, until [`dismiss`](Self::dismiss) takes it off the list.
    pub async fn run_forever(&self) {
        self.run_forever_with(|_| ()).await;
    }

    /// Like [`run_forever`](Self::run_forever), with a function that is called after each read, to log or to count it.
    /// It gets the errors of the database, too.
    pub async fn run_forever_with(&self, report: impl FnMut(&ReadReport) + Send) {
        self.0.worker.run(report).await;
    }

    /// Reads the records that are due, one after the other, until no record is due, three reads fail in a
    /// row, or one ends with a 429: for tests and scheduled jobs.
    pub async fn read_due(&self) -> Vec<ReadReport> {
        self.0.worker.read_due().await
    }

    /// A message for each callback about this record, for
    /// [`Watch::wakeups`](api_runtime::Watch::wakeups). Callbacks that come before the message is received
    /// are coalesced. They are confirmed and reported like all others.
    ///
    /// Callbacks about records that are not known, or cannot be looked up, send a message as well,
    /// because a watch reads the record itself. The channel is closed with the last handler.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::time::Duration;
    ///
    /// use api_callbacks::watch;
    /// use shop_client::GetOrder;
    /// # use api_callbacks::{Events, Handler, Handlers};
    /// # use api_runtime::http::{HeaderMap, Method};
    /// # use api_runtime::journal::MemoryStore;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let delivered = (200, r#"{"id": 7, "reference_no": "WEB-1", "state": "delivered"}"#);
    /// # let client = shop_client::client([(200, r#"{"id": 7, "reference_no": "WEB-1", "state": "processing"}"#), delivered, delivered]);
    /// # let changes = Events::<GetOrder>::new(MemoryStore::new(), 10);
    /// # let handler = Handler::new(client.clone(), "d41d8cd98f00b204", changes)?;
    /// # let handlers = Handlers::new([handler.clone()]);
    /// # let headers = HeaderMap::new();
    /// let mut updates = watch::<GetOrder, _>(&client, 7)
    ///     .wakeups(handler.wakeups(7))
    ///     .poll_interval(Duration::from_secs(3600)); // for a callback that is lost
    /// let update = updates.next().await.expect("a watch without an end")?;
    /// assert_eq!(update.state, Some("processing".into()));
    ///
    /// // The service receives a callback about order 7.
    /// # let callback = handlers.admit(&Method::POST, "d41d8cd98f00b204", &headers).map_err(|response| response.to_string())?;
    /// callback.handle(b"order[id]=7").await;
    /// let update = updates.next().await.expect("a watch without an end")?;
    /// assert_eq!(update.state, Some("delivered".into()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn wakeups(&self, id: R::Id) -> mpsc::Receiver<()> {
        self.0.subscribers.subscribe(id)
    }
}

/// The id in a callback, and the callback, which is untrusted.
fn parse<R: Refetch>(body: &[u8]) -> Result<(R::Id, R::Callback), CallbackResponse> {
    let invalid = |detail: &str| CallbackResponse::with_detail(Disposition::InvalidForm, detail);
    let callback =
        R::parse_callback(body).map_err(|error| invalid(&sanitize(&error.to_string())))?;
    let id = R::callback_id(&callback).cloned();
    Ok((id.ok_or_else(|| invalid("missing id"))?, callback))
}

impl<R: Refetch> Clone for Handler<R> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<R: Refetch> fmt::Debug for Handler<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handler")
            .field("operation", &<R as Operation>::INFO.name)
            .finish_non_exhaustive()
    }
}
