//! Lists whose numbers contradict their pages, in each combination: what is listed is compared with
//! what the server has.

use std::collections::BTreeSet;
use std::time::Duration;

use api_runtime::api_wire::jiff::Timestamp;
use api_runtime::http::{self, HeaderMap, StatusCode};
use api_runtime::{
    Attempt, BoxFuture, Bytes, Client, Error, RawResponse, Transport, TransportError,
};

use crate::shop::{ListThings, ShopClient, config_at};
use crate::stock::ListStock;

/// A number of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Missing,
    /// As the server pages.
    Real,
    /// As was requested, although the server returns smaller pages.
    Requested,
    /// That of this page alone.
    OfPage,
    TooSmall,
    TooLarge,
}

/// What the server returns after the last page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PastEnd {
    Empty,
    NotFound,
    LastPage,
}

/// A list, and how the server describes it.
#[derive(Clone, Copy, Debug)]
struct List {
    rows: u32,
    /// The largest page.
    max_size: u32,
    per_page: Number,
    total_records: Number,
    total_pages: Number,
    /// The number of the first page, if pages are numbered.
    first_number: Option<u32>,
    past_end: PastEnd,
}

/// The value of a query parameter.
fn parameter(request: &http::Request<Bytes>, name: &str) -> u32 {
    let query = request.uri().query().unwrap();
    let value = query.split('&').find_map(|pair| pair.strip_prefix(name));
    value.unwrap().parse().unwrap()
}

impl List {
    fn respond(&self, page: u32, requested_size: u32) -> (StatusCode, String) {
        let size = requested_size.min(self.max_size);
        let real_pages = self.rows.div_ceil(size);
        let mut page = page;
        if page > real_pages.max(1) {
            match self.past_end {
                PastEnd::Empty => {}
                PastEnd::NotFound => return (StatusCode::NOT_FOUND, String::new()),
                PastEnd::LastPage => page = real_pages.max(1),
            }
        }
        let start = ((page - 1) * size).min(self.rows);
        let end = (start + size).min(self.rows);
        let mut body = String::from("{");
        let mut write = |key: &str, number: Number, real: u32, requested: u32, of_page: u32| {
            let value = match number {
                Number::Missing => return,
                Number::Real => real,
                Number::Requested => requested,
                Number::OfPage => of_page,
                Number::TooSmall => real.saturating_sub(1),
                Number::TooLarge => real + 1,
            };
            body += &format!("\"{key}\":{value},");
        };
        write("per_page", self.per_page, size, requested_size, end - start);
        write(
            "total_records",
            self.total_records,
            self.rows,
            self.rows,
            end - start,
        );
        let requested_pages = self.rows.div_ceil(requested_size);
        write(
            "total_pages",
            self.total_pages,
            real_pages,
            requested_pages,
            1,
        );
        if let Some(first) = self.first_number {
            body += &format!("\"current_page\":{},", page - 1 + first);
        }
        let row = |id: u32| {
            let changed_at = Timestamp::from_second(1_740_787_200 + i64::from(id)).unwrap();
            format!(r#"{{"id":{id},"updated_at":"{changed_at}"}}"#)
        };
        let rows: Vec<String> = (start..end).map(row).collect();
        let rows = rows.join(",");
        body += &format!("\"things\":[{rows}],\"stock\":[{rows}]}}");
        (StatusCode::OK, body)
    }
}

impl Transport for List {
    fn send(
        &self,
        request: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let (page, size) = (
            parameter(&request, "page="),
            parameter(&request, "per_page="),
        );
        let (status, body) = self.respond(page, size);
        Box::pin(async move { Ok(RawResponse::new(status, HeaderMap::new(), body)) })
    }
}

fn client(list: List) -> ShopClient {
    let builder = Client::builder(config_at("http://127.0.0.1:9"));
    builder.transport(list).build().unwrap()
}

/// Each combination of numbers, for lists of these lengths.
fn lists(lengths: &[u32], max_sizes: &[u32]) -> Vec<List> {
    use Number::{Missing, OfPage, Real, Requested, TooLarge, TooSmall};
    let mut lists = Vec::new();
    for &rows in lengths {
        for &max_size in max_sizes {
            for per_page in [Missing, Real, Requested, OfPage] {
                for total_records in [Missing, Real, OfPage, TooSmall, TooLarge] {
                    for total_pages in [Missing, Real, Requested, OfPage, TooSmall, TooLarge] {
                        for first_number in [None, Some(0), Some(1)] {
                            for past_end in [PastEnd::Empty, PastEnd::NotFound, PastEnd::LastPage] {
                                lists.push(List {
                                    rows,
                                    max_size,
                                    per_page,
                                    total_records,
                                    total_pages,
                                    first_number,
                                    past_end,
                                });
                            }
                        }
                    }
                }
            }
        }
    }
    lists
}

impl List {
    /// Whether its numbers agree with each other and with the pages, although there are more records.
    ///
    /// Only numbers that nothing contradicts: the size of a page is unknown or wrong, and totals are
    /// too small.
    fn is_undetectable(&self) -> bool {
        let has_page_size = matches!(self.per_page, Number::Real | Number::OfPage);
        let total_is_small = matches!(self.total_records, Number::TooSmall | Number::OfPage);
        let is_without_total = self.total_records == Number::Missing
            && self.per_page == Number::Missing
            && self.total_pages != Number::Missing;
        !has_page_size && (total_is_small || is_without_total)
    }

    /// Whether its numbers promise more than the list has, or it has no empty page after the last one
    /// although nothing says which one that is.
    fn is_doubtful(&self) -> bool {
        let has_no_end = match self.total_pages {
            Number::Missing | Number::TooSmall | Number::TooLarge => {
                self.total_records == Number::Missing && self.past_end != PastEnd::Empty
            }
            _ => false,
        };
        let has_more_pages = self.total_pages == Number::TooLarge;
        self.total_records == Number::TooLarge
            || has_no_end
            || (has_more_pages && self.total_records == Number::Missing)
    }

    /// The ids that are listed from a page on, and the error that ends the list.
    async fn items(self, page: u32) -> (BTreeSet<u32>, Option<Error>) {
        let operation = ListThings::default().per_page(REQUESTED_SIZE).page(page);
        let mut items = client(self).items(operation);
        let mut ids = BTreeSet::new();
        while let Some(item) = items.next().await {
            match item {
                Ok(item) => ids.extend(item.id.map(|id| u32::try_from(id).unwrap())),
                Err(error) => {
                    assert!(items.next().await.is_none(), "{self:?}");
                    return (ids, Some(error));
                }
            }
        }
        (ids, None)
    }
}

const REQUESTED_SIZE: u32 = 4;

#[tokio::test]
async fn lists_with_inconsistent_totals_lose_no_record_without_an_error() {
    for list in lists(&[0, 1, 2, 3, 4, 5, 8, 9], &[2, 4]) {
        let (ids, error) = list.items(1).await;
        let is_whole = ids == (0..list.rows).collect();
        assert!(is_whole || list.is_undetectable(), "{list:?}: {ids:?}");
        if let Some(error) = error {
            assert!(list.is_doubtful(), "{list:?}: {error}");
        }
    }
}

#[tokio::test]
async fn lists_from_a_later_page_lose_no_record_without_an_error() {
    for list in lists(&[0, 1, 2, 3, 4, 5, 8, 9], &[2, 4]) {
        let (ids, error) = list.items(2).await;
        let is_whole = ids.is_superset(&(list.max_size..list.rows).collect());
        assert!(
            is_whole || error.is_some() || list.is_undetectable(),
            "{list:?}: {ids:?}"
        );
    }
}

impl List {
    /// The ids that a sync returns, and whether it commits, or else its error.
    async fn sync(self) -> (BTreeSet<u32>, Option<String>) {
        let mut checkpoint = None;
        let client = client(self);
        let operation = ListStock::default();
        let mut run = client
            .call()
            .sync(operation, &mut checkpoint, Duration::from_secs(60))
            .unwrap();
        let mut ids = BTreeSet::new();
        while let Some(item) = run.next().await {
            match item {
                Ok(item) => ids.extend(item.id.map(|id| u32::try_from(id).unwrap())),
                Err(error) => {
                    assert!(run.commit().is_err(), "{self:?}");
                    return (ids, Some(error.to_string()));
                }
            }
        }
        run.commit().unwrap();
        (ids, None)
    }
}

#[tokio::test]
async fn syncs_with_inconsistent_totals_lose_no_record_without_an_error() {
    for list in lists(&[0, 1, 30, 31, 50, 130], &[30, 100]) {
        let (ids, error) = list.sync().await;
        let is_whole = ids == (0..list.rows).collect();
        assert!(is_whole || list.is_undetectable(), "{list:?}: {ids:?}");
        if let Some(error) = error {
            let is_of_page = list.per_page == Number::OfPage;
            assert!(list.is_doubtful() || is_of_page, "{list:?}: {error}");
        }
    }
}
