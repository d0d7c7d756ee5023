//! Lists of an API with other conventions: names of parameters and totals, and the first page.

use std::time::Duration;

use api_runtime::__generated::{OperationInfo, PageShape, Request, ResponseReader, total_keys};
use api_runtime::api_wire::jiff::Timestamp;
use api_runtime::api_wire::jiff::civil::Date;
use api_runtime::api_wire::{Extra, record};
use api_runtime::{
    AuthorizedBy, ErrorKind, Json, Method, Operation, Page, Paginated, ReadError, Retry,
};
use test_support::{Action, TestServer, json};

use crate::shop::{Shop, VenueToken, client};

total_keys! { TOTALS { total_records: "count", current_page: "number", total_pages: "pages", } }

#[derive(Clone, Debug, Default)]
struct ListNumbers {
    page: Option<u32>,
}

impl Operation for ListNumbers {
    type Api = Shop;
    type Output = Page<Json>;
    const INFO: OperationInfo =
        OperationInfo::new("list_numbers", Method::Get, "/numbers").retry(Retry::Safe);

    fn write_request(&self, request: &mut Request) {
        request.query("p", &self.page);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        let shape = PageShape {
            key: Some("numbers"),
            wrapped_in: None,
        };
        response.page_with_totals(&shape, &TOTALS)
    }
}

impl AuthorizedBy<VenueToken> for ListNumbers {}

impl Paginated for ListNumbers {
    type Item = Json;
    type PageToken = u32;
    const FIRST_PAGE: u32 = 0;

    fn page(&self) -> Option<u32> {
        self.page
    }

    fn set_page(&mut self, page: u32) {
        self.page = Some(page);
    }
}

/// A server with these pages, by their number.
async fn server(pages: &'static [&'static str]) -> TestServer {
    TestServer::with_handler(move |request| -> Action {
        let (_, number) = request.split_once("/numbers?p=").unwrap();
        let number: usize = number.split(' ').next().unwrap().parse().unwrap();
        json(
            200,
            pages.get(number).copied().unwrap_or(r#"{"numbers": []}"#),
        )
    })
    .await
}

fn requested_pages(server: &TestServer) -> Vec<String> {
    let requests = server.requests();
    let lines = requests.iter().filter_map(|request| request.lines().next());
    lines
        .filter_map(|line| Some(line.split([' ', '?']).nth(2)?.to_owned()))
        .collect()
}

#[tokio::test]
async fn a_list_is_paginated_by_the_names_and_the_first_page_of_its_api() {
    let server = server(&[
        r#"{"numbers": [1, 2], "count": 3, "number": 0, "pages": 2, "total_pages": 9}"#,
        r#"{"numbers": [3], "count": 3, "number": 1, "pages": 2, "total_pages": 9}"#,
    ])
    .await;
    let mut pages = client(server.base_url())
        .call()
        .pages(ListNumbers::default());
    let mut found = Vec::new();
    while let Some(page) = pages.next().await {
        let page = page.unwrap();
        // Not a total of this API.
        assert_eq!(page.extra.get("total_pages").unwrap().as_str(), "9");
        assert_eq!((page.total_records, page.total_pages), (Some(3), Some(2)));
        found.extend(page.items.iter().map(|item| item.as_str().to_owned()));
    }
    assert_eq!(found, ["1", "2", "3"]);
    assert_eq!(requested_pages(&server)[..2], ["p=0", "p=1"]);
}

#[tokio::test]
async fn errors_have_the_numbers_of_the_api() {
    let server = server(&[
        r#"{"numbers": [1, 2], "count": 9, "number": 0, "pages": 3}"#,
        r#"{"numbers": [3], "count": 9, "number": 2, "pages": 3}"#,
    ])
    .await;
    let mut pages = client(server.base_url())
        .call()
        .pages(ListNumbers::default());
    assert!(pages.next().await.unwrap().is_ok());
    // Its records are new.
    assert!(pages.next().await.unwrap().is_ok());
    let error = pages.next().await.unwrap().unwrap_err();
    assert_eq!((error.kind(), error.page()), (ErrorKind::Decode, Some(1)));
    assert!(
        error.to_string().contains("page 1, found page 2"),
        "{error}"
    );
}

#[tokio::test]
async fn a_total_of_another_type_is_a_mismatch_under_its_key() {
    let server = server(&[r#"{"numbers": [1], "count": "many", "pages": 1}"#]).await;
    let client = client(server.base_url());
    let page = client.send(ListNumbers { page: Some(0) }).await.unwrap();
    let pointers: Vec<String> = page
        .mismatches()
        .into_iter()
        .map(|found| found.pointer)
        .collect();
    assert_eq!(pointers, ["/count"]);
}

#[derive(Clone, Default, PartialEq)]
struct Reading {
    id: Option<i64>,
    changed_at: Option<Timestamp>,
    extra: Extra,
}

record! { Reading { id: "id", changed_at: "changed_at", } }

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
        let (number, pages) = (page + shift, 50usize.div_ceil(size));
        let rows = rows.join(",");
        json(
            200,
            format!(
                r#"{{"readings": [{rows}], "count": 50, "number": {number}, "pages": {pages}}}"#
            ),
        )
    })
    .await
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

#[tokio::test]
async fn errors_of_a_sync_have_the_numbers_of_the_api() {
    let server = readings(3).await;
    let client = client(server.base_url());
    let mut checkpoint = None;
    let list = ListReadings::default();
    let mut run = client
        .call()
        .sync(list, &mut checkpoint, Duration::ZERO)
        .unwrap();
    let mut error = None;
    while let Some(reading) = run.next().await {
        error = reading.err();
    }
    let error = error.unwrap().to_string();
    assert!(
        error.contains("page 0") && error.contains("page 3"),
        "{error}"
    );
}
