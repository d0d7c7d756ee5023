//! The pages of a paginated list, with one of them in memory.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use api_journal::Outcome;
use api_wire::Page;
use futures_core::Stream;

use crate::attempt::call::start;
use crate::attempt::handle::{ClientHandle, Core};
use crate::attempt::received::{Received, ReceivedPage};
use crate::error::kind::ErrorKind;
use crate::error::{Error, ErrorContext};
use crate::future::{self, BoxFuture};
use crate::operation::{Operation, Paginated};
use crate::paging::fingerprint;
use crate::paging::missing_page::is_missing_page;
use crate::paging::page_numbers::PageNumbers;
use crate::paging::progress::{Fault, PageFacts, Progress};

/// The most pages of a list: a million records with ten on each page. A server that never ends a
/// list must not keep a client busy forever.
pub(crate) const DEFAULT_MAX_PAGES: u32 = 100_000;

/// The pages of a paginated list.
///
/// Dropping it cancels the request in flight, if any. A request that has begun goes on when
/// [`next`](Self::next) is called again, in the same runtime; meanwhile, its timeouts go on.
///
/// # End
///
/// A list ends at the page that its `total_pages` and `total_records` both name as the last page. The
/// next page is requested as well if the totals contradict each other, if both are missing, or if one is
/// missing and the page is full (`per_page`). An empty page, status 404 or status 204 then ends the list.
///
/// A list that ends before its totals is an error of kind [`Incomplete`](ErrorKind::Incomplete), after
/// all its records. A page with a wrong number, a page with the records of the previous page, and more
/// pages than [`max_pages`](Self::max_pages) are errors, so that every list ends.
///
/// # After an error
///
/// [`Error::page`] is the page that failed. [`next`](Self::next) returns `None` after an error, so that a
/// loop that ignores errors ends; [`resume`](Self::resume) continues with the failed page. Another
/// process can continue there, if it sets the page of the operation.
///
/// # Limits
///
/// Pages are identified by their number alone. If records are inserted, deleted or moved while the
/// pages are read, or the server's order is not stable, some may be returned twice and others not at
/// all. [`Call::sync`](crate::Call::sync) detects that pages have shifted.
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
/// let mut pages = client.call().pages(ListCustomers::new());
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
    /// The number of the page that is requested next, was requested or failed.
    next: u32,
    /// The number of the latest page.
    number: u32,
    progress: Progress,
    max_pages: u32,
    /// How many more pages may be requested.
    pages_left: u32,
    /// The request that has begun.
    pending: Option<BoxFuture<Result<Received, Error>>>,
}

/// The state of the page with that number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It is requested next, or has been requested.
    At,
    Failed,
    /// There are no more pages.
    Ended,
}

impl<O: Paginated> Pages<O> {
    pub(crate) fn new(handle: ClientHandle, operation: O) -> Self {
        let next = operation.page().unwrap_or(1);
        Self {
            handle,
            operation,
            state: State::At,
            next,
            number: next,
            progress: Progress::default(),
            max_pages: DEFAULT_MAX_PAGES,
            pages_left: DEFAULT_MAX_PAGES,
            pending: None,
        }
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
    /// let mut pages = client.call().pages(ListCustomers::new()).max_pages(2);
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
        if self.state == State::Failed {
            self.state = State::At;
            self.pages_left = self.max_pages;
        }
    }

    /// The next page; `None` after the last one, and after an error until [`resume`](Self::resume)
    /// is called.
    ///
    /// A dropped future loses nothing: the request that has begun is in the list.
    pub async fn next(&mut self) -> Option<Result<Page<O::Item, O::Metadata>, Error>> {
        future::next(self).await
    }

    /// The number of the latest page.
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// Whether the last page was returned, and not an error.
    pub(crate) fn has_ended(&self) -> bool {
        self.state == State::Ended
    }

    pub(crate) fn core(&self) -> &Core {
        &self.handle.core
    }

    fn request_page(&mut self) -> BoxFuture<Result<Received, Error>> {
        self.operation.set_page(self.next);
        start(&self.handle, &self.operation)
    }

    /// Adds a page, and decides whether to request another one.
    fn on_page(
        &mut self,
        received: ReceivedPage<Page<O::Item, O::Metadata>>,
    ) -> Result<Page<O::Item, O::Metadata>, Error> {
        let ReceivedPage {
            page,
            response,
            about,
        } = received;
        // Unreadable elements are part of the list.
        let elements = page.items.len() + page.unreadable_items();
        let continues = self.progress.advance(&PageFacts {
            number: self.number,
            elements: elements as u64,
            numbers: PageNumbers::of(&page),
            fingerprint: fingerprint::of(&page, O::item_id, response.body()),
        });
        let continues = continues.map_err(|fault| match fault {
            Fault::Invalid(detail) => about.invalid(detail),
            Fault::Incomplete(detail) => about.incomplete(detail),
        })?;
        self.state = match self.number.checked_add(1).filter(|_| continues) {
            Some(next) => {
                self.next = next;
                State::At
            }
            None => State::Ended,
        };
        Ok(page)
    }

    /// Whether the list ends before a page with this error.
    fn ends_before(&self, error: &Error) -> bool {
        is_missing_page(error)
            && self.progress.has_started()
            && self.progress.end(i64::from(self.next) - 1).is_ok()
    }
}

/// The error of a list, or of a run, with more pages than the maximum.
pub(crate) fn too_many_pages<O: Operation>(core: &Core, what: &str, max_pages: u32) -> Error {
    let context = ErrorContext::new(core.api, const { &O::INFO });
    Error::new(ErrorKind::Incomplete, Outcome::Unknown, &context).with_detail(format!(
        "the {what} has more than {max_pages} pages; continue with `resume`, or raise `max_pages`"
    ))
}

/// The error of a list, or of a run, with elements that are no records.
pub(crate) fn unreadable_elements<O: Operation>(core: &Core, count: u64, hint: &str) -> Error {
    let context = ErrorContext::new(core.api, const { &O::INFO });
    Error::new(ErrorKind::Mismatch, Outcome::Done, &context).with_detail(format!(
        "{count} elements of the list could not be read as records; {hint}"
    ))
}

// Nothing is pinned but the boxed request.
impl<O: Paginated> Unpin for Pages<O> {}

impl<O: Paginated> Stream for Pages<O> {
    type Item = Result<Page<O::Item, O::Metadata>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.state != State::At {
            return Poll::Ready(None);
        }
        let number = self.next;
        if self.pages_left == 0 {
            self.state = State::Failed;
            let error = too_many_pages::<O>(self.core(), "list", self.max_pages);
            return Poll::Ready(Some(Err(error.with_page(number))));
        }
        let mut pending = match self.pending.take() {
            Some(pending) => pending,
            None => self.request_page(),
        };
        let Poll::Ready(page) = pending.as_mut().poll(context) else {
            self.pending = Some(pending);
            return Poll::Pending;
        };
        let page = page.map(ReceivedPage::from);
        self.pages_left -= 1;
        if page.as_ref().is_err_and(|error| self.ends_before(error)) {
            self.state = State::Ended;
            return Poll::Ready(None);
        }
        self.number = number;
        // `on_page` sets the next state if the page is valid.
        self.state = State::Failed;
        let page = page.and_then(|page| self.on_page(page));
        Poll::Ready(Some(page.map_err(|error| error.with_page(number))))
    }
}

impl<O: Paginated> fmt::Debug for Pages<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages")
            .field("operation", &O::INFO.name)
            .field("state", &self.state)
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}
