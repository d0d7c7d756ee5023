//! A paginated list as a stream of its pages, with one page in memory.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use crate::client::handle::ClientHandle;
use crate::error::ErrorContext;
use crate::error::outcome::Observed;
use crate::paging::cycle_detector::{CycleDetector, Fingerprint};
use crate::paging::prefetch;
use crate::response::decode::CollectMismatches;
use crate::response::decode::ReceivedResponse;
use crate::retry::call::start;
use crate::transport::BoxFuture;
use crate::{Error, ErrorKind, PageResponse, Paginated};

/// A [`Stream`] of the pages of a paginated list.
///
/// It ends after the last page according to the responses' page count, or after an empty page. If
/// the responses have no page count, it ends after a page that is empty or shorter than the page
/// size. Dropping it cancels the request in flight, if any.
///
/// # After an error
///
/// [`Error::page`] is the page that failed. The stream returns `None` after an error, so that a
/// loop that ignores errors ends; [`resume`](Self::resume) continues with the failed page. Another
/// process can continue there with `.page(n)`. A repeated page is an error, too, so that a list
/// cannot loop forever.
///
/// # Limits
///
/// Pages are identified by their number alone. If records are inserted, deleted or moved while the
/// pages are read, some may be returned twice and others not at all.
/// [`Client::sync`](crate::Client::sync) detects that.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use shop_client::ListCustomers;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([
/// #     (200, r#"{"customers": [{"id": 1}, {"id": 2}], "total_records": 3, "current_page": 1, "total_pages": 2}"#),
/// #     (503, ""), (503, ""), (503, ""),
/// #     (200, r#"{"customers": [{"id": 3}], "total_records": 3, "current_page": 2, "total_pages": 2}"#),
/// # ]);
/// let mut pages = client.pages(ListCustomers::new()).prefetch();
/// let (mut customers, mut errors) = (0, 0);
/// while let Some(page) = pages.next().await {
///     match page {
///         Ok(page) => customers += page.items.len(),
///         Err(error) if errors == 3 => return Err(error),
///         Err(error) => {
///             assert_eq!(error.page(), Some(2)); // all three attempts returned 503
///             errors += 1;
///             pages.resume(); // requests that page again
///         }
///     }
/// }
/// assert_eq!((customers, errors), (3, 1));
/// # Ok(())
/// # }
/// ```
#[doc(alias = "pager")]
#[doc(alias = "paginator")]
#[doc(alias = "pagination")]
pub struct Pages<O: Paginated> {
    handle: ClientHandle,
    operation: O,
    state: State,
    is_prefetching: bool,
    pending: Option<BoxFuture<Result<ReceivedResponse, Error>>>,
    cycle_detector: CycleDetector,
}

/// The position in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// This page is requested next, or has been requested.
    At(u32),
    /// This page failed.
    FailedAt(u32),
    /// There are no more pages.
    Ended,
}

impl<O: Paginated<Output: PageResponse<Item = O::Item>>> Pages<O> {
    pub(crate) fn new(handle: ClientHandle, operation: O) -> Self {
        let state = State::At(operation.page().unwrap_or(1));
        Self {
            handle,
            operation,
            state,
            is_prefetching: false,
            pending: None,
            cycle_detector: CycleDetector::default(),
        }
    }

    /// Requests the next page while the caller processes the current one.
    ///
    /// At most one request is in flight, in a task on the Tokio runtime that polls the stream, and
    /// up to two pages are in memory. The requests are the same as without prefetching, unless the
    /// stream is dropped before its end, which cancels the request in flight. An error of a
    /// prefetched page is returned in place of that page.
    #[must_use]
    pub fn prefetch(mut self) -> Self {
        self.is_prefetching = true;
        self
    }

    /// Continues after an error with the page that failed. Otherwise has no effect.
    pub fn resume(&mut self) {
        if let State::FailedAt(number) = self.state {
            self.state = State::At(number);
        }
    }

    /// The next page; `None` after the last one, and after an error until [`resume`](Self::resume)
    /// is called.
    pub async fn next(&mut self) -> Option<Result<O::Output, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    fn request_page(&mut self, number: u32) -> BoxFuture<Result<ReceivedResponse, Error>> {
        self.operation.set_page(number);
        start(
            &self.handle,
            &self.operation,
            CollectMismatches::IfConfigured,
        )
    }

    /// Reads the response for a page, and decides whether to request another one.
    fn on_page(
        &mut self,
        number: u32,
        received: ReceivedResponse,
    ) -> Result<Option<O::Output>, Error> {
        let fingerprint = Fingerprint::new(received.response.body());
        let page_context = received.page_context();
        let page = received.decode(O::read_response)?.value;
        let page_size = page
            .per_page()
            .and_then(|size| usize::try_from(size).ok())
            .unwrap_or(1)
            .max(1);
        // Unreadable elements do not end a list. Counting them is slower, so they are counted only
        // if they can change the result.
        let mut elements = page.readable_items();
        if elements < page_size {
            elements += page.unreadable_items();
        }
        let total = page.total_pages().filter(|total| *total >= 0);
        let requested = i64::from(number);
        if elements > 0 {
            match page.current_page() {
                Some(found) if found != requested && total.is_some_and(|last| last < requested) => {
                    // The list has become shorter, and the server returns its last page instead,
                    // which was returned before.
                    self.state = State::Ended;
                    return Ok(None);
                }
                Some(found) if found != requested => {
                    return Err(page_context
                        .invalid(format!("expected page {requested}, found page {found}")));
                }
                _ => self.cycle_detector.check(fingerprint).map_err(|repeated| {
                    page_context.invalid(format!("page {requested} {repeated}"))
                })?,
            }
        }
        self.cycle_detector.record(fingerprint);
        let has_more = elements > 0
            && match total {
                Some(total) => requested < total,
                None => elements >= page_size,
            };
        self.state = match number.checked_add(1) {
            Some(next) if has_more => State::At(next),
            _ => State::Ended,
        };
        Ok(Some(page))
    }
}

// Futures are boxed, and nothing else is pinned.
impl<O: Paginated> Unpin for Pages<O> {}

impl<O: Paginated<Output: PageResponse<Item = O::Item>>> Stream for Pages<O> {
    type Item = Result<O::Output, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let State::At(number) = this.state else {
            return Poll::Ready(None);
        };
        let mut future = match this.pending.take() {
            Some(future) => future,
            None => this.request_page(number),
        };
        let Poll::Ready(result) = future.as_mut().poll(context) else {
            this.pending = Some(future);
            return Poll::Pending;
        };
        // `on_page` sets the next state if the page is valid.
        this.state = State::FailedAt(number);
        let page = result.and_then(|exchanged| this.on_page(number, exchanged));
        if let State::At(next) = this.state
            && this.is_prefetching
        {
            let api = this.handle.core.api;
            let on_shutdown = move || {
                let context = ErrorContext::new(api, const { &O::INFO });
                let error = Error::new(ErrorKind::Interrupted, Observed::NoResponse, &context);
                Err(error.with_detail("the runtime shut down while it prefetched the page"))
            };
            this.pending = Some(prefetch::spawn(this.request_page(next), on_shutdown));
        }
        Poll::Ready(page.map_err(|error| error.with_page(number)).transpose())
    }
}

impl<O: Paginated> fmt::Debug for Pages<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages")
            .field("operation", &O::INFO.name)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}
