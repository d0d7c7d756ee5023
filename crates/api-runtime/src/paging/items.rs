//! A paginated list as its records, with one page in memory.

use std::fmt;
use std::mem;
use std::sync::Arc;
use std::vec;

use api_journal::Outcome;
use api_wire::Page;

use crate::error::kind::ErrorKind;
use crate::error::{Error, ErrorContext};
use crate::operation::Paginated;
use crate::paging::pages::Pages;
use crate::tasks::background;

/// The records of a paginated list.
///
/// `Items` ends, fails and resumes as [`Pages`] does, with the same guarantees and limits.
///
/// [`unreadable`](Self::unreadable) counts elements that cannot be read as records, such as an element
/// without its wrapper. If there are any, the last item is an error of kind
/// [`Mismatch`](ErrorKind::Mismatch), after all records. [`Pages`] returns the elements themselves.
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
        let total = self.unreadable;
        let first_page = self.unreadable_error.as_ref().and_then(Error::page);
        let number = first_page.unwrap_or_else(|| self.pages.number());
        let context = ErrorContext::new(self.pages.core().api, const { &O::INFO });
        let error = Error::new(ErrorKind::Mismatch, Outcome::Done, &context)
            .with_detail(format!(
                "{total} elements of the list could not be read as records; `pages` has them"
            ))
            .with_page(number);
        self.unreadable_error = Some(error);
    }

    /// The next record; `None` after the last one, and after an error until
    /// [`resume`](Self::resume) is called.
    pub async fn next(&mut self) -> Option<Result<O::Item, Error>> {
        loop {
            if let Some(item) = self.items.next() {
                return Some(Ok(item));
            }
            match self.pages.next().await {
                Some(Ok(mut page)) => {
                    self.count_unreadable(&page);
                    self.items = mem::take(&mut page.items).into_iter();
                    self.page = Some(page);
                }
                Some(Err(error)) => return Some(Err(error)),
                None if self.pages.has_ended() => return self.unreadable_error.take().map(Err),
                None => return None,
            }
        }
    }

    /// The same as an iterator, for code without `async`: it blocks the calling thread until the next
    /// record; see [`Sending::wait`](crate::Sending::wait).
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::ListCustomers;
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let page = r#"{"customers": [{"id": 1, "points": 40}, {"id": 2, "points": 5}], "current_page": 1, "total_pages": 1}"#;
    /// # let client = shop_client::client([(200, page)]);
    /// let mut points = 0;
    /// for customer in client.items(ListCustomers::new()).iter() {
    ///     points += customer?.points.unwrap_or_default();
    /// }
    /// assert_eq!(points, 45);
    /// # Ok(())
    /// # }
    /// ```
    pub fn iter(&mut self) -> impl Iterator<Item = Result<O::Item, Error>> + '_ {
        let context = ErrorContext::new(self.pages.core().api, const { &O::INFO });
        let core = Arc::clone(self.pages.core());
        background::iter(move || core.wait(self.next(), &context))
    }
}

impl<O: Paginated> fmt::Debug for Items<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items")
            .field("pages", &self.pages)
            .finish_non_exhaustive()
    }
}
