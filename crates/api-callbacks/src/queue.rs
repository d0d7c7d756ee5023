//! Records that are to be read.

use std::collections::VecDeque;
use std::sync::Mutex;

use super::locked;

/// The most records that wait to be read.
const MOST: usize = 1_000;

/// What is to be read, the oldest first, each once.
pub(super) struct Queue<K>(Mutex<VecDeque<Waiting<K>>>);

struct Waiting<K> {
    key: K,
    /// Whether it was asked for after the read under way began, which need not have seen what this is about.
    is_asked_again: bool,
}

impl<K: Clone + PartialEq> Queue<K> {
    pub(super) fn new() -> Self {
        Self(Mutex::default())
    }

    /// A read of this record begins, and answers all who have asked until now. `false` when the queue is full.
    pub(super) fn add(&self, key: &K) -> bool {
        self.put(key, false)
    }

    /// Somebody asks for a record while it is read. A later read is to answer that, whether or not somebody waits for it.
    pub(super) fn ask_again(&self, key: &K) {
        self.put(key, true);
    }

    fn put(&self, key: &K, is_asked_again: bool) -> bool {
        let mut waiting = locked(&self.0);
        if let Some(known) = waiting.iter_mut().find(|known| known.key == *key) {
            known.is_asked_again = is_asked_again;
            return true;
        }
        if waiting.len() == MOST {
            return false;
        }
        waiting.push_back(Waiting {
            key: key.clone(),
            is_asked_again,
        });
        true
    }

    /// Moves a record to the end, so that one that always fails does not keep others waiting.
    pub(super) fn postpone(&self, key: &K) {
        let mut waiting = locked(&self.0);
        if let Some(at) = waiting.iter().position(|known| known.key == *key)
            && let Some(known) = waiting.remove(at)
        {
            waiting.push_back(known);
        }
    }

    pub(super) fn has(&self, key: &K) -> bool {
        locked(&self.0).iter().any(|known| known.key == *key)
    }

    /// A record was read. It stays if it was asked for again meanwhile.
    pub(super) fn remove(&self, key: &K) {
        locked(&self.0).retain(|known| known.is_asked_again || known.key != *key);
    }

    pub(super) fn all(&self) -> Vec<K> {
        let waiting = locked(&self.0);
        waiting.iter().map(|known| known.key.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_each_once_and_has_an_end() {
        let queue = Queue::new();
        for key in (0..MOST).chain(0..MOST) {
            assert!(queue.add(&key));
        }
        assert!(!queue.add(&MOST));
        queue.postpone(&0);
        queue.remove(&1);
        let all = queue.all();
        assert_eq!((all.len(), all[0], all[MOST - 2]), (MOST - 1, 2, 0));
        assert!(queue.add(&MOST));
    }

    #[test]
    fn what_is_asked_for_during_a_read_stays_after_it() {
        let queue = Queue::new();
        queue.add(&7);
        queue.ask_again(&7);
        queue.remove(&7);
        assert_eq!(queue.all(), [7]);
        queue.add(&7);
        queue.remove(&7);
        assert_eq!(queue.all(), [0; 0]);
        // The read may have ended just before.
        queue.ask_again(&7);
        assert!(queue.has(&7));
    }
}
