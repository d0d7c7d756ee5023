//! A coalescing work queue: the requests that are made during a run of the same work share the next
//! one, and work that failed stays queued.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

use crate::lock::lock;

/// The most keys that are queued.
const MAX_QUEUED: usize = 1_000;

/// Runs and queues work, by the key that it is about: an id, and a variant of the work.
///
/// One run of an id is in progress at a time, so that an earlier one cannot end last.
///
/// Requests and the starts of runs have numbers from one counter. The result of a run is that of
/// all requests with a lower number than its start: work that began earlier may predate what a
/// request is about.
pub(crate) struct Coalescer<I, T, V>(Mutex<State<I, T, V>>);

struct State<I, T, V> {
    counter: u64,
    /// The ids with requests that wait or run.
    turns: HashMap<I, Turn<T, V>>,
    /// The keys whose work has not succeeded since the latest request; the oldest first.
    queue: VecDeque<Queued<(I, T)>>,
}

/// The turn to run the work of an id, which requests wait for in order, and the latest run of each
/// variant.
type Turn<T, V> = Arc<tokio::sync::Mutex<HashMap<T, Run<V>>>>;

struct Run<V> {
    started: u64,
    result: V,
}

struct Queued<K> {
    key: K,
    /// The number of the latest request.
    requested: u64,
    /// How often it was postponed.
    failures: u32,
    /// The time of the next retry.
    retry_at: Instant,
}

impl<I: Clone + Eq + Hash, T: Clone + Eq + Hash, V: Clone> Coalescer<I, T, V> {
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
    pub(crate) async fn run<F>(&self, key: &(I, T), work: impl FnOnce(bool) -> F) -> V
    where
        F: Future<Output = Result<V, V>>,
    {
        let request = self.request(key);
        let mut latest_runs = request.turn.lock().await;
        if let Some(run) = latest_runs.get(&key.1)
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
        let run = Run {
            started,
            result: result.clone(),
        };
        latest_runs.insert(key.1.clone(), run);
        result
    }

    /// Queues the key, in case the request is dropped.
    fn request<'c>(&'c self, key: &'c (I, T)) -> Request<'c, I, T, V> {
        let state = &mut *lock(&self.0);
        state.counter += 1;
        state.enqueue(key);
        let turn = state.turns.entry(key.0.clone()).or_default();
        Request {
            coalescer: self,
            id: &key.0,
            number: state.counter,
            turn: Arc::clone(turn),
        }
    }

    /// The number of a run that starts now, and whether its key is queued.
    fn start(&self, key: &(I, T)) -> (u64, bool) {
        let state = &mut *lock(&self.0);
        state.counter += 1;
        let is_queued = state.queue.iter().any(|queued| queued.key == *key);
        (state.counter, is_queued)
    }

    /// Removes a key from the queue, unless there was a request after the run started.
    fn succeed(&self, key: &(I, T), started: u64) {
        let queue = &mut lock(&self.0).queue;
        queue.retain(|queued| queued.key != *key || queued.requested > started);
    }

    /// Moves a key to the end, and delays its next retry by what `delay` returns for the number of its
    /// failures, so that work that always fails does not hold up the rest.
    pub(crate) fn postpone(&self, key: &(I, T), delay: impl FnOnce(u32) -> Duration) {
        let queue = &mut lock(&self.0).queue;
        if let Some(index) = queue.iter().position(|queued| queued.key == *key)
            && let Some(mut queued) = queue.remove(index)
        {
            queued.failures = queued.failures.saturating_add(1);
            queued.retry_at = Instant::now() + delay(queued.failures);
            queue.push_back(queued);
        }
    }

    /// The key to retry now, if any: one with the fewest failures, the oldest of them.
    pub(crate) fn next_retry(&self) -> Option<(I, T)> {
        let now = Instant::now();
        let state = lock(&self.0);
        let ready = state.queue.iter().filter(|queued| queued.retry_at <= now);
        let first = ready.min_by_key(|queued| queued.failures);
        first.map(|queued| queued.key.clone())
    }

    /// The time of the earliest retry.
    pub(crate) fn next_retry_at(&self) -> Option<Instant> {
        let state = lock(&self.0);
        state.queue.iter().map(|queued| queued.retry_at).min()
    }

    pub(crate) fn is_queued(&self, key: &(I, T)) -> bool {
        lock(&self.0).queue.iter().any(|queued| queued.key == *key)
    }

    pub(crate) fn queued(&self) -> Vec<(I, T)> {
        let state = lock(&self.0);
        state
            .queue
            .iter()
            .map(|queued| queued.key.clone())
            .collect()
    }
}

impl<I: Clone + Eq, T: Clone + Eq, V> State<I, T, V> {
    /// Adds a key with the number of the latest request, unless the queue is full.
    fn enqueue(&mut self, key: &(I, T)) {
        let requested = self.counter;
        if let Some(queued) = self.queue.iter_mut().find(|queued| queued.key == *key) {
            queued.requested = requested;
        } else if self.queue.len() < MAX_QUEUED {
            self.queue.push_back(Queued {
                key: key.clone(),
                requested,
                failures: 0,
                retry_at: Instant::now(),
            });
        }
    }
}

/// A request that waits or runs.
struct Request<'c, I: Eq + Hash, T, V> {
    coalescer: &'c Coalescer<I, T, V>,
    id: &'c I,
    number: u64,
    turn: Turn<T, V>,
}

impl<I: Eq + Hash, T, V> Drop for Request<'_, I, T, V> {
    fn drop(&mut self) {
        let turns = &mut lock(&self.coalescer.0).turns;
        // The other reference is that of the map.
        if Arc::strong_count(&self.turn) == 2 {
            turns.remove(self.id);
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

    type Numbers = Coalescer<usize, (), &'static str>;

    async fn succeed(numbers: &Numbers, key: usize) {
        numbers.run(&(key, ()), |_| ready(Ok("done"))).await;
    }

    #[tokio::test]
    async fn queues_each_failed_key_once_up_to_a_maximum() {
        let numbers = Numbers::new();
        let fail = async |key: usize, expected: bool| {
            let work = |is_queued| {
                assert_eq!(is_queued, expected, "{key}");
                ready(Err("failed"))
            };
            assert_eq!(numbers.run(&(key, ()), work).await, "failed");
        };
        for key in (0..MAX_QUEUED).chain(0..MAX_QUEUED) {
            fail(key, true).await;
        }
        fail(MAX_QUEUED, false).await;
        assert!(!numbers.is_queued(&(MAX_QUEUED, ())));
        numbers.postpone(&(0, ()), |_| Duration::ZERO);
        succeed(&numbers, 1).await;
        let queued = numbers.queued();
        let (first, last) = (queued[0].0, queued[MAX_QUEUED - 2].0);
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
        let mut first = pin!(numbers.run(&(7, ()), work));
        let mut context = Context::from_waker(Waker::noop());
        assert!(first.as_mut().poll(&mut context).is_pending());
        {
            let other = pin!(numbers.run(&(7, ()), |_| ready(Ok("second"))));
            assert!(other.poll(&mut context).is_pending());
        }
        finish.send(()).unwrap();
        assert_eq!(first.await, "first");
        assert_eq!(numbers.queued(), [(7, ())]);
        succeed(&numbers, 7).await;
        assert_eq!(numbers.queued(), []);
    }

    #[tokio::test]
    async fn requests_during_a_run_share_the_next_one_even_if_it_ends_at_once() {
        let numbers = Numbers::new();
        let runs = Cell::new(0);
        let (finish, finished) = oneshot::channel::<()>();
        let mut first = pin!(numbers.run(&(7, ()), |_| async {
            finished.await.unwrap();
            Ok("first")
        }));
        let mut context = Context::from_waker(Waker::noop());
        assert!(first.as_mut().poll(&mut context).is_pending());
        let request = || {
            Box::pin(numbers.run(&(7, ()), |_| {
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
        let mut next = pin!(numbers.run(&(7, ()), |_| ready(Ok("next"))));
        {
            let dropped = pin!(numbers.run(&(7, ()), |_| pending()));
            assert!(dropped.poll(&mut context).is_pending());
            assert!(next.as_mut().poll(&mut context).is_pending());
            assert!(numbers.is_queued(&(7, ())));
        }
        assert_eq!(next.await, "next");
        assert!(!numbers.is_queued(&(7, ())));
    }

    #[tokio::test(start_paused = true)]
    async fn next_retry_is_the_oldest_of_those_with_the_fewest_failures() {
        let numbers = Numbers::new();
        for key in 1..=3 {
            numbers.run(&(key, ()), |_| ready(Err("failed"))).await;
        }
        let delay = |failures: u32| Duration::from_secs(u64::from(failures) * 10);
        assert_eq!(numbers.next_retry(), Some((1, ())));
        numbers.postpone(&(1, ()), delay);
        numbers.postpone(&(2, ()), delay);
        assert_eq!(numbers.next_retry(), Some((3, ())));
        succeed(&numbers, 3).await;
        assert_eq!(numbers.next_retry(), None);
        let next_retry_at = numbers.next_retry_at().unwrap();
        assert_eq!(next_retry_at - Instant::now(), Duration::from_secs(10));
        tokio::time::advance(Duration::from_secs(10)).await;
        numbers.postpone(&(1, ()), delay);
        assert_eq!(numbers.next_retry(), Some((2, ())));
        tokio::time::advance(Duration::from_secs(20)).await;
        // Key 1 failed twice.
        assert_eq!(numbers.next_retry(), Some((2, ())));
        numbers.run(&(4, ()), |_| ready(Err("failed"))).await;
        assert_eq!(numbers.next_retry(), Some((4, ())));
    }

    #[tokio::test]
    async fn keeps_nothing_about_keys_without_requests() {
        let numbers = Numbers::new();
        succeed(&numbers, 7).await;
        let mut context = Context::from_waker(Waker::noop());
        {
            let running = pin!(numbers.run(&(8, ()), |_| pending()));
            let waiting = pin!(numbers.run(&(8, ()), |_| pending()));
            assert!(running.poll(&mut context).is_pending());
            assert!(waiting.poll(&mut context).is_pending());
            assert_eq!(lock(&numbers.0).turns.len(), 1);
        }
        assert!(lock(&numbers.0).turns.is_empty());
    }

    #[tokio::test]
    async fn variants_run_one_after_the_other_and_share_no_result() {
        let coalescer = Coalescer::<usize, &str, &str>::new();
        let (finish, finished) = oneshot::channel::<()>();
        let mut first = pin!(coalescer.run(&(7, "a"), |_| async {
            finished.await.unwrap();
            Ok("first")
        }));
        let mut second = pin!(coalescer.run(&(7, "b"), |_| ready(Ok("second"))));
        let mut context = Context::from_waker(Waker::noop());
        assert!(first.as_mut().poll(&mut context).is_pending());
        assert!(second.as_mut().poll(&mut context).is_pending());
        finish.send(()).unwrap();
        assert_eq!(first.await, "first");
        assert_eq!(second.await, "second");
    }
}
