//! Lists of an API with other conventions: names of parameters and totals, and the first page.

use api_runtime::{
    AuthorizedBy, ErrorKind, Json, Method, Operation, OperationInfo, Page, PageShape, Paginated,
    ReadError, Request, ResponseReader, Retry, total_keys,
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
    let mut pages = client(server.base_url()).pages(ListNumbers::default());
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
    let mut pages = client(server.base_url()).pages(ListNumbers::default());
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
