//! A coalescing work queue: the requests that are made during a run of the same work share the next
//! one, and work that failed stays queued.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use crate::lock::lock;

/// The most keys that are queued.
const MAX_QUEUED: usize = 1_000;

/// Runs and queues work, by the key that it is about.
///
/// Requests and the starts of runs have numbers from one counter. The result of a run is that of
/// all requests with a lower number than its start: work that began earlier may predate what a
/// request is about.
pub(crate) struct Coalescer<K, V>(Mutex<State<K, V>>);

struct State<K, V> {
    counter: u64,
    /// The keys with requests that wait or run.
    turns: HashMap<K, Turn<V>>,
    /// The keys whose work has not succeeded since the latest request; the oldest first.
    queue: VecDeque<Queued<K>>,
}

/// The turn to run the work of a key, which requests wait for in order, and the latest run.
type Turn<V> = Arc<tokio::sync::Mutex<Option<Run<V>>>>;

struct Run<V> {
    started: u64,
    result: V,
}

struct Queued<K> {
    key: K,
    /// The number of the latest request.
    requested: u64,
}

impl<K: Clone + Eq + Hash, V: Clone> Coalescer<K, V> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(State {
            counter: 0,
            turns: HashMap::new(),
            queue: VecDeque::new(),
        }))
    }

    /// Runs the work for `key`, or shares the result of a run that starts after this request.
    ///
    /// All requests during a run share one more run. If the request that runs the work is dropped,
    /// the next one runs it.
    ///
    /// `work` gets whether its key is queued, and fails with a value to keep it queued.
    pub(crate) async fn run<F>(&self, key: &K, work: impl FnOnce(bool) -> F) -> V
    where
        F: Future<Output = Result<V, V>>,
    {
        let request = self.request(key);
        let mut latest_run = request.turn.lock().await;
        if let Some(run) = &*latest_run
            && run.started > request.number
        {
            return run.result.clone();
        }
        let (started, is_queued) = self.start(key);
        let result = work(is_queued).await;
        if result.is_ok() {
            self.succeed(key, started);
        }
        let (Ok(result) | Err(result)) = result;
        *latest_run = Some(Run {
            started,
            result: result.clone(),
        });
        result
    }

    /// Queues the key, in case the request is dropped.
    fn request<'c>(&'c self, key: &'c K) -> Request<'c, K, V> {
        let state = &mut *lock(&self.0);
        state.counter += 1;
        state.enqueue(key);
        let turn = state.turns.entry(key.clone()).or_default();
        Request {
            coalescer: self,
            key,
            number: state.counter,
            turn: Arc::clone(turn),
        }
    }

    /// The number of a run that starts now, and whether its key is queued.
    fn start(&self, key: &K) -> (u64, bool) {
        let state = &mut *lock(&self.0);
        state.counter += 1;
        let is_queued = state.queue.iter().any(|queued| queued.key == *key);
        (state.counter, is_queued)
    }

    /// Removes a key from the queue, unless there was a request after the run started.
    fn succeed(&self, key: &K, started: u64) {
        let queue = &mut lock(&self.0).queue;
        queue.retain(|queued| queued.key != *key || queued.requested > started);
    }

    /// Moves a key to the end, so that work that always fails does not hold up the rest.
    pub(crate) fn postpone(&self, key: &K) {
        let queue = &mut lock(&self.0).queue;
        if let Some(index) = queue.iter().position(|queued| queued.key == *key)
            && let Some(queued) = queue.remove(index)
        {
            queue.push_back(queued);
        }
    }

    pub(crate) fn is_queued(&self, key: &K) -> bool {
        lock(&self.0).queue.iter().any(|queued| queued.key == *key)
    }

    pub(crate) fn queued(&self) -> Vec<K> {
        let state = lock(&self.0);
        state
            .queue
            .iter()
            .map(|queued| queued.key.clone())
            .collect()
    }
}

impl<K: Clone + Eq, V> State<K, V> {
    /// Adds a key with the number of the latest request, unless the queue is full.
    fn enqueue(&mut self, key: &K) {
        let requested = self.counter;
        if let Some(queued) = self.queue.iter_mut().find(|queued| queued.key == *key) {
            queued.requested = requested;
        } else if self.queue.len() < MAX_QUEUED {
            let key = key.clone();
            self.queue.push_back(Queued { key, requested });
        }
    }
}

/// A request that waits or runs.
struct Request<'c, K: Clone + Eq + Hash, V> {
    coalescer: &'c Coalescer<K, V>,
    key: &'c K,
    number: u64,
    turn: Turn<V>,
}

impl<K: Clone + Eq + Hash, V> Drop for Request<'_, K, V> {
    fn drop(&mut self) {
        let turns = &mut lock(&self.coalescer.0).turns;
        // The other reference is that of the map.
        if Arc::strong_count(&self.turn) == 2 {
            turns.remove(self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::{pending, ready};
    use std::pin::pin;
    use std::task::{Context, Waker};

    use tokio::sync::oneshot;

    use super::*;

    type Numbers = Coalescer<usize, &'static str>;

    async fn succeed(numbers: &Numbers, key: usize) {
        numbers.run(&key, |_| ready(Ok("done"))).await;
    }

    #[tokio::test]
    async fn queues_each_failed_key_once_up_to_a_maximum() {
        let numbers = Numbers::new();
        let fail = async |key: usize, expected: bool| {
            let work = |is_queued| {
                assert_eq!(is_queued, expected, "{key}");
                ready(Err("failed"))
            };
            assert_eq!(numbers.run(&key, work).await, "failed");
        };
        for key in (0..MAX_QUEUED).chain(0..MAX_QUEUED) {
            fail(key, true).await;
        }
        fail(MAX_QUEUED, false).await;
        assert!(!numbers.is_queued(&MAX_QUEUED));
        numbers.postpone(&0);
        succeed(&numbers, 1).await;
        let queued = numbers.queued();
        let (first, last) = (queued[0], queued[MAX_QUEUED - 2]);
        assert_eq!((queued.len(), first, last), (MAX_QUEUED - 1, 2, 0));
        fail(MAX_QUEUED, true).await;
    }

    #[tokio::test]
    async fn work_requested_during_its_run_stays_queued_after_it() {
        let numbers = Numbers::new();
        let (finish, finished) = oneshot::channel::<()>();
        let work = |_| async {
            finished.await.unwrap();
            Ok("first")
        };
        let mut first = pin!(numbers.run(&7, work));
        let mut context = Context::from_waker(Waker::noop());
        assert!(first.as_mut().poll(&mut context).is_pending());
        {
            let other = pin!(numbers.run(&7, |_| ready(Ok("second"))));
            assert!(other.poll(&mut context).is_pending());
        }
        finish.send(()).unwrap();
        assert_eq!(first.await, "first");
        assert_eq!(numbers.queued(), [7]);
        succeed(&numbers, 7).await;
        assert_eq!(numbers.queued(), [0; 0]);
    }

    #[tokio::test]
    async fn requests_during_a_run_share_the_next_one_even_if_it_ends_at_once() {
        let numbers = Numbers::new();
        let runs = Cell::new(0);
        let (finish, finished) = oneshot::channel::<()>();
        let mut first = pin!(numbers.run(&7, |_| async {
            finished.await.unwrap();
            Ok("first")
        }));
        let mut context = Context::from_waker(Waker::noop());
        assert!(first.as_mut().poll(&mut context).is_pending());
        let request = || {
            Box::pin(numbers.run(&7, |_| {
                runs.set(runs.get() + 1);
                ready(Ok("second"))
            }))
        };
        let mut waiting: Vec<_> = (0..100).map(|_| request()).collect();
        for request in &mut waiting {
            assert!(request.as_mut().poll(&mut context).is_pending());
        }
        finish.send(()).unwrap();
        assert_eq!(first.await, "first");
        for request in waiting {
            assert_eq!(request.await, "second");
        }
        assert_eq!(runs.get(), 1);
        // A later request does not share it.
        assert_eq!(request().await, "second");
        assert_eq!(runs.get(), 2);
    }

    #[tokio::test]
    async fn next_request_runs_the_work_if_its_run_is_dropped() {
        let numbers = Numbers::new();
        let mut context = Context::from_waker(Waker::noop());
        let mut next = pin!(numbers.run(&7, |_| ready(Ok("next"))));
        {
            let dropped = pin!(numbers.run(&7, |_| pending()));
            assert!(dropped.poll(&mut context).is_pending());
            assert!(next.as_mut().poll(&mut context).is_pending());
            assert!(numbers.is_queued(&7));
        }
        assert_eq!(next.await, "next");
        assert!(!numbers.is_queued(&7));
    }

    #[tokio::test]
    async fn keeps_nothing_about_keys_without_requests() {
        let numbers = Numbers::new();
        succeed(&numbers, 7).await;
        let mut context = Context::from_waker(Waker::noop());
        {
            let running = pin!(numbers.run(&8, |_| pending()));
            let waiting = pin!(numbers.run(&8, |_| pending()));
            assert!(running.poll(&mut context).is_pending());
            assert!(waiting.poll(&mut context).is_pending());
            assert_eq!(lock(&numbers.0).turns.len(), 1);
        }
        assert!(lock(&numbers.0).turns.is_empty());
    }
}
