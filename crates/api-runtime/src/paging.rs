//! Listings as streams: page by page, with one page in memory.

use std::fmt;
use std::future::poll_fn;
use std::hash::{DefaultHasher, Hasher};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::vec;

use futures_core::Stream;

use crate::caller::{Caller, Watch};
use crate::exchanged::Exchanged;
use crate::transport::Pending;
use crate::{Error, Listing, Page};

/// A page that a listing reads: what paging must know of it.
pub trait Paged {
    /// What is listed.
    type Item;

    /// The number of this page, if the reply says it.
    fn current_page(&self) -> Option<i64>;

    /// The number of pages, if the reply says it.
    fn total_pages(&self) -> Option<i64>;

    /// The number of elements that a page can have, if the reply says it.
    fn per_page(&self) -> Option<i64>;

    /// The number of records that could be read.
    fn good(&self) -> usize;

    /// The number of elements that could not be read.
    fn bad(&self) -> usize;

    /// The records.
    fn into_items(self) -> Vec<Self::Item>;
}

impl<T, F> Paged for Page<T, F>
where
    T: api_wire::Readable,
    F: api_wire::Record,
{
    type Item = T;

    fn current_page(&self) -> Option<i64> {
        self.current_page
    }

    fn total_pages(&self) -> Option<i64> {
        self.total_pages
    }

    fn per_page(&self) -> Option<i64> {
        self.per_page
    }

    fn good(&self) -> usize {
        self.items.len()
    }

    fn bad(&self) -> usize {
        // The pointer of an element is the list's key and the element's number.
        let is_element = |pointer: &str| {
            let mut segments = pointer.split('/').skip(2);
            let number = segments.next().unwrap_or_default();
            segments.next().is_none()
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
        };
        self.mismatches()
            .iter()
            .filter(|mismatch| is_element(&mismatch.pointer))
            .count()
    }

    fn into_items(self) -> Vec<T> {
        self.items
    }
}

/// The pages of a listing, one after the other, as a [`Stream`].
///
/// It ends with the last page that the replies tell of, or with an empty one. Where they do not tell, it goes
/// on until a page is empty or shorter than it can be. An error ends it, and says in
/// [`page`](Error::page) where to go on. A page that comes twice is an error, so that it cannot go on for ever.
/// When it is dropped, nothing more is sent.
pub struct Pages<O: Listing> {
    caller: Caller,
    operation: O,
    /// The page that is asked for next or now. `None` at the end.
    number: Option<u32>,
    exchange: Option<Pending<Result<Exchanged, Error>>>,
    last: Option<u64>,
}

impl<O: Listing<Output: Paged<Item = O::Item>>> Pages<O> {
    pub(crate) fn new(caller: Caller, operation: O) -> Self {
        let number = Some(operation.page().unwrap_or(1));
        Self {
            caller,
            operation,
            number,
            exchange: None,
            last: None,
        }
    }

    /// The next page; `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<O::Output, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Reads what came for a page, and decides whether another one follows.
    fn take(&mut self, number: u32, exchanged: Exchanged) -> Result<Option<O::Output>, Error> {
        let fingerprint = fingerprint(exchanged.reply.body());
        let same = self.last.replace(fingerprint) == Some(fingerprint);
        let about = exchanged.about_page();
        let page = exchanged.read(O::read)?.value;
        // A page whose elements cannot be read is not the end. They are counted only where it matters.
        let full = page
            .per_page()
            .and_then(|full| usize::try_from(full).ok())
            .unwrap_or(1)
            .max(1);
        let mut elements = page.good();
        if elements < full {
            elements += page.bad();
        }
        let total = page.total_pages().filter(|total| *total >= 0);
        let asked = i64::from(number);
        match page.current_page() {
            _ if elements == 0 => {}
            Some(came) if came != asked && total.is_some_and(|total| total < asked) => {
                // The list grew shorter in between, and the server stays at its last page. That one was had.
                return Ok(None);
            }
            Some(came) if came != asked => {
                return Err(
                    about.wrong(format!("page {asked} was asked for, and page {came} came"))
                );
            }
            _ if same => {
                return Err(about.wrong(format!("page {asked} is the same as the one before")));
            }
            _ => {}
        }
        let more = elements > 0
            && match total {
                Some(total) => asked < total,
                None => elements >= full,
            };
        self.number = if more { number.checked_add(1) } else { None };
        Ok(Some(page))
    }
}

// Nothing in it is pinned: what waits is in a box.
impl<O: Listing> Unpin for Pages<O> {}

impl<O: Listing<Output: Paged<Item = O::Item>>> Stream for Pages<O> {
    type Item = Result<O::Output, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let Some(number) = this.number else {
            return Poll::Ready(None);
        };
        let exchange = this.exchange.get_or_insert_with(|| {
            this.operation.set_page(number);
            this.caller.start(&this.operation, Watch::AsSet)
        });
        let came = ready!(exchange.as_mut().poll(context));
        this.exchange = None;
        // Until the page is known to be good, this is the end.
        this.number = None;
        let page = came.and_then(|exchanged| this.take(number, exchanged));
        Poll::Ready(page.map_err(|error| error.with_page(number)).transpose())
    }
}

impl<O: Listing> fmt::Debug for Pages<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages")
            .field("operation", &O::ABOUT.name)
            .field("page", &self.number)
            .finish_non_exhaustive()
    }
}

/// The records of a listing, one after the other, as a [`Stream`]. The rules are those of [`Pages`].
pub struct Items<O: Listing> {
    pages: Pages<O>,
    page: vec::IntoIter<O::Item>,
}

impl<O: Listing<Output: Paged<Item = O::Item>>> Items<O> {
    pub(crate) fn new(pages: Pages<O>) -> Self {
        Self {
            pages,
            page: Vec::new().into_iter(),
        }
    }

    /// The next record; `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<O::Item, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }
}

impl<O: Listing> Unpin for Items<O> {}

impl<O: Listing<Output: Paged<Item = O::Item>>> Stream for Items<O> {
    type Item = Result<O::Item, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(item) = this.page.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match ready!(Pin::new(&mut this.pages).poll_next(context)) {
                Some(Ok(page)) => this.page = page.into_items().into_iter(),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
    }
}

impl<O: Listing> fmt::Debug for Items<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items")
            .field("pages", &self.pages)
            .finish_non_exhaustive()
    }
}

/// Tells a page from the one before. It is no secret and no proof, only a guard against going round in circles.
fn fingerprint(body: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(body);
    hasher.finish()
}
