//! A paginated list as its records, with one page in memory.

use std::fmt;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::vec;

use api_wire::Page;
use futures_core::Stream;

use crate::error::Error;
use crate::future;
use crate::operation::Paginated;
use crate::paging::pages::{Pages, unreadable_elements};

/// The records of a paginated list.
///
/// `Items` ends, fails and resumes as [`Pages`] does, with the same guarantees and limits.
///
/// [`unreadable`](Self::unreadable) counts elements that cannot be read as records, such as an element
/// without its wrapper. If there are any, the last item is an error of kind
/// [`Mismatch`](crate::ErrorKind::Mismatch), after all records. [`Pages`] returns the elements themselves.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use shop_client::ListCustomers;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([
/// #     (200, r#"{"customers": [{"id": 1}, {"id": 2}], "total_records": 3, "current_page": 1, "total_pages": 2}"#),
/// #     (200, r#"{"customers": [{"id": 3}], "total_records": 3, "current_page": 2, "total_pages": 2}"#),
/// # ]);
/// let mut items = client.items(ListCustomers::new());
/// let mut ids = Vec::new();
/// while let Some(customer) = items.next().await {
///     ids.extend(customer?.id);
///     let total = items.page().and_then(|page| page.total_records);
///     assert_eq!(total, Some(3)); // each page has the totals of the list
/// }
/// assert_eq!(ids, [1, 2, 3]);
/// # Ok(())
/// # }
/// ```
#[doc(alias = "pager")]
#[doc(alias = "paginator")]
#[doc(alias = "pagination")]
pub struct Items<O: Paginated> {
    pages: Pages<O>,
    page: Option<Page<O::Item, O::Metadata>>,
    items: vec::IntoIter<O::Item>,
    unreadable: u64,
    /// The error about unreadable elements, which ends the list.
    unreadable_error: Option<Error>,
}

impl<O: Paginated> Items<O> {
    pub(crate) fn new(pages: Pages<O>) -> Self {
        Self {
            pages,
            page: None,
            items: Vec::new().into_iter(),
            unreadable: 0,
            unreadable_error: None,
        }
    }

    /// Sets the maximum number of pages; see [`Pages::max_pages`]. Default: 100,000.
    #[doc(alias = "limit")]
    #[must_use]
    pub fn max_pages(mut self, max_pages: u32) -> Self {
        self.pages = self.pages.max_pages(max_pages);
        self
    }

    /// Continues after an error with the page that failed. Otherwise has no effect.
    ///
    /// All records of the pages before it were returned by then.
    pub fn resume(&mut self) {
        self.pages.resume();
    }

    /// The page of the latest record, with its totals, metadata and unreadable elements.
    ///
    /// Its records were moved out: `next` returns them one by one.
    pub fn page(&self) -> Option<&Page<O::Item, O::Metadata>> {
        self.page.as_ref()
    }

    /// The number of elements so far that could not be read as records.
    pub fn unreadable(&self) -> u64 {
        self.unreadable
    }

    /// Counts the unreadable elements of a page, and prepares the error about them.
    fn count_unreadable(&mut self, page: &Page<O::Item, O::Metadata>) {
        let unreadable = page.unreadable_items();
        if unreadable == 0 {
            return;
        }
        self.unreadable += unreadable as u64;
        let first_page = self.unreadable_error.as_ref().and_then(Error::page);
        let number = first_page.unwrap_or_else(|| self.pages.number());
        let hint = "`pages` has them";
        let error = unreadable_elements::<O>(self.pages.core(), self.unreadable, hint);
        self.unreadable_error = Some(error.with_page(number));
    }

    /// The next record; `None` after the last one, and after an error until
    /// [`resume`](Self::resume) is called.
    ///
    /// A dropped future loses nothing: the request that has begun is in the list.
    pub async fn next(&mut self) -> Option<Result<O::Item, Error>> {
        future::next(self).await
    }
}

// Nothing is pinned.
impl<O: Paginated> Unpin for Items<O> {}

impl<O: Paginated> Stream for Items<O> {
    type Item = Result<O::Item, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(item) = self.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match ready!(Pin::new(&mut self.pages).poll_next(context)) {
                Some(Ok(mut page)) => {
                    self.count_unreadable(&page);
                    self.items = mem::take(&mut page.items).into_iter();
                    self.page = Some(page);
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None if self.pages.has_ended() => {
                    return Poll::Ready(self.unreadable_error.take().map(Err));
                }
                None => return Poll::Ready(None),
            }
        }
    }
}

impl<O: Paginated> fmt::Debug for Items<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items")
            .field("pages", &self.pages)
            .finish_non_exhaustive()
    }
}
