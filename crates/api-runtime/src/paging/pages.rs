//! A paginated list as a stream of its pages, with one page in memory.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use http::StatusCode;

use crate::client::handle::ClientHandle;
use crate::error::ErrorContext;
use crate::error::outcome::Observed;
use crate::paging::cycle_detector::{CycleDetector, Fingerprint, RepeatedPage};
use crate::paging::page_response::page_ordinal;
use crate::paging::prefetch;
use crate::paging::progress::{Contradiction, Next, PageNumbers, Placement, Progress};
use crate::response::decode::CollectMismatches;
use crate::response::decode::ReceivedResponse;
use crate::retry::call::start;
use crate::transport::BoxFuture;
use crate::{Error, ErrorKind, PageResponse, Paginated};

/// The most pages of a list: a million records with ten on each page. A server that never ends a
/// list must not keep a client busy forever.
pub(crate) const DEFAULT_MAX_PAGES: u32 = 100_000;

/// A [`Stream`] of the pages of a paginated list.
///
/// Dropping it cancels the request in flight, if any.
///
/// # End
///
/// A list continues while one of its totals says so: the number of pages (`total_pages`) or of
/// records (`total_records`). Of two totals that contradict each other, the larger one counts, so
/// that no page is skipped. A list that ends with fewer records than its `total_records` is an error
/// of kind [`Incomplete`](ErrorKind::Incomplete), after all records that it has.
///
/// A list ends where its totals and its pages agree that it does, and that page is shorter than its
/// page size (`per_page`). If totals are missing or contradict the pages, or the page is full, the
/// next page is requested as well: only an empty one ends the list, or status 404 after a page that
/// may be the last one, or that last page once more if the totals have ended.
///
/// A list is bounded whatever the server returns: pages with the records of an earlier page are an
/// error, and so are more than 100 consecutive empty pages and more pages than
/// [`max_pages`](Self::max_pages). (Up to ten pages without ids may be equal, and a page may be
/// repeated if the list grew by a page meanwhile.) A page with the number of another one is
/// returned if its records are new, and followed by an error. Pages may be numbered from 0.
///
/// What no number contradicts is believed: a list without `per_page`, or with a wrong one, whose
/// totals are too small ends early without an error.
///
/// # After an error
///
/// [`Error::page`] is the page that failed. The stream returns `None` after an error, so that a
/// loop that ignores errors ends; [`resume`](Self::resume) continues with the failed page. Another
/// process can continue there with `.page(n)`.
///
/// # Limits
///
/// Pages are identified by their number alone. If records are inserted, deleted or moved while the
/// pages are read, or the server's order is not stable, some may be returned twice and others not at
/// all.
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
    /// The number of the latest page.
    number: u32,
    is_prefetching: bool,
    pending: Option<BoxFuture<Result<ReceivedResponse, Error>>>,
    cycle_detector: CycleDetector,
    progress: Progress,
    /// The error after the latest page.
    deferred_error: Option<Error>,
    max_pages: u32,
    /// How many more pages may be requested.
    pages_left: u32,
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
        let number = operation.page().unwrap_or(O::FIRST_PAGE);
        Self {
            handle,
            operation,
            state: State::At(number),
            number,
            is_prefetching: false,
            pending: None,
            cycle_detector: CycleDetector::default(),
            progress: Progress::default(),
            deferred_error: None,
            max_pages: DEFAULT_MAX_PAGES,
            pages_left: DEFAULT_MAX_PAGES,
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

    /// Sets the maximum number of pages. Default: 100,000.
    ///
    /// A longer list ends with an error of kind [`Incomplete`](ErrorKind::Incomplete) instead of the
    /// next page, whatever its totals are. [`resume`](Self::resume) then continues with as many
    /// pages again.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::ErrorKind;
    /// use shop_client::ListCustomers;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([
    /// #     (200, r#"{"customers": [{"id": 1}], "current_page": 1, "total_pages": 9}"#),
    /// #     (200, r#"{"customers": [{"id": 2}], "current_page": 2, "total_pages": 9}"#),
    /// # ]);
    /// let mut pages = client.pages(ListCustomers::new()).max_pages(2);
    /// assert!(pages.next().await.is_some_and(|page| page.is_ok()));
    /// assert!(pages.next().await.is_some_and(|page| page.is_ok()));
    /// let error = pages.next().await.and_then(Result::err).expect("a list of nine pages");
    /// assert_eq!((error.kind(), error.page()), (ErrorKind::Incomplete, Some(3)));
    /// # Ok(())
    /// # }
    /// ```
    #[doc(alias = "limit")]
    #[must_use]
    pub fn max_pages(mut self, max_pages: u32) -> Self {
        self.max_pages = max_pages;
        self.pages_left = max_pages;
        self
    }

    /// Continues after an error with the page that failed. Otherwise has no effect.
    pub fn resume(&mut self) {
        if let State::FailedAt(number) = self.state
            && self.deferred_error.is_none()
        {
            self.state = State::At(number);
            self.pages_left = self.max_pages;
            self.progress.resume();
        }
    }

    /// The next page; `None` after the last one, and after an error until [`resume`](Self::resume)
    /// is called.
    pub async fn next(&mut self) -> Option<Result<O::Output, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// The number of the latest page.
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// Whether the last page was returned, and not an error.
    pub(crate) fn has_ended(&self) -> bool {
        self.state == State::Ended
    }

    /// The name of the API.
    pub(crate) fn api(&self) -> &'static str {
        self.handle.core.api
    }

    fn request_page(&mut self, number: u32) -> BoxFuture<Result<ReceivedResponse, Error>> {
        self.pages_left = self.pages_left.saturating_sub(1);
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
        let body_fingerprint = Fingerprint::new(received.response.body());
        let page_context = received.page_context();
        let page = received.decode(O::read_response)?.value;
        // Unreadable elements are part of the list.
        let elements = page.readable_items() + page.unreadable_items();
        let numbers = PageNumbers {
            requested: number.saturating_add(1).saturating_sub(O::FIRST_PAGE),
            elements: u64::try_from(elements).unwrap_or(u64::MAX),
            current_page: page_ordinal(page.current_page(), O::FIRST_PAGE),
            per_page: page.per_page(),
            total_pages: page.total_pages(),
            total_records: page.total_records(),
        };
        let contradiction = |error: Contradiction| match error {
            Contradiction::WrongPage { requested, found } => {
                let first = i64::from(O::FIRST_PAGE) - 1;
                let number = |ordinal: i64| ordinal.saturating_add(first);
                let (requested, found) = (number(requested), number(found));
                let error = Contradiction::WrongPage { requested, found };
                page_context.invalid(error.to_string())
            }
            _ => page_context.incomplete(error.to_string()),
        };
        let place = self.progress.place(&numbers);
        let id_hash = page.id_fingerprint(O::item_id);
        let hash = id_hash.or_else(|| page.content_fingerprint());
        let fingerprint = hash.map_or(body_fingerprint, Fingerprint::from_hash);
        let repeat = match elements {
            0 => None,
            _ => self.cycle_detector.check(fingerprint).err(),
        };
        // Some servers return the last page again after it.
        let is_last_again =
            repeat == Some(RepeatedPage::Previous) && self.progress.is_end_by_totals();
        match place {
            Ok(Placement::Requested) => {}
            Err(_) if is_last_again => {
                self.state = State::Ended;
                return Ok(None);
            }
            Ok(Placement::Earlier) => {
                match self.progress.end(&numbers).map_err(contradiction) {
                    Ok(()) => self.state = State::Ended,
                    Err(error) if repeat.is_some() => return Err(error),
                    Err(error) => self.deferred_error = Some(error.with_page(number)),
                }
                // Records may have moved to this page meanwhile.
                return Ok(repeat.is_none().then_some(page));
            }
            // Its records are new, and part of the list all the same.
            Err(error) if elements > 0 && repeat.is_none() => {
                self.deferred_error = Some(contradiction(error).with_page(number));
                return Ok(Some(page));
            }
            Err(error) => return Err(contradiction(error)),
        }
        if let Some(repeat) = repeat
            && !self.progress.explains_repeat(&numbers, id_hash.is_some())
        {
            if is_last_again {
                self.state = State::Ended;
                return Ok(None);
            }
            return Err(page_context.invalid(format!("page {number} {repeat}")));
        }
        if elements > 0 && repeat.is_none() {
            self.cycle_detector.record(fingerprint);
        }
        let next = self.progress.advance(&numbers).map_err(contradiction)?;
        self.state = match (next, number.checked_add(1)) {
            (Next::End, _) => State::Ended,
            (Next::Page, Some(next)) => State::At(next),
            (Next::Page, None) => return Err(page_context.incomplete("no page number is left")),
        };
        Ok(Some(page))
    }

    /// The error of a list with more pages than the maximum.
    fn too_many_pages(&self) -> Error {
        let context = ErrorContext::new(self.handle.core.api, const { &O::INFO });
        let max_pages = self.max_pages;
        Error::new(ErrorKind::Incomplete, Observed::Unsent, &context).with_detail(format!(
            "the list has more than {max_pages} pages; continue with `resume`, or raise `max_pages`"
        ))
    }
}

// Futures are boxed, and nothing else is pinned.
impl<O: Paginated> Unpin for Pages<O> {}

impl<O: Paginated<Output: PageResponse<Item = O::Item>>> Stream for Pages<O> {
    type Item = Result<O::Output, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if let Some(error) = this.deferred_error.take() {
            return Poll::Ready(Some(Err(error)));
        }
        let State::At(number) = this.state else {
            return Poll::Ready(None);
        };
        let mut future = match this.pending.take() {
            Some(future) => future,
            None if this.pages_left == 0 => {
                this.state = State::FailedAt(number);
                let error = this.too_many_pages().with_page(number);
                return Poll::Ready(Some(Err(error)));
            }
            None => this.request_page(number),
        };
        let Poll::Ready(result) = future.as_mut().poll(context) else {
            this.pending = Some(future);
            return Poll::Pending;
        };
        if let Err(error) = &result
            && error.status() == Some(StatusCode::NOT_FOUND)
            && this.progress.may_have_ended()
        {
            // Some servers have no page after the last one.
            this.state = State::Ended;
            return Poll::Ready(None);
        }
        this.number = number;
        // `on_page` sets the next state if the page is valid.
        this.state = State::FailedAt(number);
        let page = result.and_then(|exchanged| this.on_page(number, exchanged));
        if let State::At(next) = this.state
            && this.is_prefetching
            && this.pages_left > 0
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
