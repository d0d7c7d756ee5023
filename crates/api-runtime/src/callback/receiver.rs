//! The receiver of one venue's callbacks.

use std::fmt;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;
use std::time::Duration;

use api_wire::Secret;
use subtle::ConstantTimeEq;
use tokio::time::{Instant, sleep, timeout_at};

use super::flights::Flights;
use super::hints::{Bells, Hints};
use super::queue::Queue;
use super::shown::shown;
use super::{Change, Received, Registry, Verdict};
use crate::pace;
use crate::refusal::{Part, Refusal};
use crate::{Accepts, Api, Client, Error, ErrorKind, Operation, ReadBack, Sending};

/// How long a callback waits for its answer. How long the remote service waits is not shown, and a read may take a minute
/// with all its attempts; what is not read by then is read later.
const ANSWER_TIME: Duration = Duration::from_secs(4);

/// The shortest secret path, in characters.
const SHORTEST: usize = 16;

/// After so many failures one after the other the rest of a round is left for the next one.
const FAILURES: usize = 3;

/// How long [`Receiver::keep_reading`] pauses between rounds.
const ROUND: Duration = Duration::from_secs(15);

/// Takes the callbacks of one venue or account: it reads back what they tell of, with that venue's own client.
///
/// A clone is the same receiver.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::callback::{Memory, Receiver, Verdict};
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([
/// #     (503, ""), (503, ""), (503, ""), (200, r#"{"id": 7, "reference_no": "WEB-1", "state": "processing"}"#),
/// # ]);
/// let orders = Memory::<GetOrder>::new(10_000);
/// orders.confirm("WEB-1", 7)?; // an order that was made before this start
/// let receiver = Receiver::new(client, "d41d8cd98f00b204", orders.clone())?;
///
/// // Did it change meanwhile? The server fails just now, so the question stays queued …
/// let received = receiver.read_back(7).await;
/// assert_eq!((received.verdict(), receiver.queued()), (Verdict::Queued, 1));
///
/// // … and is asked again. `tokio::spawn(async move { receiver.keep_reading().await })` does it from time to time.
/// let received = receiver.read_queued().await;
/// assert_eq!((received[0].verdict(), receiver.queued()), (Verdict::Changed, 0));
/// assert_eq!(orders.changes().next().await.state, "processing");
/// # Ok(())
/// # }
/// ```
pub struct Receiver<R: ReadBack, K>(Arc<Inner<R, K>>);

struct Inner<R: ReadBack, K> {
    secret: Secret,
    registry: K,
    read: Box<dyn Fn(R::Id) -> Sending<R::Output> + Send + Sync>,
    flights: Flights<Key<R>, Received>,
    queue: Queue<Key<R>>,
    bells: Bells<R::Id>,
}

/// A record, and the reference that it must have.
type Key<R> = (<R as ReadBack>::Id, Option<String>);

impl<R: ReadBack, K: Registry<R>> Receiver<R, K> {
    /// A receiver at a path of its own, that reads with this client.
    ///
    /// The secret is the path's last segment, made at random for one venue: at least 16 letters, digits, `-` or `_`. Give
    /// it in `status_callback` of the venue's orders and nowhere else. Each venue has a client, a secret and a registry
    /// of its own, so that a callback of one venue cannot make another one's client read.
    ///
    /// # Errors
    ///
    /// Kind [`Config`](ErrorKind::Config): the secret is too short, or has other characters.
    pub fn new<C>(
        client: Client<R::Api, C>,
        secret: impl Into<Secret>,
        registry: K,
    ) -> Result<Self, Error>
    where
        R: Accepts<C>,
        C: 'static,
    {
        let secret = secret.into();
        let text = secret.expose();
        let letters = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if text.len() < SHORTEST || !text.bytes().all(letters) {
            let reason = "is not at least 16 letters, digits, `-` or `_`";
            let refusal = Refusal::new(Part::Settings, "secret path", reason);
            return Err(Error::config(<R::Api as Api>::NAME, vec![refusal]));
        }
        Ok(Self(Arc::new(Inner {
            secret,
            registry,
            read: Box::new(move |id| client.send(R::of(id))),
            flights: Flights::new(),
            queue: Queue::new(),
            bells: Bells::new(),
        })))
    }

    /// The registry.
    pub fn registry(&self) -> &K {
        &self.0.registry
    }

    /// Whether the path is this receiver's. It takes the same time for every text of the secret's length.
    pub(super) fn is_at(&self, path: &str) -> bool {
        let secret = self.0.secret.expose();
        bool::from(secret.as_bytes().ct_eq(path.as_bytes()))
    }

    /// Takes the body of a callback.
    pub(super) async fn take(&self, body: &[u8]) -> Received {
        let (id, reference) = match told::<R>(body) {
            Ok(told) => told,
            Err(received) => return received,
        };
        let until = Instant::now() + ANSWER_TIME;
        let finding = self.0.registry.find(&id, reference.as_deref());
        let Ok(found) = timeout_at(until, finding).await else {
            let about = about(&id, reference.as_deref());
            return Received::new(
                Verdict::Lost,
                format!("{about}: the registry did not answer within 4 seconds"),
            );
        };
        let registered = match found {
            Ok(Some(registered)) => registered,
            Ok(None) => return Received::new(Verdict::Unknown, about(&id, reference.as_deref())),
            Err(error) => {
                let about = format!(
                    "{}: the registry could not be asked: {}",
                    about(&id, reference.as_deref()),
                    shown(&error.to_string())
                );
                return Received::new(Verdict::Lost, about);
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
                let verdict = match self.0.queue.has(&key) {
                    true => Verdict::Queued,
                    false => Verdict::Lost,
                };
                let about = about(&key.0, key.1.as_deref());
                Received::new(
                    verdict,
                    format!("{about}: it was not read within 4 seconds"),
                )
            }
        }
    }

    /// Reads a record as if a callback had told of it: after a start, for the records that changed in between.
    pub async fn read_back(&self, id: R::Id) -> Received {
        match self.0.registry.find(&id, None).await {
            Ok(Some(registered)) => self.read(&(id, registered.reference), None).await,
            Ok(None) => Received::new(Verdict::Unknown, about(&id, None)),
            Err(error) => Received::new(Verdict::Lost, shown(&error.to_string())),
        }
    }

    /// How many records wait to be read, those that are just being read included.
    pub fn queued(&self) -> usize {
        self.0.queue.all().len()
    }

    /// Reads each record that waits once. After three failures one after the other the rest waits on.
    pub async fn read_queued(&self) -> Vec<Received> {
        let mut all = Vec::new();
        let mut failures = 0;
        for key in self.0.queue.all() {
            let received = self.read(&key, None).await;
            if received.verdict() == Verdict::Queued {
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
    pub async fn keep_reading(&self) {
        let mut failures = 0;
        loop {
            let pause = pace::pause(Some(ROUND), failures, None).unwrap_or(ROUND);
            sleep(pause).await;
            let received = self.read_queued().await;
            let failed = received
                .iter()
                .any(|received| received.verdict() == Verdict::Queued);
            failures = if failed { failures + 1 } else { 0 };
        }
    }

    /// Says when a callback for this record comes, for a [`Watch`](crate::Watch). The record is read back and reported as
    /// any other, besides.
    pub fn hints(&self, id: R::Id) -> Hints {
        self.0.bells.hints(id)
    }

    async fn read(&self, key: &Key<R>, asked_by: Option<u64>) -> Received {
        // Who waits may be given up before its turn, and the read under way would take the record from the queue.
        let waits = || self.0.queue.ask_again(key);
        let work = || self.read_now(key);
        self.0.flights.fly(key.clone(), asked_by, waits, work).await
    }

    async fn read_now(&self, key: &Key<R>) -> Received {
        let (id, reference) = key;
        // Before the read, so that it is not forgotten if this future is dropped.
        let verdict = match self.0.queue.add(key) {
            true => Verdict::Queued,
            false => Verdict::Lost,
        };
        let about = about(id, reference.as_deref());
        let failed = |why: &str| Received::new(verdict, format!("{about}: {why}"));
        let refused = |why: &str| {
            self.0.queue.remove(key);
            Received::new(Verdict::Refused, format!("{about}: {why}"))
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
        let change = Change::new(id, reference, state, output);
        match self.0.registry.change(change).await {
            Ok(is_new) => {
                self.0.queue.remove(key);
                let verdict = match is_new {
                    true => Verdict::Changed,
                    false => Verdict::Unchanged,
                };
                Received::new(verdict, told)
            }
            Err(error) => failed(&format!(
                "the registry did not take the change: {}",
                shown(&error.to_string())
            )),
        }
    }
}

/// The id and the reference that a callback tells. Its other values are not looked at.
fn told<R: ReadBack>(body: &[u8]) -> Result<(R::Id, Option<String>), Received> {
    let hint = R::hint(body)
        .map_err(|error| Received::new(Verdict::BadForm, shown(&error.to_string())))?;
    match R::hinted_id(&hint) {
        Some(id) => Ok((id.clone(), R::hinted_reference(&hint).map(str::to_owned))),
        None => Err(Received::new(Verdict::BadForm, "it tells no id")),
    }
}

fn about(id: &impl fmt::Display, reference: Option<&str>) -> String {
    let id = shown(&id.to_string());
    match reference {
        Some(reference) => format!("{id} ({})", shown(reference)),
        None => id,
    }
}

impl<R: ReadBack, K> Clone for Receiver<R, K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<R: ReadBack, K> fmt::Debug for Receiver<R, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver")
            .field("reads", &<R as Operation>::ABOUT.name)
            .finish_non_exhaustive()
    }
}
