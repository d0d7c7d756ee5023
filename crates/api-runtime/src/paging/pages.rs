//! Listings as streams of pages, with one page in memory.

use std::fmt;
use std::future::poll_fn;
use std::hash::{DefaultHasher, Hasher};
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use crate::client::core::ClientHandle;
use crate::error::ErrorContext;
use crate::error::outcome::Observed;
use crate::paging::prefetch;
use crate::response::decode::CollectMismatches;
use crate::response::decode::ReceivedResponse;
use crate::retry::start;
use crate::transport::BoxFuture;
use crate::{Error, ErrorKind, PageResponse, Paginated};

/// The pages of a listing, one after the other, as a [`Stream`].
///
/// It ends with the last page that the responses tell of, or with an empty one. Where they do not tell, it goes
/// on until a page is empty or shorter than it can be. When it is dropped, nothing more is sent.
///
/// # After an error
///
/// An error says in [`page`](Error::page) which page could not be had. After it the stream gives `None`, so that a
/// loop that ignores errors comes to an end; [`resume`](Self::resume) makes it go on with that same page. Another
/// process goes on from there with `.page(n)`. A page that comes twice is an error, too, so that a list cannot go on
/// for ever.
///
/// # What a list does not promise
///
/// The API tells pages by their numbers alone. Where records come, go or change their place while the pages are
/// read, one may come twice and another not at all: [`Client::changes`](crate::Client::changes) reads in a way that
/// notices.
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
/// let (mut customers, mut failures) = (0, 0);
/// while let Some(page) = pages.next().await {
///     match page {
///         Ok(page) => customers += page.items.len(),
///         Err(error) if failures == 3 => return Err(error),
///         Err(error) => {
///             assert_eq!(error.page(), Some(2)); // three attempts were answered with 503
///             failures += 1;
///             pages.resume(); // asks for that page again
///         }
///     }
/// }
/// assert_eq!((customers, failures), (3, 1));
/// # Ok(())
/// # }
/// ```
pub struct Pages<O: Paginated> {
    handle: ClientHandle,
    operation: O,
    state: State,
    looks_ahead: bool,
    exchange: Option<BoxFuture<Result<ReceivedResponse, Error>>>,
    /// The fingerprint of the page before.
    last: Option<u64>,
    /// That of an earlier page: of the first, second, fourth, eighth … one, so that every circle comes round to it.
    mark: Option<u64>,
    /// How many pages were had.
    had: u32,
}

/// Where a listing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// This page is asked for next or now.
    At(u32),
    /// This page could not be had.
    FailedAt(u32),
    /// There are no more.
    Ended,
}

impl<O: Paginated<Output: PageResponse<Item = O::Item>>> Pages<O> {
    pub(crate) fn new(handle: ClientHandle, operation: O) -> Self {
        let state = State::At(operation.page().unwrap_or(1));
        Self {
            handle,
            operation,
            state,
            looks_ahead: false,
            exchange: None,
            last: None,
            mark: None,
            had: 0,
        }
    }

    /// Asks for the next page while the caller works with this one: at most one is under way, in a task of its own on
    /// the tokio runtime that polls the stream.
    ///
    /// Two pages are in memory then. No page is asked for that would not be asked for otherwise, unless the stream is
    /// dropped before its end; dropping it stops what is under way. That a page asked for ahead cannot be had is told
    /// when its turn comes.
    #[must_use]
    pub fn prefetch(mut self) -> Self {
        self.looks_ahead = true;
        self
    }

    /// After an error: goes on with the page that could not be had. Otherwise it does nothing.
    pub fn resume(&mut self) {
        if let State::FailedAt(number) = self.state {
            self.state = State::At(number);
        }
    }

    /// The next page; `None` after the last one, and after an error until [`resume`](Self::resume) is called.
    pub async fn next(&mut self) -> Option<Result<O::Output, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// The call for a page.
    fn ask(&mut self, number: u32) -> BoxFuture<Result<ReceivedResponse, Error>> {
        self.operation.set_page(number);
        start(
            &self.handle,
            &self.operation,
            CollectMismatches::IfConfigured,
        )
    }

    /// Reads what came for a page, and decides whether another one follows.
    fn take(
        &mut self,
        number: u32,
        exchanged: ReceivedResponse,
    ) -> Result<Option<O::Output>, Error> {
        let fingerprint = fingerprint(exchanged.response.body());
        let about = exchanged.page_context();
        let page = exchanged.decode(O::read_response)?.value;
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
                self.state = State::Ended;
                return Ok(None);
            }
            Some(came) if came != asked => {
                return Err(
                    about.invalid(format!("page {asked} was asked for, and page {came} came"))
                );
            }
            _ if self.last == Some(fingerprint) => {
                return Err(about.invalid(format!("page {asked} is the same as the one before")));
            }
            _ if self.mark == Some(fingerprint) => {
                return Err(about.invalid(format!("page {asked} is the same as an earlier one")));
            }
            _ => {}
        }
        self.last = Some(fingerprint);
        self.had = self.had.saturating_add(1);
        if self.had.is_power_of_two() {
            self.mark = Some(fingerprint);
        }
        let more = elements > 0
            && match total {
                Some(total) => asked < total,
                None => elements >= full,
            };
        self.state = match number.checked_add(1) {
            Some(next) if more => State::At(next),
            _ => State::Ended,
        };
        Ok(Some(page))
    }
}

// Nothing in it is pinned: what waits is in a box.
impl<O: Paginated> Unpin for Pages<O> {}

impl<O: Paginated<Output: PageResponse<Item = O::Item>>> Stream for Pages<O> {
    type Item = Result<O::Output, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let State::At(number) = this.state else {
            return Poll::Ready(None);
        };
        let mut exchange = match this.exchange.take() {
            Some(exchange) => exchange,
            None => this.ask(number),
        };
        let Poll::Ready(came) = exchange.as_mut().poll(context) else {
            this.exchange = Some(exchange);
            return Poll::Pending;
        };
        // Until the page is known to be good, it is one that could not be had.
        this.state = State::FailedAt(number);
        let page = came.and_then(|exchanged| this.take(number, exchanged));
        if let State::At(next) = this.state
            && this.looks_ahead
        {
            let api = this.handle.core.api;
            let lost = move || {
                let subject = ErrorContext::new(api, const { &O::INFO });
                let error = Error::new(ErrorKind::Interrupted, Observed::NoResponse, &subject);
                Err(error
                    .with_detail("the runtime on which the page was asked for ahead has ended"))
            };
            this.exchange = Some(prefetch::start(this.ask(next), lost));
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

/// Tells a page from the one before. It is no secret and no proof, only a guard against going round in circles.
fn fingerprint(body: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(body);
    hasher.finish()
}
