//! Listings as iterators.

use std::fmt;
use std::future::poll_fn;
use std::ops::{Deref, DerefMut};
use std::pin::Pin;
use std::sync::Arc;

use futures_core::Stream;

use super::background::{Background, Unable};
use crate::error::ErrorContext;
use crate::error::outcome::Observed;
use crate::{Error, ErrorKind, PageResponse, Paginated};

/// All pages of a listing, one after the other. The rules are those of [`crate::Pages`].
pub type Pages<O> = Iter<crate::Pages<O>>;

/// All records of a listing, one after the other. The rules are those of [`crate::Items`].
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use shop_client::ListCustomers;
///
/// # fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::blocking::Client::builder(shop_client::config())
/// #     .transport(shop_client::responses([(
/// #         200,
/// #         r#"{"customers": [{"id": 1, "points": 40}, {"id": 2, "points": 5}], "current_page": 1, "total_pages": 1}"#,
/// #     )]))
/// #     .build()?;
/// let mut points = 0;
/// for customer in client.items(ListCustomers::new()).prefetch() {
///     points += customer?.points.unwrap_or_default();
/// }
/// assert_eq!(points, 45);
/// # Ok(())
/// # }
/// ```
pub type Items<O> = Iter<crate::Items<O>>;

/// The records that changed since the run before. The rules are those of [`crate::IncrementalSync`].
pub type IncrementalSync<O, S> = Iter<crate::IncrementalSync<O, S>>;

/// The elements of a stream as an iterator that waits for each.
///
/// It gives access to the stream, for all that can be asked of it between two elements: going on after an error, the page
/// of the latest record, the end of a run of changes. When it is dropped, nothing more is sent.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::time::Duration;
///
/// use shop_client::ListCustomers;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::blocking::Client::builder(shop_client::config())
/// #     .transport(shop_client::responses([(200, r#"{"customers": [{"id": 1}, {"id": 2}], "current_page": 1, "total_pages": 1}"#)]))
/// #     .build()?;
/// let mut watermark = None; // kept from run to run: the first one reads everything
/// let mut run = client.sync(ListCustomers::new(), &mut watermark, Duration::from_secs(300))?;
/// let mut kept = Vec::new();
/// for customer in &mut run {
///     kept.extend(customer?.id);
/// }
/// run.commit()?;
/// assert_eq!(kept, [1, 2]);
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is sent until it is asked for an element"]
pub struct Iter<S> {
    stream: S,
    background: Arc<Background>,
    /// Whether the background could not be used, which ends it.
    unable: bool,
    /// What it asks for.
    subject: ErrorContext,
}

impl<S> Iter<S> {
    pub(super) fn new(stream: S, background: &Arc<Background>, subject: ErrorContext) -> Self {
        Self {
            stream,
            background: Arc::clone(background),
            unable: false,
            subject,
        }
    }
}

impl<T, S: Stream<Item = Result<T, Error>> + Unpin> Iterator for Iter<S> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.unable {
            return None;
        }
        let stream = &mut self.stream;
        let next = poll_fn(|context| Pin::new(&mut *stream).poll_next(context));
        self.background.wait(next).unwrap_or_else(|unable| {
            self.unable = true;
            Some(Err(error(unable, &self.subject)))
        })
    }
}

impl<O: Paginated<Output: PageResponse<Item = O::Item>>> Pages<O> {
    /// Asks for the next page in the background while the caller works with this one; see [`crate::Pages::prefetch`].
    /// Hooks are told of it on the background thread.
    pub fn prefetch(self) -> Self {
        let stream = self.stream.prefetch();
        Self { stream, ..self }
    }
}

impl<O: Paginated<Output: PageResponse<Item = O::Item>>> Items<O> {
    /// Asks for the next page in the background while the records of this one are handed out; see
    /// [`crate::Pages::prefetch`]. Hooks are told of it on the background thread.
    pub fn prefetch(self) -> Self {
        let stream = self.stream.prefetch();
        Self { stream, ..self }
    }
}

impl<S> Deref for Iter<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.stream
    }
}

impl<S> DerefMut for Iter<S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.stream
    }
}

impl<S: fmt::Debug> fmt::Debug for Iter<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Iter").field(&self.stream).finish()
    }
}

/// A call that could not be waited for.
pub(super) fn error(unable: Unable, subject: &ErrorContext) -> Error {
    let seen = match unable {
        Unable::EndedMeanwhile => Observed::NoResponse,
        Unable::OwnThread | Unable::Forked | Unable::ThreadEnds | Unable::Ended => Observed::Unsent,
    };
    Error::new(ErrorKind::Runtime, seen, subject).with_detail(unable.to_string())
}
