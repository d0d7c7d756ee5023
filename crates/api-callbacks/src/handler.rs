//! The handler of one venue's callbacks.

use std::fmt;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;
use std::time::Duration;

use api_runtime::{AuthorizedBy, Client, ErrorKind, Operation, SendFuture, poll_delay};
use api_wire::Secret;
use subtle::ConstantTimeEq;
use tokio::time::{Instant, sleep, timeout_at};

use super::flights::Flights;
use super::queue::Queue;
use super::sanitize::shown;
use super::secret::InvalidSecret;
use super::wakeups::{Bells, Wakeups};
use super::{CallbackResponse, CallbackStore, Disposition, RecordChanged};
use crate::Refetch;

/// How long a callback waits for its answer. How long the remote service waits is not shown, and a read may take a minute
/// with all its attempts; what is not read by then is read later.
const ANSWER_TIME: Duration = Duration::from_secs(4);

/// The shortest secret path, in characters.
const SHORTEST: usize = 16;

/// After so many failures one after the other the rest of a round is left for the next one.
const FAILURES: usize = 3;

/// How long [`Handler::run`] pauses between rounds.
const ROUND: Duration = Duration::from_secs(15);

/// Takes the callbacks of one venue or account: it reads back what they tell of, with that venue's own client.
///
/// A clone is the same handler.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{MemoryStore, Handler, Disposition};
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([
/// #     (503, ""), (503, ""), (503, ""), (200, r#"{"id": 7, "reference_no": "WEB-1", "state": "processing"}"#),
/// # ]);
/// let orders = MemoryStore::<GetOrder>::new(10_000);
/// orders.confirm("WEB-1", 7)?; // an order that was made before this start
/// let handler = Handler::new(client, "d41d8cd98f00b204", orders.clone())?;
///
/// // Did it change meanwhile? The server fails just now, so the question stays queued …
/// let received = handler.refetch(7).await;
/// assert_eq!((received.disposition(), handler.queued()), (Disposition::Queued, 1));
///
/// // … and is asked again. `tokio::spawn(async move { handler.run().await })` does it from time to time.
/// let received = handler.retry_queued().await;
/// assert_eq!((received[0].disposition(), handler.queued()), (Disposition::Changed, 0));
/// assert_eq!(orders.events().next().await.state, "processing");
/// # Ok(())
/// # }
/// ```
pub struct Handler<R: Refetch, K>(Arc<Inner<R, K>>);

struct Inner<R: Refetch, K> {
    secret: Secret,
    store: K,
    read: Box<dyn Fn(R::Id) -> SendFuture<R::Output> + Send + Sync>,
    flights: Flights<Key<R>, CallbackResponse>,
    queue: Queue<Key<R>>,
    bells: Bells<R::Id>,
}

/// A record, and the reference that it must have.
type Key<R> = (<R as Refetch>::Id, Option<String>);

impl<R: Refetch, K: CallbackStore<R>> Handler<R, K> {
    /// A handler at a path of its own, that reads with this client.
    ///
    /// The secret is the path's last segment, made at random for one venue: at least 16 letters, digits, `-` or `_`. Give
    /// it in `status_callback` of the venue's orders and nowhere else. Each venue has a client, a secret and a store
    /// of its own, so that a callback of one venue cannot make another one's client read.
    ///
    /// # Errors
    ///
    /// The secret is too short, or has other characters.
    pub fn new<C>(
        client: Client<R::Api, C>,
        secret: impl Into<Secret>,
        store: K,
    ) -> Result<Self, InvalidSecret>
    where
        R: AuthorizedBy<C>,
        C: 'static,
    {
        let secret = secret.into();
        let text = secret.expose();
        let letters = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if text.len() < SHORTEST || !text.bytes().all(letters) {
            return Err(InvalidSecret);
        }
        Ok(Self(Arc::new(Inner {
            secret,
            store,
            read: Box::new(move |id| client.send(R::for_id(id))),
            flights: Flights::new(),
            queue: Queue::new(),
            bells: Bells::new(),
        })))
    }

    /// The store.
    pub fn store(&self) -> &K {
        &self.0.store
    }

    /// Whether the path is this handler's. It takes the same time for every text of the secret's length.
    pub(super) fn is_at(&self, path: &str) -> bool {
        let secret = self.0.secret.expose();
        bool::from(secret.as_bytes().ct_eq(path.as_bytes()))
    }

    /// Takes the body of a callback.
    pub(super) async fn take(&self, body: &[u8]) -> CallbackResponse {
        let (id, reference) = match told::<R>(body) {
            Ok(told) => told,
            Err(received) => return received,
        };
        let until = Instant::now() + ANSWER_TIME;
        let finding = self.0.store.find(&id, reference.as_deref());
        let Ok(found) = timeout_at(until, finding).await else {
            let about = about(&id, reference.as_deref());
            return CallbackResponse::new(
                Disposition::Lost,
                format!("{about}: the store did not answer within 4 seconds"),
            );
        };
        let registered = match found {
            Ok(Some(registered)) => registered,
            Ok(None) => {
                return CallbackResponse::new(
                    Disposition::Unknown,
                    about(&id, reference.as_deref()),
                );
            }
            Err(error) => {
                let about = format!(
                    "{}: the store could not be asked: {}",
                    about(&id, reference.as_deref()),
                    shown(&error.to_string())
                );
                return CallbackResponse::new(Disposition::Lost, about);
            }
        };
        self.0.bells.ring(&id);
        let mut hasher = DefaultHasher::new();
        hasher.write(body);
        let key = (id, registered.reference);
        let reading = self.read(&key, Some(hasher.finish()));
        match timeout_at(until, reading).await {
            Ok(received) => received,
            Err(_) => {
                let disposition = match self.0.queue.has(&key) {
                    true => Disposition::Queued,
                    false => Disposition::Lost,
                };
                let about = about(&key.0, key.1.as_deref());
                CallbackResponse::new(
                    disposition,
                    format!("{about}: it was not read within 4 seconds"),
                )
            }
        }
    }

    /// Reads a record as if a callback had told of it: after a start, for the records that changed in between.
    pub async fn refetch(&self, id: R::Id) -> CallbackResponse {
        match self.0.store.find(&id, None).await {
            Ok(Some(registered)) => self.read(&(id, registered.reference), None).await,
            Ok(None) => CallbackResponse::new(Disposition::Unknown, about(&id, None)),
            Err(error) => CallbackResponse::new(Disposition::Lost, shown(&error.to_string())),
        }
    }

    /// How many records wait to be read, those that are just being read included.
    pub fn queued(&self) -> usize {
        self.0.queue.all().len()
    }

    /// Reads each record that waits once. After three failures one after the other the rest waits on.
    pub async fn retry_queued(&self) -> Vec<CallbackResponse> {
        let mut all = Vec::new();
        let mut failures = 0;
        for key in self.0.queue.all() {
            let received = self.read(&key, None).await;
            if received.disposition() == Disposition::Queued {
                failures += 1;
                self.0.queue.postpone(&key);
            } else {
                failures = 0;
            }
            all.push(received);
            if failures == FAILURES {
                break;
            }
        }
        all
    }

    /// Reads what waits, again and again, and does not return: a task of its own is the place for it. The pause between
    /// rounds is about 15 seconds; while reads fail it begins at one second and doubles up to five minutes.
    pub async fn run(&self) {
        let mut failures = 0;
        loop {
            let pause = poll_delay(Some(ROUND), failures, None).unwrap_or(ROUND);
            sleep(pause).await;
            let received = self.retry_queued().await;
            let failed = received
                .iter()
                .any(|received| received.disposition() == Disposition::Queued);
            failures = if failed { failures + 1 } else { 0 };
        }
    }

    /// Says when a callback for this record comes, for a [`Watch`](api_runtime::Watch). The record is read back and reported as
    /// any other, besides.
    pub fn wakeups(&self, id: R::Id) -> Wakeups {
        self.0.bells.wakeups(id)
    }

    async fn read(&self, key: &Key<R>, asked_by: Option<u64>) -> CallbackResponse {
        // Who waits may be given up before its turn, and the read under way would take the record from the queue.
        let waits = || self.0.queue.ask_again(key);
        let work = || self.read_now(key);
        self.0.flights.fly(key.clone(), asked_by, waits, work).await
    }

    async fn read_now(&self, key: &Key<R>) -> CallbackResponse {
        let (id, reference) = key;
        // Before the read, so that it is not forgotten if this future is dropped.
        let disposition = match self.0.queue.add(key) {
            true => Disposition::Queued,
            false => Disposition::Lost,
        };
        let about = about(id, reference.as_deref());
        let failed = |why: &str| CallbackResponse::new(disposition, format!("{about}: {why}"));
        let refused = |why: &str| {
            self.0.queue.remove(key);
            CallbackResponse::new(Disposition::Forbidden, format!("{about}: {why}"))
        };
        let output = match (self.0.read)(id.clone()).await {
            Ok(output) => output,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::Forbidden) => {
                return refused("it is not there for these credentials").with_error(error);
            }
            Err(error) => return failed("it could not be read").with_error(error),
        };
        if R::id(&output).is_some_and(|read| read != id) {
            return refused("the record that was read has another id");
        }
        let read = R::reference(&output);
        if reference.is_some() && read != reference.as_deref() {
            return refused("the record that was read has another reference");
        }
        let Some(state) = R::state(&output).cloned() else {
            return failed("the record that was read tells no state");
        };
        let (id, reference) = (id.clone(), read.map(str::to_owned));
        let told = format!("{about}: {}", shown(&state.to_string()));
        let change = RecordChanged::new(id, reference, state, output);
        match self.0.store.record_change(change).await {
            Ok(is_new) => {
                self.0.queue.remove(key);
                let disposition = match is_new {
                    true => Disposition::Changed,
                    false => Disposition::Unchanged,
                };
                CallbackResponse::new(disposition, told)
            }
            Err(error) => failed(&format!(
                "the store did not take the change: {}",
                shown(&error.to_string())
            )),
        }
    }
}

/// The id and the reference that a callback tells. Its other values are not looked at.
fn told<R: Refetch>(body: &[u8]) -> Result<(R::Id, Option<String>), CallbackResponse> {
    let hint = R::parse_callback(body)
        .map_err(|error| CallbackResponse::new(Disposition::BadForm, shown(&error.to_string())))?;
    match R::callback_id(&hint) {
        Some(id) => Ok((id.clone(), R::callback_reference(&hint).map(str::to_owned))),
        None => Err(CallbackResponse::new(
            Disposition::BadForm,
            "it tells no id",
        )),
    }
}

fn about(id: &impl fmt::Display, reference: Option<&str>) -> String {
    let id = shown(&id.to_string());
    match reference {
        Some(reference) => format!("{id} ({})", shown(reference)),
        None => id,
    }
}

impl<R: Refetch, K> Clone for Handler<R, K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<R: Refetch, K> fmt::Debug for Handler<R, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handler")
            .field("reads", &<R as Operation>::INFO.name)
            .finish_non_exhaustive()
    }
}
