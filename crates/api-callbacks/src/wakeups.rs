//! Wakeups for whoever follows one record.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use futures_core::Stream;

use super::locked;

/// Says that a callback came for one record, as a [`Stream`]. Several that come before it is looked at are one.
///
/// [`Watch::wakeups`](api_runtime::Watch::hints) takes it. It does not end by itself.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use shop_client::GetOrder;
/// # use api_callbacks::{MemoryStore, Handler, Handlers};
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
/// let mut states = api_callbacks::watch::<GetOrder, _>(&client, 7)
///     .wakeups(handler.wakeups(7))
///     .without_polling();
/// let seen = states.next().await.expect("the watch has no end")?;
/// assert_eq!(seen.state.as_deref(), Some("processing"));
///
/// // A callback comes for order 7.
/// # let admitted = handlers.admit(&Method::POST, "d41d8cd98f00b204", &headers).map_err(|no| no.to_string())?;
/// admitted.handle(b"order[id]=7").await;
/// let seen = states.next().await.expect("the watch has no end")?;
/// assert_eq!(seen.state.as_deref(), Some("delivered"));
/// # Ok(())
/// # }
/// ```
pub struct Wakeups {
    bell: Arc<Mutex<Bell>>,
    /// Takes it from the list of those that are told.
    leave: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct Bell {
    rung: bool,
    waker: Option<Waker>,
}

impl Stream for Wakeups {
    type Item = ();

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<()>> {
        let mut bell = locked(&self.bell);
        if std::mem::take(&mut bell.rung) {
            return Poll::Ready(Some(()));
        }
        bell.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Wakeups {
    fn drop(&mut self) {
        (self.leave)();
    }
}

impl fmt::Debug for Wakeups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wakeups").finish_non_exhaustive()
    }
}

/// Those who are told, by record. It holds no more than there are [`Wakeups`].
pub(super) struct Bells<K>(Arc<Mutex<ByRecord<K>>>);

type ByRecord<K> = HashMap<K, Vec<Arc<Mutex<Bell>>>>;

impl<K: Clone + Eq + Hash + Send + Sync + 'static> Bells<K> {
    pub(super) fn new() -> Self {
        Self(Arc::default())
    }

    pub(super) fn wakeups(&self, key: K) -> Wakeups {
        let bell = Arc::<Mutex<Bell>>::default();
        let mut bells = locked(&self.0);
        bells
            .entry(key.clone())
            .or_default()
            .push(Arc::clone(&bell));
        drop(bells);
        let (all, own) = (Arc::clone(&self.0), Arc::clone(&bell));
        let leave = move || {
            let mut bells = locked(&all);
            if let Some(of_one) = bells.get_mut(&key) {
                of_one.retain(|bell| !Arc::ptr_eq(bell, &own));
                if of_one.is_empty() {
                    bells.remove(&key);
                }
            }
        };
        Wakeups {
            bell,
            leave: Box::new(leave),
        }
    }

    pub(super) fn ring(&self, key: &K) {
        let bells = locked(&self.0);
        let wakers = bells.get(key).into_iter().flatten().filter_map(|bell| {
            let mut bell = locked(bell);
            bell.rung = true;
            bell.waker.take()
        });
        let wakers: Vec<Waker> = wakers.collect();
        drop(bells);
        wakers.into_iter().for_each(Waker::wake);
    }
}
