//! Streams of the asynchronous client as iterators.

use std::fmt;
use std::future::poll_fn;
use std::ops::{Deref, DerefMut};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_core::Stream;

use super::background::Background;
use crate::error::ErrorContext;
use crate::{CheckpointStore, Error, PageResponse, Paginated, Syncable};

/// An iterator over the pages of a list; see [`crate::Pages`].
pub type Pages<O> = Iter<crate::Pages<O>>;

/// An iterator over the records of a paginated list; see [`crate::Items`].
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
/// for customer in client.items(ListCustomers::new()) {
///     points += customer?.points.unwrap_or_default();
/// }
/// assert_eq!(points, 45);
/// # Ok(())
/// # }
/// ```
pub type Items<O> = Iter<crate::Items<O>>;

/// An iterator over the records that changed since the previous run; see
/// [`crate::IncrementalSync`].
pub type IncrementalSync<O, S> = Iter<crate::IncrementalSync<O, S>>;

/// An iterator over a stream, which blocks until the next element.
///
/// It dereferences to the stream, for its other methods: `resume` after an error, the page of the
/// latest record, `checkpoint` and `commit` of a sync. A `for` loop over `&mut run` borrows it; to
/// save checkpoints in between, use `while let Some(record) = run.next()`. Dropping it cancels the request in flight, if any.
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
/// let mut checkpoint = None; // stored between runs; without one, the run reads everything
/// let mut run = client.sync(ListCustomers::new(), &mut checkpoint, Duration::from_secs(300))?;
/// let mut ids = Vec::new();
/// for customer in &mut run {
///     ids.extend(customer?.id);
/// }
/// run.commit()?;
/// assert_eq!(ids, [1, 2]);
/// # Ok(())
/// # }
/// ```
#[must_use = "iterators are lazy and send nothing unless consumed"]
pub struct Iter<S> {
    stream: S,
    background: Arc<Background>,
    /// Whether blocking failed, which ends the iterator.
    has_failed: bool,
    context: ErrorContext,
}

impl<S> Iter<S> {
    pub(super) fn new(stream: S, background: &Arc<Background>, context: ErrorContext) -> Self {
        Self {
            stream,
            background: Arc::clone(background),
            has_failed: false,
            context,
        }
    }
}

impl<T, S: Stream<Item = Result<T, Error>> + Unpin> Iterator for Iter<S> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let stream = &mut self.stream;
        let next = poll_fn(|context| Pin::new(&mut *stream).poll_next(context));
        self.background.block_on(next).unwrap_or_else(|error| {
            self.has_failed = true;
            Some(Err(error.into_error(&self.context)))
        })
    }
}

impl<O: Paginated<Output: PageResponse<Item = O::Item>>> Pages<O> {
    /// Sets the maximum number of pages; see [`crate::Pages::max_pages`]. Default: 100,000.
    pub fn max_pages(self, max_pages: u32) -> Self {
        let stream = self.stream.max_pages(max_pages);
        Self { stream, ..self }
    }
}

impl<O: Paginated<Output: PageResponse<Item = O::Item>>> Items<O> {
    /// Sets the maximum number of pages; see [`crate::Pages::max_pages`]. Default: 100,000.
    pub fn max_pages(self, max_pages: u32) -> Self {
        let stream = self.stream.max_pages(max_pages);
        Self { stream, ..self }
    }
}

impl<O, S> IncrementalSync<O, S>
where
    O: Syncable<Output: PageResponse<Item = O::Item>>,
    S: CheckpointStore,
{
    /// Sets the maximum number of pages of the run; see [`crate::IncrementalSync::max_pages`].
    /// Default: 100,000.
    pub fn max_pages(self, max_pages: u32) -> Self {
        let stream = self.stream.max_pages(max_pages);
        Self { stream, ..self }
    }

    /// Reads older records again, too; see [`crate::IncrementalSync::lookback`].
    pub fn lookback(self, window: Duration, interval: Duration) -> Self {
        let stream = self.stream.lookback(window, interval);
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
