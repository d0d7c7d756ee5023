//! Lists of an API with other conventions: names of parameters and totals, and the first page.

use std::time::Duration;

use api_runtime::__generated::{OperationInfo, PageShape, Request, ResponseReader, total_keys};
use api_runtime::api_wire::{Date, ReadError, Timestamp, record};
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation, Paginated};
use api_runtime::{ErrorKind, Method, Page};
use test_support::{Action, TestServer, json};

use super::shop::{Shop, VenueToken, client};

total_keys! { TOTALS { total_records: "count", current_page: "number", total_pages: "pages", } }

record! {
    struct Reading {
        id: Option<i64>,
        changed_at: Option<Timestamp>,
    }
}

#[derive(Clone, Debug, Default)]
struct ListReadings {
    page: Option<u32>,
    per_page: Option<u32>,
    changed_at_after: Option<Date>,
}

impl Operation for ListReadings {
    type Api = Shop;
    type Output = Page<Reading>;
    const INFO: OperationInfo =
        OperationInfo::new("list_readings", Method::Get, "/readings").retry(Retry::Safe);

    fn write_request(&self, request: &mut Request) {
        request.query("p", &self.page);
        request.query_count("size", &self.per_page, None);
        request.query("after", &self.changed_at_after);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        let shape = PageShape {
            key: Some("readings"),
            wrapped_in: None,
        };
        response.page_with_totals(&shape, &TOTALS)
    }
}

impl AuthorizedBy<VenueToken> for ListReadings {}

impl Paginated for ListReadings {
    type Item = Reading;
    type PageToken = u32;
    const FIRST_PAGE: u32 = 0;

    fn page(&self) -> Option<u32> {
        self.page
    }

    fn set_page(&mut self, page: u32) {
        self.page = Some(page);
    }
}

api_runtime::syncable! {
    ListReadings {
        after: changed_at_after,
        id: id,
        changed_at: changed_at,
        per_page: 20,
    }
}

/// A server of 50 readings, with the number of each page plus `shift`.
async fn readings(shift: usize) -> TestServer {
    TestServer::with_handler(move |request| -> Action {
        let number = |name: &str| -> usize {
            let (_, rest) = request.split_once(name).unwrap();
            let end = rest.find(|digit: char| !digit.is_ascii_digit());
            rest[..end.unwrap()].parse().unwrap()
        };
        let (page, size) = (number("?p="), number("&size="));
        let rows = (page * size..50).take(size);
        let rows: Vec<String> = rows
            .map(|id| format!(r#"{{"id": {id}, "changed_at": "2025-03-01T00:00:00Z"}}"#))
            .collect();
        let (rows, number, pages) = (rows.join(","), page + shift, 50usize.div_ceil(size));
        let totals = format!(r#""count": 50, "number": {number}, "pages": {pages}"#);
        let body = format!(r#"{{"readings": [{rows}], {totals}, "total_pages": 9}}"#);
        json(200, body)
    })
    .await
}

fn list() -> ListReadings {
    ListReadings {
        per_page: Some(20),
        ..ListReadings::default()
    }
}

#[tokio::test]
async fn a_list_is_paginated_by_the_names_and_the_first_page_of_its_api() {
    let server = readings(0).await;
    let mut pages = client(server.base_url()).call().pages(list());
    let mut ids = Vec::new();
    while let Some(page) = pages.next().await {
        let page = page.unwrap();
        // Not a total of this API.
        assert_eq!(page.extra.get("total_pages").unwrap().as_str(), "9");
        assert_eq!((page.total_records, page.total_pages), (Some(50), Some(3)));
        ids.extend(page.items.iter().map(|item| item.id.unwrap()));
    }
    assert_eq!(ids, (0..50).collect::<Vec<_>>());
    let requests = server.requests();
    let lines: Vec<_> = requests.iter().map(|request| &request[..22]).collect();
    assert_eq!(lines[0], "GET /api/readings?p=0&");
    assert_eq!(lines.len(), 3);
}

#[tokio::test]
async fn errors_have_the_numbers_of_the_api() {
    let server = readings(3).await;
    let mut items = client(server.base_url()).items(list());
    let error = loop {
        if let Err(error) = items.next().await.unwrap() {
            break error;
        }
    };
    assert_eq!((error.kind(), error.page()), (ErrorKind::Decode, Some(0)));
    let text = error.to_string();
    assert!(text.contains("page 0, found page 3"), "{text}");
}

#[tokio::test]
async fn a_sync_reads_every_record_of_a_list_that_starts_with_page_0() {
    let server = readings(0).await;
    let client = client(server.base_url());
    let mut checkpoint = None;
    let list = ListReadings::default();
    let mut run = client
        .call()
        .sync(list, &mut checkpoint, Duration::ZERO)
        .unwrap();
    let mut ids = Vec::new();
    while let Some(reading) = run.next().await {
        ids.extend(reading.unwrap().id);
    }
    assert_eq!(ids, (0..50).collect::<Vec<_>>());
    assert!(server.requests()[0].contains("/readings?p=0&"));
}
