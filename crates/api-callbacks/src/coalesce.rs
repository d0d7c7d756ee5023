//! A coalescing work queue: concurrent requests for the same work share one run, and work that
//! failed stays queued.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::Mutex;

use tokio::sync::watch;

use crate::lock::lock;

/// The most keys that are queued.
const MAX_QUEUED: usize = 1_000;

/// Runs and queues work, by the key that it is about.
pub(crate) struct Coalescer<K, V>(Mutex<State<K, V>>);

struct State<K, V> {
    running: HashMap<K, Run<V>>,
    /// The keys whose work has not succeeded yet, running ones included; the oldest first.
    queue: VecDeque<Queued<K>>,
}

struct Run<V> {
    dedup_key: Option<u64>,
    result: watch::Receiver<Option<V>>,
}

struct Queued<K> {
    key: K,
    /// Whether the work was requested during its run, which may predate what the request is about.
    is_dirty: bool,
}

enum Entry<'c, K: Clone + Eq + Hash, V> {
    Lead(Leader<'c, K, V>),
    /// A run whose result is that of this request, too.
    Join(watch::Receiver<Option<V>>),
    /// A run that began before this request.
    Wait(watch::Receiver<Option<V>>),
}

impl<K: Clone + Eq + Hash, V: Clone> Coalescer<K, V> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(State {
            running: HashMap::new(),
            queue: VecDeque::new(),
        }))
    }

    /// Runs the work for `key`, or shares the result of a run.
    ///
    /// Requests with the `dedup_key` of the run share its result. Others mark its key dirty, wait,
    /// and then share one more run, because the current one may predate their event. `None` joins
    /// any run. If the request that runs the work is dropped, another one runs it.
    ///
    /// `work` gets whether its key is queued, and fails with a value to keep it queued.
    pub(crate) async fn run<F>(
        &self,
        key: &K,
        dedup_key: Option<u64>,
        work: impl FnOnce(bool) -> F,
    ) -> V
    where
        F: Future<Output = Result<V, V>>,
    {
        let mut joins_any = dedup_key.is_none();
        loop {
            match self.enter(key, dedup_key, joins_any) {
                Entry::Lead(leader) => {
                    let result = work(leader.is_queued).await;
                    return leader.finish(result);
                }
                Entry::Join(mut result) => {
                    if let Ok(value) = result.wait_for(Option::is_some).await
                        && let Some(value) = &*value
                    {
                        return value.clone();
                    }
                }
                Entry::Wait(mut result) => {
                    // An error means that the leader was dropped, which ends the run as well.
                    let _ = result.wait_for(Option::is_some).await;
                }
            }
            joins_any = true;
        }
    }

    fn enter(&self, key: &K, dedup_key: Option<u64>, joins_any: bool) -> Entry<'_, K, V> {
        let mut state = lock(&self.0);
        if let Some(run) = state.running.get(key) {
            let result = run.result.clone();
            if joins_any || run.dedup_key == dedup_key {
                return Entry::Join(result);
            }
            state.enqueue(key, true);
            return Entry::Wait(result);
        }
        let (sender, result) = watch::channel(None);
        state.running.insert(key.clone(), Run { dedup_key, result });
        // Queued before it is run, in case the run is dropped.
        let is_queued = state.enqueue(key, false);
        Entry::Lead(Leader {
            coalescer: self,
            key: Some(key.clone()),
            is_queued,
            sender,
        })
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
    /// Adds a key, or updates its flag. `false` if the queue is full.
    fn enqueue(&mut self, key: &K, is_dirty: bool) -> bool {
        if let Some(queued) = self.queue.iter_mut().find(|queued| queued.key == *key) {
            queued.is_dirty = is_dirty;
            return true;
        }
        if self.queue.len() == MAX_QUEUED {
            return false;
        }
        let key = key.clone();
        self.queue.push_back(Queued { key, is_dirty });
        true
    }
}

/// The request that runs the work. If it is dropped before the end, another request may run it.
struct Leader<'c, K: Clone + Eq + Hash, V> {
    coalescer: &'c Coalescer<K, V>,
    /// `None` once the run has ended: by then, another one of the same key may have begun.
    key: Option<K>,
    is_queued: bool,
    sender: watch::Sender<Option<V>>,
}

impl<K: Clone + Eq + Hash, V: Clone> Leader<'_, K, V> {
    fn finish(mut self, result: Result<V, V>) -> V {
        let is_done = result.is_ok();
        let (Ok(value) | Err(value)) = result;
        // Before the result is sent: a request that waits for it must not find this run again.
        self.end(is_done);
        self.sender.send_replace(Some(value.clone()));
        value
    }
}

impl<K: Clone + Eq + Hash, V> Leader<'_, K, V> {
    fn end(&mut self, is_done: bool) {
        let Some(key) = self.key.take() else {
            return;
        };
        let mut state = lock(&self.coalescer.0);
        state.running.remove(&key);
        if is_done {
            let queue = &mut state.queue;
            queue.retain(|queued| queued.is_dirty || queued.key != key);
        }
    }
}

impl<K: Clone + Eq + Hash, V> Drop for Leader<'_, K, V> {
    fn drop(&mut self) {
        // Before the sender is dropped, for the same reason.
        self.end(false);
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;

    type Numbers = Coalescer<usize, &'static str>;

    async fn succeed(numbers: &Numbers, key: usize) {
        numbers.run(&key, None, |_| ready(Ok("done"))).await;
    }

    #[tokio::test]
    async fn queues_each_failed_key_once_up_to_a_maximum() {
        let numbers = Numbers::new();
        let fail = async |key: usize, expected: bool| {
            let work = |is_queued| {
                assert_eq!(is_queued, expected, "{key}");
                ready(Err("failed"))
            };
            assert_eq!(numbers.run(&key, None, work).await, "failed");
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
        let (finish, finished) = tokio::sync::oneshot::channel::<()>();
        let work = |_| async {
            finished.await.unwrap();
            Ok("first")
        };
        let mut first = pin!(numbers.run(&7, Some(1), work));
        let mut context = Context::from_waker(Waker::noop());
        assert!(first.as_mut().poll(&mut context).is_pending());
        {
            let other = pin!(numbers.run(&7, Some(2), |_| ready(Ok("second"))));
            assert!(other.poll(&mut context).is_pending());
        }
        finish.send(()).unwrap();
        assert_eq!(first.await, "first");
        assert_eq!(numbers.queued(), [7]);
        succeed(&numbers, 7).await;
        assert_eq!(numbers.queued(), [0; 0]);
    }

    #[tokio::test]
    async fn another_request_runs_the_work_if_the_leader_is_dropped() {
        let numbers = Numbers::new();
        let mut context = Context::from_waker(Waker::noop());
        let mut joining = pin!(numbers.run(&7, Some(1), |_| ready(Ok("joining"))));
        {
            let leading = pin!(numbers.run(&7, Some(1), |_| pending()));
            assert!(leading.poll(&mut context).is_pending());
            assert!(joining.as_mut().poll(&mut context).is_pending());
            assert!(numbers.is_queued(&7));
        }
        assert_eq!(joining.await, "joining");
        assert!(!numbers.is_queued(&7));
    }
}
