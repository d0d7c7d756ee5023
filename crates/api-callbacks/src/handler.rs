//! The handler of one venue's callbacks.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use api_runtime::{AuthorizedBy, Client, Error, ErrorKind, Operation, poll_delay};
use api_wire::Secret;
use tokio::time::sleep;

use crate::confirmation::confirmer::{Confirmer, Deadline};
use crate::queue::callback_queue::QueuedRecord;
use crate::queue::memory_queue::MAX_QUEUED;
use crate::record_key::RecordKey;
use crate::refetch::Refetch;
use crate::request::disposition::Disposition;
use crate::request::response::CallbackResponse;
use crate::sanitize::sanitize;
use crate::secret::{InvalidSecret, SecretSegments};
use crate::store::callback_store::CallbackStore;
use crate::store::error::StoreError;
use crate::wakeups::{Subscribers, Wakeups};

/// Retries pause after this many failures in a row.
const MAX_FAILURES: usize = 3;

/// The time within which a record is retried first, and the pause after too many failures.
const RETRY_INTERVAL: Duration = Duration::from_secs(15);

/// The longest pause after too many failures, whatever the server's `Retry-After` is.
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// Handles the callbacks (webhooks) of one venue or account, with that venue's own client.
///
/// A callback is confirmed by reading the record that it names. Clones share the handler.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{Disposition, Handler, MemoryStore};
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// # let client = shop_client::client([
/// #     (503, ""), (503, ""), (503, ""), (200, r#"{"id": 7, "reference_no": "WEB-1", "state": "processing"}"#),
/// # ]);
/// let orders = MemoryStore::<GetOrder>::new(10_000);
/// orders.confirm("WEB-1", 7)?; // an order that was created before a restart
/// let handler = Handler::new(client, "d41d8cd98f00b204", orders.clone())?;
///
/// // Did it change meanwhile? The server is unavailable, so the read is queued …
/// let response = handler.refetch(7).await;
/// assert_eq!(response.disposition(), Disposition::Queued);
/// assert_eq!(handler.queued().await?, 1);
///
/// // … and retried. `tokio::spawn(async move { handler.run().await })` retries in the background.
/// let responses = handler.retry_queued().await;
/// assert_eq!(responses[0].disposition(), Disposition::Changed);
/// assert_eq!(handler.queued().await?, 0);
/// assert_eq!(orders.events().next().await.state.as_str(), "processing");
/// # Ok(())
/// # }
/// ```
#[doc(alias = "webhook")]
pub struct Handler<R: Refetch, S>(Arc<Inner<R, S>>);

struct Inner<R: Refetch, S> {
    secrets: SecretSegments,
    confirmer: Confirmer<R, S>,
    subscribers: Subscribers<R::Id>,
}

impl<R: Refetch, S: CallbackStore<R>> Handler<R, S> {
    /// A handler at a secret path, which reads with this client.
    ///
    /// The secret is the last segment of the path, random and of one venue: at least 16 letters,
    /// digits, `-` or `_`. Send it in the callback URL of that venue's records and nowhere else. Each
    /// venue has a client, a secret and a store of its own, so that a callback of one venue cannot
    /// trigger reads of another one.
    ///
    /// # Errors
    ///
    /// The secret is too short, or has other characters.
    pub fn new<C>(
        client: Client<R::Api, C>,
        secret: impl Into<Secret>,
        store: S,
    ) -> Result<Self, InvalidSecret>
    where
        R: AuthorizedBy<C>,
        C: 'static,
    {
        Ok(Self(Arc::new(Inner {
            secrets: SecretSegments::new(secret.into())?,
            confirmer: Confirmer::new(client, store),
            subscribers: Subscribers::new(),
        })))
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.0.confirmer.store
    }

    /// Accepts another secret, too.
    ///
    /// To rotate the secret of a venue, add the new one, send it in the callback URLs of new records,
    /// and [remove](Self::remove_secret) the old one when no record has it anymore. The handler keeps
    /// its store, its queue and its [`wakeups`](Self::wakeups). For credentials that rotate, its client
    /// has a [`CredentialsProvider`](api_runtime::CredentialsProvider).
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_callbacks::{Handler, Handlers, MemoryStore};
    /// use shop_client::GetOrder;
    /// # use api_runtime::http::{HeaderMap, HeaderValue, Method, header};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let mut headers = HeaderMap::new();
    /// # let form = HeaderValue::from_static("application/x-www-form-urlencoded");
    /// # headers.insert(header::CONTENT_TYPE, form);
    /// # let client = shop_client::client([]);
    /// let handler = Handler::new(client, "d41d8cd98f00b204", MemoryStore::<GetOrder>::new(100))?;
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
    pub fn add_secret(&self, secret: impl Into<Secret>) -> Result<(), InvalidSecret> {
        self.0.secrets.add(secret.into())
    }

    /// Accepts a secret no longer. The response at its path is 404 from now on.
    pub fn remove_secret(&self, secret: &str) {
        self.0.secrets.remove(secret);
    }

    /// Whether this is a path segment of the handler, compared in constant time.
    pub(crate) fn is_at(&self, segment: &str) -> bool {
        self.0.secrets.contain(segment)
    }

    pub(crate) async fn handle_body(&self, body: &[u8]) -> CallbackResponse {
        let (id, reference) = match parse::<R>(body) {
            Ok(parsed) => parsed,
            Err(response) => return response,
        };
        let deadline = Deadline::start();
        let Inner { confirmer, .. } = &*self.0;
        // Also if the store does not find the record: a watch without polling would miss a change.
        self.0.subscribers.notify(&id);
        let found = confirmer.find(&id, reference.as_deref(), Some(deadline));
        let known = match found.await {
            Ok(known) => known,
            Err(response) => return response,
        };
        let key = RecordKey::new(id, known.reference);
        confirmer.confirm_by(deadline, &key).await
    }

    /// Reads a record without a callback, for the changes that were missed during downtime.
    pub async fn refetch(&self, id: R::Id) -> CallbackResponse {
        match self.0.confirmer.find(&id, None, None).await {
            Ok(known) => {
                let key = RecordKey::new(id, known.reference);
                self.0.confirmer.refetch(&key).await
            }
            Err(response) => response,
        }
    }

    /// How many records wait to be read, including those that are being read. A durable queue is
    /// counted up to 1,000, the capacity of that in memory.
    ///
    /// # Errors
    ///
    /// The durable queue is not available.
    pub async fn queued(&self) -> Result<usize, StoreError> {
        let queued = self.0.confirmer.queued(MAX_QUEUED).await?;
        Ok(queued.len())
    }

    /// Reads each queued record once, up to 1,000. After three failures in a row, the others stay
    /// queued.
    pub async fn retry_queued(&self) -> Vec<CallbackResponse> {
        let queued = match self.0.confirmer.queued(MAX_QUEUED).await {
            Ok(queued) => queued,
            Err(error) => {
                let detail = format!("reading the queue failed: {}", sanitize(&error.to_string()));
                return vec![CallbackResponse::with_detail(
                    Disposition::NotQueued,
                    detail,
                )];
            }
        };
        let mut responses = Vec::new();
        let mut failures = 0;
        for record in &queued {
            let Some(response) = self.0.confirmer.retry(record).await else {
                // A callback was faster, or another process.
                continue;
            };
            failures = match response.disposition().is_queued() {
                true => failures + 1,
                false => 0,
            };
            responses.push(response);
            if failures == MAX_FAILURES {
                break;
            }
        }
        responses
    }

    /// Retries queued records in the background; does not return, so spawn it as a task.
    ///
    /// A record is retried within about 15 seconds. Its retries back off exponentially, from one
    /// second up to five minutes, and not before the server's `Retry-After`. They do not delay the
    /// retries of other records, and those with fewer failures precede them. After three failures in
    /// a row, all retries pause: for a second at first and up to 15 seconds, or for the shortest
    /// `Retry-After` of the three, up to a minute. After status 429, they pause for its
    /// `Retry-After`.
    ///
    /// Several processes may share a durable queue, each with a task of its own. The task reads the
    /// queue about every 15 seconds, and at its start: what a crash left there is retried at once, or
    /// when the lease of the read that crashed has expired.
    pub async fn run(&self) {
        let (mut pauses, mut pause) = (0, Duration::ZERO);
        if self.0.confirmer.queue().is_durable() {
            pause = self.retry_until_failures(&mut pauses).await;
        }
        loop {
            let interval = poll_delay(Some(RETRY_INTERVAL), 0, None).unwrap_or(RETRY_INTERVAL);
            let queued = self.0.confirmer.queued(MAX_QUEUED).await;
            let queued = queued.unwrap_or_default();
            let until_retry = queued.iter().map(|record| record.retry_in).min();
            // A new record is retried after the interval: its callback has just failed.
            let delay = match until_retry {
                Some(delay) if delay > Duration::ZERO => delay.min(interval),
                _ => interval,
            };
            sleep(delay.max(pause)).await;
            pause = self.retry_until_failures(&mut pauses).await;
        }
    }

    /// Retries records until none is left for now, or too many fail in a row. Returns for how long
    /// all retries pause; `pauses` counts the consecutive ones.
    async fn retry_until_failures(&self, pauses: &mut u32) -> Duration {
        let mut failures = 0;
        let mut retry_after = MAX_PAUSE;
        let mut skipped = None;
        while let Some(record) = self.next_retry().await {
            let Some(response) = self.0.confirmer.retry(&record).await else {
                let key = Some(record.key);
                if skipped == key {
                    // The queue should not return what another process reads.
                    break;
                }
                skipped = key;
                continue;
            };
            if !response.disposition().is_queued() {
                (failures, retry_after, *pauses) = (0, MAX_PAUSE, 0);
                continue;
            }
            let error = response.error();
            let requested = error.and_then(Error::retry_after).unwrap_or_default();
            if error.is_some_and(|error| error.kind() == ErrorKind::RateLimited) {
                // The limit is that of all reads.
                return poll_delay(Some(RETRY_INTERVAL), 0, Some(requested)).unwrap_or_default();
            }
            failures += 1;
            retry_after = retry_after.min(requested);
            if failures == MAX_FAILURES {
                *pauses = pauses.saturating_add(1);
                let pause = poll_delay(None, *pauses, None).unwrap_or(RETRY_INTERVAL);
                return pause.min(RETRY_INTERVAL).max(retry_after);
            }
        }
        Duration::ZERO
    }

    /// The record to read now, if any.
    async fn next_retry(&self) -> Option<QueuedRecord<R::Id>> {
        let queued = self.0.confirmer.queued(1).await.unwrap_or_default();
        queued.into_iter().find(|record| record.retry_in.is_zero())
    }

    /// A stream of the callbacks about this record, for [`watch`](fn@crate::watch). They are confirmed
    /// and reported like all others.
    pub fn wakeups(&self, id: R::Id) -> Wakeups {
        self.0.subscribers.subscribe(id)
    }
}

/// The id and reference in a callback. Its other values are untrusted and ignored.
fn parse<R: Refetch>(body: &[u8]) -> Result<(R::Id, Option<String>), CallbackResponse> {
    let invalid = |detail: &str| CallbackResponse::with_detail(Disposition::InvalidForm, detail);
    let callback =
        R::parse_callback(body).map_err(|error| invalid(&sanitize(&error.to_string())))?;
    let id = R::callback_id(&callback).ok_or_else(|| invalid("missing id"))?;
    let reference = R::callback_reference(&callback);
    Ok((id.clone(), reference.map(str::to_owned)))
}

impl<R: Refetch, S> Clone for Handler<R, S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<R: Refetch, S> fmt::Debug for Handler<R, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handler")
            .field("operation", &<R as Operation>::INFO.name)
            .finish_non_exhaustive()
    }
}
