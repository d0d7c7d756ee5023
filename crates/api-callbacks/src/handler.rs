//! The handler of one venue's callbacks.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use api_runtime::{AuthorizedBy, Client, Error, ErrorKind, Operation, poll_delay};
use api_wire::Secret;
use tokio::time::{Instant, sleep};

use crate::confirmer::{Confirmer, Deadline, Key};
use crate::disposition::Disposition;
use crate::refetch::Refetch;
use crate::response::CallbackResponse;
use crate::sanitize::sanitize;
use crate::secret::{InvalidSecret, SecretSegment};
use crate::store::CallbackStore;
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
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([
/// #     (503, ""), (503, ""), (503, ""), (200, r#"{"id": 7, "reference_no": "WEB-1", "state": "processing"}"#),
/// # ]);
/// let orders = MemoryStore::<GetOrder>::new(10_000);
/// orders.confirm("WEB-1", 7)?; // an order that was created before a restart
/// let handler = Handler::new(client, "d41d8cd98f00b204", orders.clone())?;
///
/// // Did it change meanwhile? The server is unavailable, so the read is queued …
/// let response = handler.refetch(7).await;
/// assert_eq!((response.disposition(), handler.queued()), (Disposition::Queued, 1));
///
/// // … and retried. `tokio::spawn(async move { handler.run().await })` retries in the background.
/// let responses = handler.retry_queued().await;
/// assert_eq!((responses[0].disposition(), handler.queued()), (Disposition::Changed, 0));
/// assert_eq!(orders.events().next().await.state.as_str(), "processing");
/// # Ok(())
/// # }
/// ```
#[doc(alias = "webhook")]
pub struct Handler<R: Refetch, S>(Arc<Inner<R, S>>);

struct Inner<R: Refetch, S> {
    secret: SecretSegment,
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
            secret: SecretSegment::new(secret.into())?,
            confirmer: Confirmer::new(client, store),
            subscribers: Subscribers::new(),
        })))
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.0.confirmer.store
    }

    /// Whether this is the handler's path segment, compared in constant time.
    pub(crate) fn is_at(&self, segment: &str) -> bool {
        self.0.secret.matches(segment)
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
        confirmer.confirm_by(deadline, &(id, known.reference)).await
    }

    /// Reads a record without a callback, for the changes that were missed during downtime.
    pub async fn refetch(&self, id: R::Id) -> CallbackResponse {
        match self.0.confirmer.find(&id, None, None).await {
            Ok(known) => self.0.confirmer.confirm(&(id, known.reference)).await,
            Err(response) => response,
        }
    }

    /// How many records wait to be read, including those that are being read.
    pub fn queued(&self) -> usize {
        self.0.confirmer.queued().len()
    }

    /// Reads each queued record once. After three failures in a row, the others stay queued.
    pub async fn retry_queued(&self) -> Vec<CallbackResponse> {
        let mut responses = Vec::new();
        let mut failures = 0;
        for key in self.0.confirmer.queued() {
            if !self.0.confirmer.is_queued(&key) {
                // A callback was faster.
                continue;
            }
            let response = self.retry(&key).await;
            failures = match response.disposition() {
                Disposition::Queued => failures + 1,
                _ => 0,
            };
            responses.push(response);
            if failures == MAX_FAILURES {
                break;
            }
        }
        responses
    }

    /// Reads a record, and postpones its next retry if that fails.
    async fn retry(&self, key: &Key<R>) -> CallbackResponse {
        let confirmer = &self.0.confirmer;
        let response = confirmer.confirm(key).await;
        if response.disposition() == Disposition::Queued {
            let retry_after = response.error().and_then(Error::retry_after);
            confirmer.postpone(key, retry_after);
        }
        response
    }

    /// Retries queued records in the background; does not return, so spawn it as a task.
    ///
    /// A record is retried within about 15 seconds. Its retries back off exponentially, from one
    /// second up to five minutes, and not before the server's `Retry-After`. They do not delay the
    /// retries of other records, and those with fewer failures precede them. After three failures in
    /// a row, all retries pause: for a second at first and up to 15 seconds, or for the shortest
    /// `Retry-After` of the three, up to a minute. After status 429, they pause for its
    /// `Retry-After`.
    pub async fn run(&self) {
        let (mut pauses, mut pause) = (0, Duration::ZERO);
        loop {
            let interval = poll_delay(Some(RETRY_INTERVAL), 0, None).unwrap_or(RETRY_INTERVAL);
            let next_retry_at = self.0.confirmer.next_retry_at();
            let until_retry = next_retry_at.map(|at| at.saturating_duration_since(Instant::now()));
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
        while let Some(key) = self.0.confirmer.next_retry() {
            let response = self.retry(&key).await;
            if response.disposition() != Disposition::Queued {
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
