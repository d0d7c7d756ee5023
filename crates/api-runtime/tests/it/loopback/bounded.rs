//! A listing keeps one page in memory, however long the list is.

use std::sync::atomic::{AtomicUsize, Ordering};

use api_runtime::__generated::{OperationInfo, Request, ResponseReader};
use api_runtime::Method;
use api_runtime::api_wire::ReadError;
use api_runtime::observe::Retry;
use api_runtime::operation::PageResponse;
use api_runtime::operation::{AuthorizedBy, Operation, Paginated};
use test_support::{TestServer, json};

use super::shop::{Shop, VenueToken, client};

const PER_PAGE: usize = 1000;
const PAGES: usize = 50;

/// The number of live records, and its maximum.
static ALIVE: AtomicUsize = AtomicUsize::new(0);
static MAX_ALIVE: AtomicUsize = AtomicUsize::new(0);

/// A record that counts itself.
struct Counted;

impl Counted {
    fn new() -> Self {
        let alive = ALIVE.fetch_add(1, Ordering::SeqCst) + 1;
        MAX_ALIVE.fetch_max(alive, Ordering::SeqCst);
        Self
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, Ordering::SeqCst);
    }
}

struct CountedPage(Vec<Counted>);

impl PageResponse for CountedPage {
    type Item = Counted;

    fn current_page(&self) -> Option<i64> {
        None
    }

    fn total_pages(&self) -> Option<i64> {
        None
    }

    fn total_records(&self) -> Option<i64> {
        None
    }

    fn per_page(&self) -> Option<i64> {
        Some(PER_PAGE as i64)
    }

    fn readable_items(&self) -> usize {
        self.0.len()
    }

    fn unreadable_items(&self) -> usize {
        0
    }

    fn take_items(&mut self) -> Vec<Counted> {
        std::mem::take(&mut self.0)
    }
}

#[derive(Default)]
struct ListCounted {
    page: Option<u32>,
}

impl Operation for ListCounted {
    type Api = Shop;
    type Output = CountedPage;
    const INFO: OperationInfo =
        OperationInfo::new("list_counted", Method::Get, "/things").retry(Retry::Safe);

    fn write_request(&self, request: &mut Request) {
        request.query_count("page", &self.page, None);
    }

    fn read_response(response: &ResponseReader) -> Result<CountedPage, ReadError> {
        // A record is a comma.
        let response = response.raw();
        let commas = response.body().iter().filter(|byte| **byte == b',');
        Ok(CountedPage(commas.map(|_| Counted::new()).collect()))
    }
}

impl AuthorizedBy<VenueToken> for ListCounted {}

impl Paginated for ListCounted {
    type Item = Counted;
    type PageToken = u32;

    fn page(&self) -> Option<u32> {
        self.page
    }

    fn set_page(&mut self, page: u32) {
        self.page = Some(page);
    }
}

#[tokio::test]
async fn paging_uses_the_memory_of_one_page() {
    let server = TestServer::with_handler(|request| {
        let page = request.split("page=").nth(1).unwrap();
        let page: usize = page.split(' ').next().unwrap().parse().unwrap();
        let records = if page <= PAGES { PER_PAGE } else { 0 };
        json(200, format!("[{page}{}]", ",1".repeat(records)))
    })
    .await;
    let mut items = client(server.base_url()).items(ListCounted::default());
    let mut count = 0;
    while let Some(item) = items.next().await {
        item.unwrap();
        count += 1;
    }
    assert_eq!(count, PAGES * PER_PAGE);
    assert_eq!(server.requests().len(), PAGES + 1);
    assert_eq!(MAX_ALIVE.load(Ordering::SeqCst), PER_PAGE);
    assert_eq!(ALIVE.load(Ordering::SeqCst), 0);
}
