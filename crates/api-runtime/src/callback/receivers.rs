//! The receivers of several venues.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use http::{HeaderMap, Method};

use super::{Admitted, Received, Receiver, Registry, Verdict, admitted};
use crate::ReadBack;

/// The receivers of a service, one for each venue, told apart by their paths. A clone is the same list.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::callback::{Memory, Receiver, Receivers, Verdict};
/// use shop_client::{GetOrder, VenueToken};
/// # use api_runtime::http::{HeaderMap, HeaderValue, Method, header};
///
/// # fn main() -> Result<(), api_runtime::Error> {
/// # let mut headers = HeaderMap::new();
/// # let form = HeaderValue::from_static("application/x-www-form-urlencoded");
/// # headers.insert(header::CONTENT_TYPE, form);
/// # let client = shop_client::client([]);
/// let receivers = Receivers::new([Receiver::new(client.clone(), "d41d8cd98f00b204", Memory::<GetOrder>::new(1_000))?]);
///
/// // Another venue comes, with its own client, path and registry, and the first one goes.
/// let other = client.for_venue(VenueToken::new("word-of-the-other"));
/// receivers.add(Receiver::new(other, "e9800998ecf8427e", Memory::new(1_000))?);
/// receivers.remove("d41d8cd98f00b204");
///
/// let gone = receivers.admit(&Method::POST, "d41d8cd98f00b204", &headers).unwrap_err();
/// assert_eq!(gone.verdict(), Verdict::WrongPath);
/// assert!(receivers.admit(&Method::POST, "e9800998ecf8427e", &headers).is_ok());
/// # Ok(())
/// # }
/// ```
pub struct Receivers<R: ReadBack, K>(Arc<RwLock<Vec<Receiver<R, K>>>>);

impl<R: ReadBack, K: Registry<R>> Receivers<R, K> {
    /// These receivers.
    pub fn new(receivers: impl IntoIterator<Item = Receiver<R, K>>) -> Self {
        Self(Arc::new(RwLock::new(receivers.into_iter().collect())))
    }

    /// Adds a venue's receiver.
    pub fn add(&self, receiver: Receiver<R, K>) {
        let mut receivers = self.0.write().unwrap_or_else(PoisonError::into_inner);
        receivers.push(receiver);
    }

    /// Takes away the receiver at this path. Its path is answered with 404 from now on.
    pub fn remove(&self, secret: &str) {
        let mut receivers = self.0.write().unwrap_or_else(PoisonError::into_inner);
        receivers.retain(|receiver| !receiver.is_at(secret));
    }

    /// Looks at the head of a request. `path` is the last segment of its path, as it came.
    ///
    /// # Errors
    ///
    /// The answer to give; the body need not be read.
    pub fn admit(
        &self,
        method: &Method,
        path: &str,
        headers: &HeaderMap,
    ) -> Result<Admitted<R, K>, Received> {
        let receiver = self
            .at(path)
            .ok_or_else(|| Received::new(Verdict::WrongPath, ""))?;
        admitted::check(method, headers)?;
        Ok(Admitted(receiver))
    }

    /// The receiver at a path. Every receiver is asked, so that the time does not tell which one comes near.
    fn at(&self, path: &str) -> Option<Receiver<R, K>> {
        let receivers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = None;
        for receiver in receivers.iter() {
            if receiver.is_at(path) {
                found = Some(receiver.clone());
            }
        }
        found
    }
}

impl<R: ReadBack, K> Clone for Receivers<R, K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<R: ReadBack, K> fmt::Debug for Receivers<R, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receivers").finish_non_exhaustive()
    }
}
