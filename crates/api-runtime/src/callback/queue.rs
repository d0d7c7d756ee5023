//! Records that are to be read.

use std::collections::VecDeque;
use std::sync::Mutex;

use super::locked;

/// The most records that wait to be read.
const MOST: usize = 1_000;

/// What is to be read, the oldest first, each once.
pub(super) struct Queue<K>(Mutex<VecDeque<K>>);

impl<K: Clone + PartialEq> Queue<K> {
    pub(super) fn new() -> Self {
        Self(Mutex::default())
    }

    /// Adds a record, unless it waits already. `false` when the queue is full.
    pub(super) fn add(&self, key: &K) -> bool {
        let mut waiting = locked(&self.0);
        if waiting.contains(key) {
            return true;
        }
        if waiting.len() == MOST {
            return false;
        }
        waiting.push_back(key.clone());
        true
    }

    /// Moves a record to the end, so that one that always fails does not keep others waiting.
    pub(super) fn postpone(&self, key: &K) {
        let mut waiting = locked(&self.0);
        if let Some(at) = waiting.iter().position(|known| known == key)
            && let Some(key) = waiting.remove(at)
        {
            waiting.push_back(key);
        }
    }

    pub(super) fn has(&self, key: &K) -> bool {
        locked(&self.0).contains(key)
    }

    pub(super) fn remove(&self, key: &K) {
        locked(&self.0).retain(|known| known != key);
    }

    pub(super) fn all(&self) -> Vec<K> {
        locked(&self.0).iter().cloned().collect()
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
}
