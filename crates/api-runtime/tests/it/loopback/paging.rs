//! Listings, page by page.

use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use api_runtime::{ErrorKind, Outcome};
use test_support::{Action, TestServer, json};

use super::shop::*;

/// A page with these ids and this metadata.
fn page(ids: impl IntoIterator<Item = u32>, metadata: &str) -> Action {
    let things: Vec<_> = ids
        .into_iter()
        .map(|id| format!("{{\"id\":{id}}}"))
        .collect();
    let mut body = format!("{{\"things\":[{}]", things.join(","));
    if !metadata.is_empty() {
        write!(body, ",{metadata}").unwrap();
    }
    json(200, body + "}")
}

/// All ids of a listing, and the error that ended it, if any.
async fn listed(
    server: &TestServer,
    operation: ListThings,
) -> (Vec<i64>, Option<api_runtime::Error>) {
    let mut items = client(server.base_url()).items(operation);
    let mut ids = Vec::new();
    while let Some(item) = items.next().await {
        match item {
            Ok(thing) => ids.push(thing.id.unwrap()),
            Err(error) => {
                assert!(items.next().await.is_none(), "after an error it rests");
                return (ids, Some(error));
            }
        }
    }
    assert!(items.next().await.is_none());
    (ids, None)
}

fn requested_pages(server: &TestServer) -> Vec<String> {
    let line = |request: &String| {
        request
            .lines()
            .next()
            .unwrap()
            .split([' ', '?'])
            .nth(2)
            .unwrap()
            .to_owned()
    };
    server.requests().iter().map(line).collect()
}

#[tokio::test]
async fn pages_are_requested_up_to_the_last_one() {
    let server = TestServer::start([
        page([1, 2], r#""current_page":1,"total_pages":3"#),
        page([3, 4], r#""current_page":"2","total_pages":"3""#),
        page([5], r#""current_page":3,"total_pages":3"#),
    ])
    .await;
    let (ids, error) = listed(&server, ListThings::default().per_page(2u32)).await;
    assert_eq!((ids, error.is_none()), (vec![1, 2, 3, 4, 5], true));
    assert_eq!(
        requested_pages(&server),
        [
            "page=1&per_page=2",
            "page=2&per_page=2",
            "page=3&per_page=2"
        ]
    );
}

#[tokio::test]
async fn paging_starts_at_the_requested_page() {
    let server = TestServer::start([page([9], r#""current_page":4,"total_pages":4"#)]).await;
    assert_eq!(
        listed(&server, ListThings::default().page(4u32)).await.0,
        [9]
    );
    assert_eq!(requested_pages(&server), ["page=4"]);
}

#[tokio::test]
async fn total_pages_may_change_between_pages() {
    for (pages, expected) in [
        (
            vec![
                page([1], r#""total_pages":2"#),
                page([2], r#""total_pages":3"#),
                page([3], r#""total_pages":3"#),
            ],
            vec![1, 2, 3],
        ),
        (
            vec![
                page([1], r#""total_pages":9"#),
                page([2], r#""total_pages":2"#),
            ],
            vec![1, 2],
        ),
        // It shrinks below the requested page, and the server returns its last page.
        (
            vec![
                page([1], r#""total_pages":2,"current_page":1"#),
                page([1], r#""total_pages":1,"current_page":1"#),
            ],
            vec![1],
        ),
        // A record moved to that page, since one before it was deleted.
        (
            vec![
                page([1, 2], r#""total_pages":3,"current_page":1"#),
                page([3, 4], r#""total_pages":3,"current_page":2"#),
                page([4, 5], r#""total_pages":2,"current_page":2"#),
            ],
            vec![1, 2, 3, 4, 4, 5],
        ),
    ] {
        let server = TestServer::start(pages).await;
        let (ids, error) = listed(&server, ListThings::default()).await;
        assert_eq!((ids, error.is_none()), (expected, true));
    }
}

#[tokio::test]
async fn repeated_page_is_an_error() {
    let same = || page([1, 2], r#""current_page":1,"total_pages":5"#);
    let server = TestServer::start([same(), same(), same()]).await;
    let (ids, error) = listed(&server, ListThings::default()).await;
    let error = error.unwrap();
    assert_eq!(
        (ids, error.kind(), error.page()),
        (vec![1, 2], ErrorKind::Decode, Some(2))
    );
    assert!(
        error.to_string().contains("expected page 2, found page 1"),
        "{error}"
    );
}

/// Pages, each with its ids and its numbers; the ids of the listing; the text of its error.
type Case = (
    &'static [(&'static [u32], &'static str)],
    &'static [i64],
    &'static str,
);

/// For each combination of totals and pages: which ids are listed, and how the list ends. An empty
/// text is an end without an error. All pages are requested, and none after them.
#[rustfmt::skip]
const ENDS: &[Case] = &[
    // All numbers agree.
    (&[(&[], r#""total_records":0,"total_pages":0,"current_page":1,"per_page":2"#)], &[], ""),
    (&[(&[1], r#""total_records":1,"total_pages":1,"per_page":2"#)], &[1], ""),
    // They agree, but may be those of the page, or older than the list: a full page is no end.
    (&[(&[1, 2], r#""total_records":2,"total_pages":1,"per_page":2"#), (&[], "")], &[1, 2], ""),
    (&[(&[1, 2], r#""total_records":2,"total_pages":1,"per_page":2"#), (&[3], r#""total_records":1,"total_pages":1,"per_page":2"#), (&[], "")], &[1, 2, 3], ""),
    (&[(&[1, 2], r#""total_records":3,"total_pages":2,"per_page":2"#), (&[3], r#""total_records":3,"total_pages":2,"per_page":2"#)], &[1, 2, 3], ""),
    // An empty page in the middle: the list continues, and must be complete.
    (&[(&[1], r#""total_pages":3"#), (&[], r#""total_pages":3"#), (&[3], r#""total_pages":3"#)], &[1, 3], ""),
    (&[(&[], r#""total_pages":2,"total_records":1"#), (&[3], r#""total_pages":2,"total_records":1"#)], &[3], ""),
    (&[(&[1], r#""total_pages":3,"total_records":3"#), (&[], r#""total_pages":3,"total_records":3"#), (&[], r#""total_pages":3,"total_records":3"#)], &[1], "expected 3 records (`total_records`), found 1"),
    (&[(&[1], r#""total_pages":3,"current_page":1"#), (&[], r#""total_pages":3,"current_page":1"#)], &[1], "expected page 2, found page 1"),
    // Empty pages after the last record: the list is complete.
    (&[(&[1], r#""total_pages":9,"total_records":1"#), (&[], r#""total_pages":9,"total_records":1"#)], &[1], ""),
    (&[(&[1], r#""total_pages":2"#), (&[], r#""total_pages":2"#)], &[1], ""),
    (&[(&[1], r#""total_pages":2"#), (&[], r#""total_pages":1,"current_page":1"#)], &[1], ""),
    // `total_pages` is too small: the list continues until `total_records` are listed.
    (&[(&[1, 2], r#""total_pages":1,"total_records":3"#), (&[3], r#""total_pages":1,"total_records":3"#), (&[], "")], &[1, 2, 3], ""),
    (&[(&[1, 2], r#""total_pages":1,"total_records":3,"per_page":2"#), (&[3], r#""total_pages":1,"total_records":3,"per_page":2"#)], &[1, 2, 3], ""),
    (&[(&[1, 2], r#""total_pages":1,"total_records":3"#), (&[], r#""total_pages":1,"total_records":3"#)], &[1, 2], "expected 3 records (`total_records`), found 2"),
    (&[(&[1, 2], r#""total_pages":0,"total_records":3,"per_page":2"#), (&[3], r#""total_pages":0,"total_records":3,"per_page":2"#)], &[1, 2, 3], ""),
    (&[(&[1, 2], r#""total_pages":0,"per_page":2"#), (&[3], r#""total_pages":0,"per_page":2"#), (&[], "")], &[1, 2, 3], ""),
    // `total_records` is too small: `total_pages` counts, and may be too small as well.
    (&[(&[1], r#""total_pages":2,"total_records":1"#), (&[2], r#""total_pages":2,"total_records":1"#), (&[3], ""), (&[], "")], &[1, 2, 3], ""),
    // It is negative or no number: `total_pages` counts.
    (&[(&[1], r#""total_pages":2,"total_records":-1"#), (&[2], r#""total_pages":2,"total_records":-1"#)], &[1, 2], ""),
    (&[(&[1], r#""total_pages":1,"total_records":"many""#)], &[1], ""),
    // The totals of a page count for the pages after it, until one has others.
    (&[(&[1, 2], r#""total_pages":3,"total_records":6,"per_page":2"#), (&[3], r#""per_page":2"#), (&[], "")], &[1, 2, 3], "expected 6 records (`total_records`), found 3"),
    (&[(&[1, 2], r#""total_pages":3,"total_records":6,"per_page":2"#), (&[], r#""total_pages":0,"total_records":0"#), (&[], "")], &[1, 2], "expected 6 records (`total_records`), found 2"),
    (&[(&[1, 2], r#""total_pages":3,"total_records":6,"per_page":2"#), (&[], r#""total_pages":1,"total_records":2"#)], &[1, 2], ""),
    // Only `total_records`.
    (&[(&[1, 2], r#""total_records":3,"per_page":2"#), (&[3], r#""total_records":3,"per_page":2"#)], &[1, 2, 3], ""),
    (&[(&[1], r#""total_records":3,"per_page":2"#), (&[], r#""total_records":3,"per_page":2"#)], &[1], "expected 3 records (`total_records`), found 1"),
    (&[(&[], r#""total_records":3"#)], &[], "expected 3 records (`total_records`), found 0"),
    // Only `total_records`, which may be that of the page.
    (&[(&[1, 2], r#""total_records":2,"per_page":2"#), (&[3, 4], r#""total_records":2,"per_page":2"#), (&[], "")], &[1, 2, 3, 4], ""),
    // Only `per_page`, or nothing: an empty page is the end, since pages may be shorter than claimed.
    (&[(&[1, 2], r#""per_page":3"#), (&[3, 4], r#""per_page":3"#), (&[5], r#""per_page":3"#), (&[], r#""per_page":3"#)], &[1, 2, 3, 4, 5], ""),
    // Only `total_pages`, which is that of larger pages.
    (&[(&[1, 2], r#""total_pages":2,"per_page":3"#), (&[3, 4], r#""total_pages":2,"per_page":3"#), (&[5], r#""total_pages":2,"per_page":3"#), (&[], "")], &[1, 2, 3, 4, 5], ""),
    (&[(&[1, 2], ""), (&[3], ""), (&[], "")], &[1, 2, 3], ""),
    (&[(&[], "")], &[], ""),
];

#[tokio::test]
async fn each_combination_of_totals_and_pages_has_its_end() {
    for (pages, expected, text) in ENDS {
        let script = pages
            .iter()
            .map(|(ids, metadata)| page(ids.iter().copied(), metadata));
        let server = TestServer::start(script).await;
        let (ids, error) = listed(&server, ListThings::default()).await;
        assert_eq!(ids, *expected, "{pages:?}: {error:?}");
        assert_eq!(server.requests().len(), pages.len(), "{pages:?}");
        match error {
            None => assert_eq!(*text, "", "{pages:?}"),
            Some(error) => {
                let found = error.to_string();
                assert!(
                    !text.is_empty() && found.contains(text),
                    "{pages:?}: {found}"
                );
                let is_decode = text.starts_with("expected page");
                let kind = if is_decode {
                    ErrorKind::Decode
                } else {
                    ErrorKind::Incomplete
                };
                assert_eq!(
                    (error.kind(), error.page()),
                    (kind, Some(pages.len() as u32))
                );
            }
        }
    }
}

#[tokio::test]
async fn list_that_starts_at_a_later_page_counts_the_records_before_it() {
    let metadata = r#""total_records":6,"total_pages":2,"per_page":2"#;
    let server = TestServer::start([
        page([3, 4], metadata),
        // `total_pages` is wrong.
        page([5, 6], metadata),
        page([], metadata),
    ])
    .await;
    let (ids, error) = listed(&server, ListThings::default().page(2u32)).await;
    assert_eq!((ids, error.is_none()), (vec![3, 4, 5, 6], true));
    assert_eq!(requested_pages(&server), ["page=2", "page=3", "page=4"]);
}

/// A server that writes a page from its number and the number of the request.
async fn server(write_page: impl Fn(u32, usize) -> Action + Send + Sync + 'static) -> TestServer {
    let requests = AtomicUsize::new(0);
    TestServer::with_handler(move |request| {
        let number = request.split("page=").nth(1).unwrap();
        let number = number.split([' ', '&']).next().unwrap().parse().unwrap();
        write_page(number, requests.fetch_add(1, Ordering::SeqCst))
    })
    .await
}

#[tokio::test]
async fn endless_empty_pages_are_an_error() {
    let server = server(|_, _| page([], r#""total_pages":1000000000"#)).await;
    let mut items = client(server.base_url()).items(ListThings::default());
    for requests in [101, 202] {
        let error = items.next().await.unwrap().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Incomplete);
        assert!(
            error
                .to_string()
                .contains("more than 100 consecutive empty pages"),
            "{error}"
        );
        assert_eq!(server.requests().len(), requests);
        items.resume();
    }
}

#[tokio::test]
async fn pages_with_the_same_ids_are_repeated_pages_whatever_else_differs() {
    let bodies: [fn(u32, usize) -> String; 4] = [
        // A request id.
        |_, request| format!(r#"{{"things":[{{"id":1}},{{"id":2}}],"request_id":{request}}}"#),
        // The requested page number, and records that change.
        |number, request| {
            format!(
                r#"{{"things":[{{"id":1,"name":"{request}"}},{{"id":2}}],"current_page":{number}}}"#
            )
        },
        // Their order, and totals without an end.
        |number, request| {
            let [a, b] = [[1, 2], [2, 1]][request % 2];
            format!(
                r#"{{"things":[{{"id":{a}}},{{"id":{b}}}],"total_pages":{}}}"#,
                number + 1
            )
        },
        // Records without ids, and a request id.
        |_, request| format!(r#"{{"things":[{{"name":"a"}}],"request_id":{request}}}"#),
    ];
    for (index, body) in bodies.into_iter().enumerate() {
        let server = server(move |number, request| json(200, body(number, request))).await;
        let mut pages = client(server.base_url())
            .call()
            .pages(ListThings::default());
        assert!(pages.next().await.unwrap().is_ok());
        let error = pages.next().await.unwrap().unwrap_err();
        assert!(
            error
                .to_string()
                .contains("page 2 repeats the previous page"),
            "{error}"
        );
        assert_eq!(server.requests().len(), 2, "{index}");
    }
}

#[tokio::test]
async fn list_without_an_end_ends_at_the_maximum_of_pages() {
    // Each page is new, and the totals grow.
    let server =
        server(|number, _| page([number], &format!("\"total_pages\":{}", number + 9))).await;
    let mut items = client(server.base_url())
        .items(ListThings::default())
        .max_pages(5);
    for pages in [5, 10] {
        for _ in 0..5 {
            items.next().await.unwrap().unwrap();
        }
        let error = items.next().await.unwrap().unwrap_err();
        assert_eq!(
            (error.kind(), error.page()),
            (ErrorKind::Incomplete, Some(pages + 1))
        );
        assert_eq!((error.outcome(), error.attempts()), (Outcome::NotSent, 0));
        assert!(error.to_string().contains("more than 5 pages"), "{error}");
        assert!(items.next().await.is_none());
        assert_eq!(server.requests().len(), pages as usize);
        items.resume();
    }
}

/// Three pages, of which the second fails once.
fn one_failure() -> [Action; 4] {
    [
        page([1], r#""total_pages":3"#),
        // A status that is not retried.
        json(501, ""),
        page([2], r#""total_pages":3"#),
        page([3], r#""total_pages":3"#),
    ]
}

#[tokio::test]
async fn cycle_of_pages_is_an_error() {
    // Two pages, and then a cycle of three others, without totals.
    let number = |index: u32| {
        if index < 2 {
            index
        } else {
            2 + (index - 2) % 3
        }
    };
    let server = TestServer::start((0..40).map(|index| page([number(index)], ""))).await;
    let (ids, error) = listed(&server, ListThings::default()).await;
    assert_eq!(error.unwrap().kind(), ErrorKind::Decode);
    assert!(ids.len() < 20, "{ids:?}");
}

#[tokio::test]
async fn equal_pages_without_ids_are_listed_if_the_totals_count_them() {
    let same = |metadata: &str| {
        json(
            200,
            format!(r#"{{"things":[{{"name":"a"}},{{"name":"a"}}],{metadata}}}"#),
        )
    };
    for metadata in [
        r#""total_records":6,"total_pages":3,"per_page":2"#,
        r#""total_records":6"#,
        r#""total_pages":3"#,
    ] {
        let server = TestServer::start([
            same(metadata),
            same(metadata),
            same(metadata),
            page([], metadata),
        ]);
        let mut items = client(server.await.base_url()).items(ListThings::default());
        let mut count = 0;
        while let Some(item) = items.next().await {
            item.unwrap();
            count += 1;
        }
        assert_eq!(count, 6, "{metadata}");
    }
    // A server that ignores the page number.
    let server = server(move |_, _| same(r#""total_pages":1000000"#)).await;
    let mut pages = client(server.base_url())
        .call()
        .pages(ListThings::default());
    let error = loop {
        if let Err(error) = pages.next().await.unwrap() {
            break error;
        }
    };
    assert!(
        error.to_string().contains("repeats the previous page"),
        "{error}"
    );
    assert_eq!(server.requests().len(), 12);
}

#[tokio::test]
async fn page_that_was_moved_by_new_records_is_listed_again() {
    let server = TestServer::start([
        page([1, 2], r#""total_records":4,"total_pages":2,"per_page":2"#),
        // Two records were inserted before it.
        page([1, 2], r#""total_records":6,"total_pages":3,"per_page":2"#),
        page([3, 4], r#""total_records":6,"total_pages":3,"per_page":2"#),
        page([], ""),
    ])
    .await;
    let (ids, error) = listed(&server, ListThings::default()).await;
    assert_eq!((ids, error.is_none()), (vec![1, 2, 1, 2, 3, 4], true));
}

#[tokio::test]
async fn pages_may_be_numbered_from_zero() {
    let pages = |total: &str| {
        [
            page([1, 2], &format!(r#""current_page":0,{total}"#)),
            page([3], &format!(r#""current_page":1,{total}"#)),
            page([], &format!(r#""current_page":2,{total}"#)),
        ]
    };
    // The number of the last page is 1, or there are two pages.
    for total in [
        r#""total_pages":1"#,
        r#""total_pages":2"#,
        r#""total_records":3"#,
    ] {
        let server = TestServer::start(pages(total)).await;
        let (ids, error) = listed(&server, ListThings::default()).await;
        assert_eq!((ids, error.is_none()), (vec![1, 2, 3], true), "{total}");
    }
    let constant = |number| page([number], r#""current_page":0,"total_pages":3"#);
    let server = server(move |number, _| constant(number)).await;
    let (ids, error) = listed(&server, ListThings::default()).await;
    let error = error.unwrap().to_string();
    assert!(error.contains("expected page 1, found page 0"), "{error}");
    assert_eq!(ids, [1, 2]);
}

#[tokio::test]
async fn records_of_a_page_with_a_wrong_number_precede_its_error() {
    let metadata = r#""current_page":1,"total_pages":3"#;
    let server = TestServer::start([
        page([1], metadata),
        page([2], metadata),
        // The same after `resume`, and then the right one.
        page([2], metadata),
        page([2], r#""current_page":2,"total_pages":3"#),
        page([3], r#""current_page":3,"total_pages":3"#),
    ])
    .await;
    let mut items = client(server.base_url()).items(ListThings::default());
    let mut found = Vec::new();
    while let Some(item) = items.next().await {
        match item {
            Ok(thing) => found.push(thing.id.unwrap().to_string()),
            Err(error) => {
                assert_eq!((error.kind(), error.page()), (ErrorKind::Decode, Some(2)));
                assert!(items.next().await.is_none());
                found.push(error.to_string().split_once("200: ").unwrap().1.to_owned());
                items.resume();
            }
        }
    }
    let error = "expected page 2, found page 1";
    assert_eq!(found, ["1", "2", error, "2", error, "2", "3"]);
}

#[tokio::test]
async fn missing_page_ends_a_listing_only_if_the_page_before_may_be_the_last_one() {
    let missing = [
        json(404, ""),
        json(204, ""),
        json(200, r#"{"things":null}"#),
    ];
    for missing in missing {
        for last in [r#""per_page":3"#, r#""per_page":2,"total_records":2"#] {
            let server = TestServer::start([page([1, 2], last), missing.clone()]).await;
            let (ids, error) = listed(&server, ListThings::default()).await;
            assert_eq!((ids, error.is_none()), (vec![1, 2], true), "{last}");
        }
        for last in [
            r#""per_page":3,"total_records":3"#,
            r#""per_page":3,"total_pages":3"#,
        ] {
            let server = TestServer::start([page([1, 2], last), missing.clone()]).await;
            let (ids, error) = listed(&server, ListThings::default()).await;
            assert_eq!(
                (ids, error.unwrap().page()),
                (vec![1, 2], Some(2)),
                "{last}"
            );
        }
        let server = TestServer::start([missing]).await;
        let (_, error) = listed(&server, ListThings::default()).await;
        assert_eq!(error.unwrap().page(), Some(1));
    }
    // Without totals, any page may be the last one.
    let server = TestServer::start([page([1, 2], ""), json(404, "")]).await;
    let (ids, error) = listed(&server, ListThings::default()).await;
    assert_eq!((ids, error.is_none()), (vec![1, 2], true));
}

#[tokio::test]
async fn failure_after_a_full_last_page_ends_a_list_whose_numbers_all_agree() {
    let agree = r#""total_records":2,"total_pages":1,"current_page":1,"per_page":2"#;
    for failure in [
        json(400, r#"{"errors":["no such page"]}"#),
        json(501, ""),
        json(200, "<html>"),
        json(200, "{}"),
    ] {
        let server = TestServer::start([page([1, 2], agree), failure]).await;
        let (ids, error) = listed(&server, ListThings::default()).await;
        assert!(error.is_none(), "{error:?}");
        assert_eq!(ids, [1, 2]);
    }
    for numbers in [
        r#""total_records":2,"total_pages":1,"per_page":2"#,
        r#""total_records":3,"total_pages":1,"current_page":1,"per_page":2"#,
        r#""total_records":2,"total_pages":2,"current_page":1,"per_page":2"#,
        r#""total_records":2,"total_pages":1,"current_page":1,"per_page":1"#,
    ] {
        let server = TestServer::start([page([1, 2], numbers), json(501, "")]).await;
        let (ids, error) = listed(&server, ListThings::default()).await;
        assert_eq!((ids, error.unwrap().page()), (vec![1, 2], Some(2)));
    }
}

#[tokio::test]
async fn duplicate_list_is_an_error() {
    let body = r#"{"things":[{"id":1}],"things":[{"id":2}],"total_records":1,"total_pages":1}"#;
    let server = TestServer::start([json(200, body)]).await;
    let (ids, error) = listed(&server, ListThings::default()).await;
    let error = error.unwrap();
    assert_eq!((ids, error.kind()), (vec![], ErrorKind::Decode));
    assert!(error.to_string().contains("duplicate `things`"), "{error}");
}

#[tokio::test]
async fn listing_resumes_at_the_page_that_failed() {
    let server = TestServer::start(one_failure()).await;
    let mut items = client(server.base_url()).items(ListThings::default());
    items.resume(); // before any failure
    let mut ids = Vec::new();
    let mut failures = 0;
    while let Some(item) = items.next().await {
        match item {
            Ok(thing) => ids.push(thing.id.unwrap()),
            Err(error) => {
                assert_eq!(error.page(), Some(2));
                assert!(
                    items.next().await.is_none(),
                    "it requests nothing by itself"
                );
                failures += 1;
                items.resume();
            }
        }
    }
    items.resume(); // after the end
    assert!(items.next().await.is_none());
    assert_eq!((ids, failures), (vec![1, 2, 3], 1));
    let pages = ["page=1", "page=2", "page=2", "page=3"];
    assert_eq!(requested_pages(&server), pages);
}

#[tokio::test]
async fn items_expose_the_metadata_of_their_page() {
    let server = TestServer::start([
        page([1], r#""total_pages":2,"total_records":2,"echo":"a""#),
        page([2], r#""total_pages":2,"total_records":3,"echo":"b""#),
    ])
    .await;
    let mut items = client(server.base_url()).items(ListThings::default());
    assert!(items.page().is_none());
    for (total, echo) in [(2, "\"a\""), (3, "\"b\"")] {
        items.next().await.unwrap().unwrap();
        let page = items.page().unwrap();
        assert_eq!(page.total_records, Some(total));
        assert_eq!(page.extra.get("echo").unwrap().as_str(), echo);
    }
}

#[tokio::test]
async fn invalid_listing_is_reported_by_its_first_item() {
    let server = TestServer::start([]).await;
    let (_, error) = listed(&server, ListThings::default().per_page(101u32)).await;
    assert_eq!(error.unwrap().kind(), ErrorKind::InvalidRequest);
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn pages_have_metadata_and_are_requested_lazily() {
    let server = TestServer::start([
        page([1], r#""total_pages":2,"total_records":7"#),
        page([2], r#""total_pages":2"#),
    ])
    .await;
    let mut pages = client(server.base_url())
        .call()
        .pages(ListThings::default());
    assert_eq!(server.requests().len(), 0);
    let first = pages.next().await.unwrap().unwrap();
    assert_eq!((first.total_records, first.items.len()), (Some(7), 1));
    drop(pages);
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    assert_eq!(
        server.requests().len(),
        1,
        "when it is dropped, nothing more is sent"
    );
}

#[tokio::test]
async fn unreadable_elements_are_an_error_after_all_records() {
    let last = r#"{"things":[{"id":3},null],"total_records":6,"total_pages":3}"#;
    let server = TestServer::start([
        page([1], r#""total_records":6,"total_pages":3"#),
        json(200, r#"{"things":[7,{"id":2},"x"],"total_pages":3}"#),
        // An error of a page, before that of the elements.
        json(501, ""),
        json(200, last),
    ])
    .await;
    let mut items = client(server.base_url()).items(ListThings::default());
    let mut found = Vec::new();
    while let Some(item) = items.next().await {
        match item {
            Ok(thing) => found.push((thing.id.unwrap(), items.unreadable())),
            Err(error) if error.kind() == ErrorKind::Server => {
                assert!(items.next().await.is_none());
                items.resume();
            }
            Err(error) => {
                assert_eq!((error.kind(), error.page()), (ErrorKind::Mismatch, Some(2)));
                let text = error.to_string();
                assert!(
                    text.contains("3 elements of the list could not be read"),
                    "{text}"
                );
                found.push((0, items.unreadable()));
                items.resume(); // the list has ended
            }
        }
    }
    assert_eq!(found, [(1, 0), (2, 2), (3, 3), (0, 3)]);
}
