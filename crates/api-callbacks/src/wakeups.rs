//! Wakeups for those who follow one record.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;

use tokio::sync::mpsc;

use crate::lock::lock;

/// The subscribers of each record.
pub(crate) struct Subscribers<K>(Mutex<HashMap<K, Vec<mpsc::Sender<()>>>>);

impl<K: Eq + Hash> Subscribers<K> {
    pub(crate) fn new() -> Self {
        Self(Mutex::default())
    }

    pub(crate) fn subscribe(&self, key: K) -> mpsc::Receiver<()> {
        // One item is enough: a full channel wakes the receiver all the same.
        let (sender, receiver) = mpsc::channel(1);
        let mut senders = lock(&self.0);
        senders.retain(|_, of_key| {
            of_key.retain(|sender| !sender.is_closed());
            !of_key.is_empty()
        });
        senders.entry(key).or_default().push(sender);
        receiver
    }

    pub(crate) fn notify(&self, key: &K) {
        let senders = lock(&self.0).get(key).cloned().unwrap_or_default();
        for sender in senders {
            // Full means that the receiver is notified already.
            let _ = sender.try_send(());
        }
    }
}
