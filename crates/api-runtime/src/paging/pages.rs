//! The pages of a paginated list, with one of them in memory.

use std::fmt;
use std::sync::Arc;

use crate::attempt::call::start;
use crate::attempt::decode::{PageContext, Received};
use crate::attempt::handle::{ClientHandle, Core};
use crate::error::kind::ErrorKind;
use crate::error::outcome::Observed;
use crate::error::{Error, ErrorContext};
use crate::future::BoxFuture;
use crate::operation::Paginated;
use crate::operation::next_cursor::CursorValue;
use crate::operation::page_response::{PageResponse, page_ordinal};
use crate::operation::page_token::{PageToken, Position};
use crate::paging::cursors::Cursors;
use crate::paging::cycle_detector::Fingerprint;
use crate::paging::missing_page::MissingPage;
use crate::paging::page_numbers::{Fault, Following, PageFacts, PageNumberSequence, Step};
use crate::paging::progress::PageNumbers;
use crate::tasks::background;

/// The most pages of a list: a million records with ten on each page. A server that never ends a
/// list must not keep a client busy forever.
pub(crate) const DEFAULT_MAX_PAGES: u32 = 100_000;

/// The pages of a paginated list.
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
/// next page is requested as well: only an empty one ends the list, or that last page once more if
/// the totals have ended. After a page that may be the last one, so do status 404, status 204 and an
/// object without records, such as `{}`; without any totals, status 404 after any page. If all four
/// numbers (`total_records`, `total_pages`, `current_page`, `per_page`) agree that a full page is the
/// last one, every failure of the request for the next page ends the list.
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
/// # Cursors
///
/// A list by cursor ([`PageToken`] is `String`) ends at a page without a next cursor, or whose flag
/// says that there are no more pages. An error is a cursor that was followed before, one that is not
/// a string, and none although the flag says that there are more pages: after the records of that
/// page, which [`resume`](Self::resume) requests again. Pages are numbered from 1 in errors, wherever
/// the list starts.
///
/// # After an error
///
/// [`Error::page`] is the page that failed. [`next`](Self::next) returns `None` after an error, so that a
/// loop that ignores errors ends; [`resume`](Self::resume) continues with the failed page. Another
/// process can continue there, at [`next_page_token`](Self::next_page_token).
///
/// # Limits
///
/// Pages are identified by their number or cursor alone. If records are inserted, deleted or moved while the
/// pages are read, or the server's order is not stable, some may be returned twice and others not at
/// all.
/// [`Call::sync`](crate::Call::sync) detects that.
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
    /// The page that is requested next, was requested or failed.
    position: Position,
    /// The number of the latest page.
    number: u32,
    numbers: PageNumberSequence,
    cursors: Cursors,
    /// The error after the latest page.
    deferred_error: Option<Error>,
    max_pages: u32,
    /// How many more pages may be requested.
    pages_left: u32,
}

/// A page with what was received of it.
struct ReceivedPage<O: Paginated> {
    page: O::Output,
    page_context: PageContext,
    body_fingerprint: Fingerprint,
}

impl<O: Paginated> ReceivedPage<O> {
    fn new(received: Received) -> Self {
        let (page, page_context, response) = received.into_page();
        Self {
            page,
            page_context,
            body_fingerprint: Fingerprint::new(response.body()),
        }
    }
}

/// The state of the page at the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It is requested next, or has been requested.
    At,
    /// It failed.
    Failed,
    /// There are no more pages.
    Ended,
}

impl<O: Paginated<Output: PageResponse<Item = O::Item>>> Pages<O> {
    pub(crate) fn new(handle: ClientHandle, operation: O) -> Self {
        let position = O::PageToken::start(operation.page(), O::FIRST_PAGE);
        Self {
            handle,
            operation,
            state: State::At,
            number: position.number,
            position,
            numbers: PageNumberSequence::default(),
            cursors: Cursors::default(),
            deferred_error: None,
            max_pages: DEFAULT_MAX_PAGES,
            pages_left: DEFAULT_MAX_PAGES,
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
        if self.state == State::Failed && self.deferred_error.is_none() {
            self.state = State::At;
            self.pages_left = self.max_pages;
            self.numbers.resume();
        }
    }

    /// The next page; `None` after the last one, and after an error until [`resume`](Self::resume)
    /// is called.
    pub async fn next(&mut self) -> Option<Result<O::Output, Error>> {
        if let Some(error) = self.deferred_error.take() {
            return Some(Err(error));
        }
        while self.state == State::At {
            let number = self.position.number;
            if self.pages_left == 0 {
                self.state = State::Failed;
                return Some(Err(self.too_many_pages().with_page(number)));
            }
            let page = self.request_page().await.map(ReceivedPage::<O>::new);
            self.pages_left -= 1;
            if let Err(error) = &page {
                if self.ends_before(error) {
                    self.state = State::Ended;
                    return None;
                }
            }
            self.number = number;
            // `on_page` sets the next state if the page is valid.
            self.state = State::Failed;
            let page = page.and_then(|page| self.on_page(page));
            let page = page.map_err(|error| error.with_page(number)).transpose();
            if page.is_some() {
                return page;
            }
        }
        None
    }

    /// The same as an iterator, for code without `async`: it blocks the calling thread until the next
    /// page; see [`Sending::wait`](crate::Sending::wait).
    pub fn iter(&mut self) -> impl Iterator<Item = Result<O::Output, Error>> + '_ {
        let context = ErrorContext::new(self.handle.core.api, const { &O::INFO });
        let core = Arc::clone(&self.handle.core);
        background::iter(move || core.wait(self.next(), &context))
    }

    /// The page that is requested next, or failed: its number or cursor. `None` at the end, and at
    /// the start of a list by cursor.
    ///
    /// Another process can continue there: set it as the page of the operation.
    #[doc(alias = "continuation_token")]
    pub fn next_page_token(&self) -> Option<O::PageToken> {
        match self.state {
            State::Ended => None,
            State::At | State::Failed => O::PageToken::of(&self.position),
        }
    }

    /// The number of the latest page.
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// Whether the last page was returned, and not an error.
    pub(crate) fn has_ended(&self) -> bool {
        self.state == State::Ended
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.handle.core
    }

    fn request_page(&mut self) -> BoxFuture<Result<Received, Error>> {
        if let Some(token) = O::PageToken::of(&self.position) {
            self.operation.set_page(token);
        }
        start(&self.handle, &self.operation)
    }

    /// Adds a page, and decides whether to request another one.
    fn on_page(&mut self, received: ReceivedPage<O>) -> Result<Option<O::Output>, Error> {
        let ReceivedPage {
            page,
            page_context,
            body_fingerprint,
        } = received;
        // Unreadable elements are part of the list.
        let elements = page.readable_items() + page.unreadable_items();
        let numbers = PageNumbers {
            requested: self.number,
            elements: u64::try_from(elements).unwrap_or(u64::MAX),
            current_page: page_ordinal(page.current_page(), O::FIRST_PAGE),
            per_page: page.per_page(),
            total_pages: page.total_pages(),
            total_records: page.total_records(),
        };
        let id_hash = page.id_fingerprint(O::item_id);
        let hash = id_hash.or_else(|| page.content_fingerprint());
        let facts = PageFacts {
            numbers,
            first_page: O::FIRST_PAGE,
            fingerprint: hash.map_or(body_fingerprint, Fingerprint::from_hash),
            has_ids: id_hash.is_some(),
        };
        let error = |fault: Fault| match fault.is_incomplete {
            true => page_context.incomplete(fault.detail),
            false => page_context.invalid(fault.detail),
        };
        let next_cursor = O::next_cursor(&page);
        let step = match next_cursor.value {
            CursorValue::Undeclared => self.numbers.advance(self.number, &facts).map_err(error)?,
            _ => Step::returning(self.cursors.advance(&self.position, next_cursor)),
        };
        match step.next {
            Following::Page(next) => {
                self.position = next;
                self.state = State::At;
            }
            Following::End => self.state = State::Ended,
            Following::Fault(fault) => {
                self.deferred_error = Some(error(fault).with_page(self.number));
            }
        }
        Ok(step.is_returned.then_some(page))
    }

    /// Whether the list ends before a page with this error.
    fn ends_before(&self, error: &Error) -> bool {
        match MissingPage::from_error(error) {
            Some(MissingPage::NotFound) if self.numbers.may_end_without_page() => true,
            Some(MissingPage::NoContent) if self.numbers.may_have_ended() => true,
            // The page may have records.
            _ if matches!(error.kind(), ErrorKind::Mismatch | ErrorKind::TooLarge) => false,
            // Some servers reject the page after the last one.
            _ => self.numbers.is_end_by_all_numbers(),
        }
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

impl<O: Paginated> fmt::Debug for Pages<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages")
            .field("operation", &O::INFO.name)
            .field("state", &self.state)
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}
