//! Wakeups for those who follow one record.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use futures_core::Stream;
use tokio::sync::mpsc;

use crate::lock::lock;

/// A [`Stream`] with an item for each callback about one record. Callbacks that are received before
/// the stream is polled are coalesced.
///
/// For [`Watch::wakeups`](api_runtime::Watch::wakeups). It does not end by itself. Callbacks about
/// records that the store does not know, or cannot look up, wake as well: a watch reads by itself.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::watch;
/// use shop_client::GetOrder;
/// # use api_callbacks::{Handler, Handlers, MemoryStore};
/// # use api_runtime::http::{HeaderMap, HeaderValue, Method, header};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let delivered = (200, r#"{"id": 7, "reference_no": "WEB-1", "state": "delivered"}"#);
/// # let client = shop_client::client([(200, r#"{"id": 7, "reference_no": "WEB-1", "state": "processing"}"#), delivered, delivered]);
/// # let orders = MemoryStore::<GetOrder>::new(10);
/// # orders.confirm("WEB-1", 7)?;
/// # let handler = Handler::new(client.clone(), "d41d8cd98f00b204", orders)?;
/// # let handlers = Handlers::new([handler.clone()]);
/// # let mut headers = HeaderMap::new();
/// # let form = HeaderValue::from_static("application/x-www-form-urlencoded");
/// # headers.insert(header::CONTENT_TYPE, form);
/// let mut updates = watch::<GetOrder, _>(&client, 7)
///     .wakeups(handler.wakeups(7))
///     .without_polling();
/// let update = updates.next().await.expect("a watch without an end")?;
/// assert_eq!(update.state, Some("processing".into()));
///
/// // The service receives a callback about order 7.
/// # let callback = handlers.admit(&Method::POST, "d41d8cd98f00b204", &headers).map_err(|response| response.to_string())?;
/// callback.handle(b"order[id]=7").await;
/// let update = updates.next().await.expect("a watch without an end")?;
/// assert_eq!(update.state, Some("delivered".into()));
/// # Ok(())
/// # }
/// ```
pub struct Wakeups {
    receiver: mpsc::Receiver<()>,
    unsubscribe: Box<dyn Fn() + Send + Sync>,
}

impl Stream for Wakeups {
    type Item = ();

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<()>> {
        self.receiver.poll_recv(context)
    }
}

impl Drop for Wakeups {
    fn drop(&mut self) {
        (self.unsubscribe)();
    }
}

impl fmt::Debug for Wakeups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wakeups").finish_non_exhaustive()
    }
}

/// The subscribers of each record: as many as there are [`Wakeups`].
pub(crate) struct Subscribers<K>(Arc<Mutex<Senders<K>>>);

type Senders<K> = HashMap<K, Vec<mpsc::Sender<()>>>;

impl<K: Clone + Eq + Hash + Send + Sync + 'static> Subscribers<K> {
    pub(crate) fn new() -> Self {
        Self(Arc::default())
    }

    pub(crate) fn subscribe(&self, key: K) -> Wakeups {
        // One item is enough: a full channel wakes the receiver all the same.
        let (sender, receiver) = mpsc::channel(1);
        let mut senders = lock(&self.0);
        let of_key = senders.entry(key.clone()).or_default();
        of_key.push(sender.clone());
        drop(senders);
        let all = Arc::clone(&self.0);
        // It holds a sender, so that the stream outlives its handler.
        let unsubscribe = move || {
            let mut senders = lock(&all);
            if let Some(of_key) = senders.get_mut(&key) {
                of_key.retain(|other| !other.same_channel(&sender));
                if of_key.is_empty() {
                    senders.remove(&key);
                }
            }
        };
        Wakeups {
            receiver,
            unsubscribe: Box::new(unsubscribe),
        }
    }

    pub(crate) fn notify(&self, key: &K) {
        let senders = lock(&self.0).get(key).cloned().unwrap_or_default();
        for sender in senders {
            // Full means that the receiver is notified already.
            let _ = sender.try_send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use super::*;

    fn is_woken(wakeups: &mut Wakeups) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        match Pin::new(wakeups).poll_next(&mut context) {
            Poll::Ready(item) => item.is_some(),
            Poll::Pending => false,
        }
    }

    #[test]
    fn coalesces_notifications_and_forgets_dropped_subscribers() {
        let subscribers = Subscribers::new();
        let (mut first, mut second) = (subscribers.subscribe(7), subscribers.subscribe(7));
        subscribers.notify(&7);
        subscribers.notify(&7);
        subscribers.notify(&8);
        assert!(is_woken(&mut first) && !is_woken(&mut first));
        drop(first);
        assert!(is_woken(&mut second) && !is_woken(&mut second));
        drop(second);
        assert!(lock(&subscribers.0).is_empty());
    }

    #[test]
    fn does_not_end_with_its_handler() {
        let subscribers = Subscribers::new();
        let mut wakeups = subscribers.subscribe(7);
        drop(subscribers);
        let mut context = Context::from_waker(Waker::noop());
        assert!(Pin::new(&mut wakeups).poll_next(&mut context).is_pending());
    }
}
