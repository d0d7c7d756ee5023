//! Changes that wait to be processed.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;

use crate::lock::lock;
use crate::refetch::Refetch;
use crate::store::record_changed::RecordChanged;

/// The changes of a [`MemoryStore`](crate::MemoryStore), as a [`Stream`] that does not end.
pub struct Events<R: Refetch> {
    queue: Arc<EventQueue<R>>,
    added: Option<Pin<Box<OwnedNotified>>>,
}

impl<R: Refetch> Events<R> {
    pub(crate) fn new(queue: Arc<EventQueue<R>>) -> Self {
        let added = None;
        Self { queue, added }
    }

    /// Waits for the next change.
    pub async fn next(&mut self) -> RecordChanged<R> {
        poll_fn(|context| self.poll(context)).await
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<RecordChanged<R>> {
        loop {
            // Before the queue is checked: it is notified of changes from its creation on.
            let added = self.added.get_or_insert_with(|| self.queue.added());
            if let Some(change) = self.queue.pop() {
                self.added = None;
                return Poll::Ready(change);
            }
            ready!(added.as_mut().poll(context));
            self.added = None;
        }
    }
}

impl<R: Refetch> Stream for Events<R> {
    type Item = RecordChanged<R>;

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<RecordChanged<R>>> {
        self.get_mut().poll(context).map(Some)
    }
}

impl<R: Refetch> fmt::Debug for Events<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events")
            .field("pending", &self.queue.len())
            .finish_non_exhaustive()
    }
}

/// A bounded queue of changes.
pub(crate) struct EventQueue<R: Refetch> {
    capacity: usize,
    pending: Mutex<VecDeque<RecordChanged<R>>>,
    added: Arc<Notify>,
}

impl<R: Refetch> EventQueue<R> {
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            pending: Mutex::default(),
            added: Arc::default(),
        }
    }

    /// `false` if the queue is full. [`notify`](Self::notify) wakes those who wait for the change.
    pub(crate) fn push(&self, change: RecordChanged<R>) -> bool {
        let mut pending = lock(&self.pending);
        let has_room = pending.len() < self.capacity;
        if has_room {
            pending.push_back(change);
        }
        has_room
    }

    /// Wakes all who wait. It is not part of `push`, because wakers must not run in a lock.
    pub(crate) fn notify(&self) {
        self.added.notify_waiters();
    }

    pub(crate) fn len(&self) -> usize {
        lock(&self.pending).len()
    }

    fn pop(&self) -> Option<RecordChanged<R>> {
        lock(&self.pending).pop_front()
    }

    fn added(&self) -> Pin<Box<OwnedNotified>> {
        Box::pin(Arc::clone(&self.added).notified_owned())
    }
}
