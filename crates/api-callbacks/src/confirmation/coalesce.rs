//! Coalesced work: the requests that are made during a run of the same work share the next one.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use crate::lock::lock;

/// Runs work, by the id that it is about and a variant of the work.
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
}

/// The turn to run the work of an id, which requests wait for in order, and the latest run of each
/// variant.
type Turn<T, V> = Arc<tokio::sync::Mutex<HashMap<T, Run<V>>>>;

struct Run<V> {
    started: u64,
    result: V,
}

impl<I: Clone + Eq + Hash, T: Clone + Eq + Hash, V: Clone> Coalescer<I, T, V> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(State {
            counter: 0,
            turns: HashMap::new(),
        }))
    }

    /// Runs the work for an id, or shares the result of a run that starts after this request.
    ///
    /// All requests during a run share one more run. If the request that runs the work is dropped,
    /// the next one runs it.
    pub(crate) async fn run<F>(&self, id: &I, variant: &T, work: impl FnOnce() -> F) -> V
    where
        F: Future<Output = V>,
    {
        let request = self.request(id);
        let mut latest_runs = request.turn.lock().await;
        if let Some(run) = latest_runs.get(variant) {
            if run.started > request.number {
                return run.result.clone();
            }
        }
        let started = self.next_number();
        let result = work().await;
        let run = Run {
            started,
            result: result.clone(),
        };
        latest_runs.insert(variant.clone(), run);
        result
    }

    fn request<'c>(&'c self, id: &'c I) -> Request<'c, I, T, V> {
        let state = &mut *lock(&self.0);
        state.counter += 1;
        let turn = state.turns.entry(id.clone()).or_default();
        Request {
            coalescer: self,
            id,
            number: state.counter,
            turn: Arc::clone(turn),
        }
    }

    fn next_number(&self) -> u64 {
        let state = &mut *lock(&self.0);
        state.counter += 1;
        state.counter
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

    #[tokio::test]
    async fn requests_during_a_run_share_the_next_one_even_if_it_ends_at_once() {
        let numbers = Numbers::new();
        let runs = Cell::new(0);
        let (finish, finished) = oneshot::channel::<()>();
        let mut first = pin!(numbers.run(&7, &(), || async {
            finished.await.unwrap();
            "first"
        }));
        let mut context = Context::from_waker(Waker::noop());
        assert!(first.as_mut().poll(&mut context).is_pending());
        let request = || {
            Box::pin(numbers.run(&7, &(), || {
                runs.set(runs.get() + 1);
                ready("second")
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
        let mut next = pin!(numbers.run(&7, &(), || ready("next")));
        {
            let dropped = pin!(numbers.run(&7, &(), pending));
            assert!(dropped.poll(&mut context).is_pending());
            assert!(next.as_mut().poll(&mut context).is_pending());
        }
        assert_eq!(next.await, "next");
    }

    #[tokio::test]
    async fn keeps_nothing_about_keys_without_requests() {
        let numbers = Numbers::new();
        numbers.run(&7, &(), || ready("done")).await;
        let mut context = Context::from_waker(Waker::noop());
        {
            let running = pin!(numbers.run(&8, &(), pending));
            let waiting = pin!(numbers.run(&8, &(), pending));
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
        let mut first = pin!(coalescer.run(&7, &"a", || async {
            finished.await.unwrap();
            "first"
        }));
        let mut second = pin!(coalescer.run(&7, &"b", || ready("second")));
        let mut context = Context::from_waker(Waker::noop());
        assert!(first.as_mut().poll(&mut context).is_pending());
        assert!(second.as_mut().poll(&mut context).is_pending());
        finish.send(()).unwrap();
        assert_eq!(first.await, "first");
        assert_eq!(second.await, "second");
    }
}
