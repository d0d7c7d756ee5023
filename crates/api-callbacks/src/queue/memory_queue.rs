//! The queue of a handler whose store has none.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;

use crate::lock::lock;
use crate::queue::callback_queue::{Claim, Lease, QueuedRecord};
use crate::record_key::RecordKey;
use crate::store::error::StoreError;

/// The most keys that are queued.
pub(crate) const MAX_QUEUED: usize = 1_000;

/// A queue in memory. Its leases only number the reads: a handler reads a record once at a time.
pub(crate) struct MemoryQueue<I>(Mutex<State<I>>);

struct State<I> {
    counter: i64,
    /// The least recently added or postponed first.
    keys: VecDeque<Queued<I>>,
}

struct Queued<I> {
    key: RecordKey<I>,
    number: i64,
    failures: u32,
    retry_at: Instant,
}

impl<I: Clone + Eq> MemoryQueue<I> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(State {
            counter: 0,
            keys: VecDeque::new(),
        }))
    }

    pub(crate) fn enqueue(&self, key: &RecordKey<I>) -> Result<(), StoreError> {
        let state = &mut *lock(&self.0);
        let number = state.next_number();
        if let Some(queued) = state.keys.iter_mut().find(|queued| queued.key == *key) {
            queued.number = number;
        } else if state.keys.len() < MAX_QUEUED {
            state.keys.push_back(Queued {
                key: key.clone(),
                number,
                failures: 0,
                retry_at: Instant::now(),
            });
        } else {
            return Err("the queue is full".into());
        }
        Ok(())
    }

    pub(crate) fn claim(&self, key: &RecordKey<I>) -> Claim {
        let state = &mut *lock(&self.0);
        match state.position(key) {
            Some(_) => Claim::Granted(Lease::new(state.next_number())),
            None => Claim::NotQueued,
        }
    }

    pub(crate) fn dequeue(&self, key: &RecordKey<I>, lease: &Lease) {
        let keys = &mut lock(&self.0).keys;
        keys.retain(|queued| queued.key != *key || queued.number > lease.number());
    }

    /// Moves a key to the end, so that work that always fails does not hold up the rest.
    pub(crate) fn postpone(&self, key: &RecordKey<I>, delay: Duration) {
        let state = &mut *lock(&self.0);
        if let Some(position) = state.position(key) {
            if let Some(mut queued) = state.keys.remove(position) {
                queued.failures = queued.failures.saturating_add(1);
                queued.retry_at = Instant::now() + delay;
                state.keys.push_back(queued);
            }
        }
    }

    pub(crate) fn queued(&self, limit: usize) -> Vec<QueuedRecord<I>> {
        let now = Instant::now();
        let state = lock(&self.0);
        let mut keys: Vec<_> = state.keys.iter().collect();
        // Stable: among equals, the order of the queue.
        keys.sort_by_key(|queued| match queued.retry_at <= now {
            true => (false, queued.failures),
            false => (true, 0),
        });
        let queued = keys.into_iter().take(limit).map(|queued| {
            let retry_in = queued.retry_at.saturating_duration_since(now);
            QueuedRecord::new(queued.key.clone(), queued.failures, retry_in)
        });
        queued.collect()
    }
}

impl<I: Eq> State<I> {
    fn next_number(&mut self) -> i64 {
        self.counter = self.counter.saturating_add(1);
        self.counter
    }

    fn position(&self, key: &RecordKey<I>) -> Option<usize> {
        self.keys.iter().position(|queued| queued.key == *key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Numbers = MemoryQueue<usize>;

    fn key(id: usize) -> RecordKey<usize> {
        RecordKey::new(id, None)
    }

    fn claim(queue: &Numbers, id: usize) -> Lease {
        match queue.claim(&key(id)) {
            Claim::Granted(lease) => lease,
            other => panic!("{id}: {other:?}"),
        }
    }

    fn ids(queue: &Numbers) -> Vec<usize> {
        let queued = queue.queued(usize::MAX).into_iter();
        queued.map(|record| record.key.id).collect()
    }

    /// The id of the key to retry now.
    fn next_retry(queue: &Numbers) -> Option<usize> {
        let queued = queue.queued(1).into_iter();
        let mut ready = queued.filter(|record| record.retry_in.is_zero());
        ready.next().map(|record| record.key.id)
    }

    #[tokio::test]
    async fn queues_each_key_once_up_to_a_maximum() {
        let queue = Numbers::new();
        for id in (0..MAX_QUEUED).chain(0..MAX_QUEUED) {
            queue.enqueue(&key(id)).unwrap();
        }
        assert!(queue.enqueue(&key(MAX_QUEUED)).is_err());
        assert_eq!(queue.claim(&key(MAX_QUEUED)), Claim::NotQueued);
        queue.postpone(&key(0), Duration::ZERO);
        queue.dequeue(&key(1), &claim(&queue, 1));
        let ids = ids(&queue);
        let (first, last) = (ids[0], ids[MAX_QUEUED - 2]);
        assert_eq!((ids.len(), first, last), (MAX_QUEUED - 1, 2, 0));
        queue.enqueue(&key(MAX_QUEUED)).unwrap();
    }

    #[tokio::test]
    async fn key_enqueued_during_its_read_stays_queued_after_it() {
        let queue = Numbers::new();
        queue.enqueue(&key(7)).unwrap();
        let lease = claim(&queue, 7);
        queue.enqueue(&key(7)).unwrap();
        queue.dequeue(&key(7), &lease);
        assert_eq!(ids(&queue), [7]);
        queue.dequeue(&key(7), &claim(&queue, 7));
        assert!(ids(&queue).is_empty());
    }

    #[tokio::test]
    async fn keys_with_another_reference_are_other_keys() {
        let queue = Numbers::new();
        let other = RecordKey::new(7, Some("WEB-7".to_owned()));
        queue.enqueue(&key(7)).unwrap();
        queue.enqueue(&other).unwrap();
        queue.dequeue(&key(7), &claim(&queue, 7));
        assert_eq!(
            queue.queued(2),
            [QueuedRecord::new(other, 0, Duration::ZERO)]
        );
    }

    #[tokio::test(start_paused = true)]
    async fn next_retry_is_the_oldest_of_those_with_the_fewest_failures() {
        let queue = Numbers::new();
        for id in 1..=3 {
            queue.enqueue(&key(id)).unwrap();
        }
        assert_eq!(next_retry(&queue), Some(1));
        queue.postpone(&key(1), Duration::from_secs(10));
        queue.postpone(&key(2), Duration::from_secs(10));
        assert_eq!(next_retry(&queue), Some(3));
        queue.dequeue(&key(3), &claim(&queue, 3));
        assert_eq!(next_retry(&queue), None);
        let delays: Vec<_> = queue
            .queued(3)
            .iter()
            .map(|record| record.retry_in)
            .collect();
        assert_eq!(delays, [Duration::from_secs(10); 2]);
        tokio::time::advance(Duration::from_secs(10)).await;
        queue.postpone(&key(1), Duration::from_secs(20));
        assert_eq!(next_retry(&queue), Some(2));
        tokio::time::advance(Duration::from_secs(20)).await;
        // Key 1 failed twice.
        assert_eq!(next_retry(&queue), Some(2));
        queue.enqueue(&key(4)).unwrap();
        assert_eq!(next_retry(&queue), Some(4));
    }
}
