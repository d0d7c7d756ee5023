//! Lists by page number: where they end, fail and continue.

use std::time::Duration;

use api_runtime::operation::Paginated;
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{Error, ErrorKind, Items, Outcome};
use test_support::shop::Thing;
use tokio::time::timeout;

use super::shop::client;
use crate::loopback::shop::ListThings;

/// A page with these ids and this metadata.
pub(crate) fn page(ids: &[u32], metadata: &str) -> Step {
    let things: Vec<_> = ids.iter().map(|id| format!("{{\"id\":{id}}}")).collect();
    let separator = if metadata.is_empty() { "" } else { "," };
    let body = format!("{{\"things\":[{}]{separator}{metadata}}}", things.join(","));
    Step::response(200, body)
}

pub(crate) fn script(steps: impl IntoIterator<Item = Step>) -> ScriptedTransport {
    ScriptedTransport::new(steps)
}

fn items(transport: &ScriptedTransport) -> Items<ListThings> {
    client(transport).items(ListThings::default())
}

/// All ids of a list, and the error that ended it, if any.
pub(crate) async fn listed<O>(items: &mut Items<O>) -> (Vec<i64>, Option<Error>)
where
    O: Paginated<Item = Thing>,
{
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

pub(crate) fn queries(transport: &ScriptedTransport) -> Vec<String> {
    let requests = transport.requests();
    let queries = requests.iter().map(|sent| sent.request.uri().query());
    queries
        .map(|query| query.unwrap_or_default().to_owned())
        .collect()
}

#[tokio::test(start_paused = true)]
async fn pages_are_requested_from_the_first_one_or_another_up_to_the_last_one() {
    let transport = script([
        page(&[1, 2], r#""current_page":1,"total_pages":3"#),
        page(&[3, 4], r#""current_page":"2","total_pages":"3""#),
        page(&[5], r#""current_page":3,"total_pages":3"#),
    ]);
    let list = ListThings::default().per_page(2u32);
    let (ids, error) = listed(&mut client(&transport).items(list)).await;
    assert_eq!((ids, error.is_none()), (vec![1, 2, 3, 4, 5], true));
    let expected = [1, 2, 3].map(|number| format!("page={number}&per_page=2"));
    assert_eq!(queries(&transport), expected);

    // The records before it are in the totals.
    let metadata = r#""total_records":7,"current_page":4,"total_pages":4"#;
    let transport = script([page(&[9], metadata)]);
    let list = ListThings::default().page(4u32);
    assert_eq!(listed(&mut client(&transport).items(list)).await.0, [9]);
    assert_eq!(queries(&transport), ["page=4"]);
}

#[tokio::test(start_paused = true)]
async fn a_request_goes_on_after_the_future_that_began_it_is_dropped() {
    let slow = page(&[1], r#""current_page":1,"total_pages":1"#).delay(Duration::from_secs(5));
    let transport = script([slow]);
    let mut items = items(&transport);
    for _ in 0..4 {
        let dropped = timeout(Duration::from_secs(1), items.next()).await;
        assert!(dropped.is_err());
    }
    assert_eq!(items.next().await.unwrap().unwrap().id, Some(1));
    assert_eq!(transport.attempts(), 1);
}

/// Pages, each with its ids and its numbers; the ids of the list; the text of its error.
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
    (&[(&[1, 2], r#""total_records":2,"total_pages":1,"per_page":2"#)], &[1, 2], ""),
    (&[(&[1, 2], r#""total_records":3,"total_pages":2,"per_page":2"#), (&[3], r#""total_records":3,"total_pages":2,"per_page":2"#)], &[1, 2, 3], ""),
    // They change between pages.
    (&[(&[1], r#""total_pages":2"#), (&[2], r#""total_pages":3"#), (&[3], r#""total_pages":3"#)], &[1, 2, 3], ""),
    (&[(&[1], r#""total_pages":9"#), (&[2], r#""total_pages":2"#)], &[1, 2], ""),
    // An empty page ends a list, which must be complete.
    (&[(&[1], r#""total_pages":3"#), (&[], r#""total_pages":3"#)], &[1], "expected 3 pages (`total_pages`), found 2"),
    (&[(&[1], r#""total_pages":3,"total_records":3"#), (&[], r#""total_pages":3,"total_records":3"#)], &[1], "expected 3 records (`total_records`), found 1"),
    (&[(&[], r#""total_records":3"#)], &[], "expected 3 records (`total_records`), found 0"),
    (&[(&[1], r#""total_pages":9,"total_records":1"#), (&[], r#""total_pages":9,"total_records":1"#)], &[1], ""),
    (&[(&[1], r#""total_pages":2"#), (&[], r#""total_pages":2"#)], &[1], ""),
    (&[(&[1], r#""total_pages":2"#), (&[], r#""total_pages":1,"current_page":1"#)], &[1], ""),
    // `total_pages` is too small: the list continues until `total_records` are listed.
    (&[(&[1, 2], r#""total_pages":1,"total_records":3"#), (&[3], r#""total_pages":1,"total_records":3"#), (&[], "")], &[1, 2, 3], ""),
    (&[(&[1, 2], r#""total_pages":1,"total_records":3"#), (&[], r#""total_pages":1,"total_records":3"#)], &[1, 2], "expected 3 records (`total_records`), found 2"),
    (&[(&[1, 2], r#""total_pages":0,"per_page":2"#), (&[3], r#""total_pages":0,"per_page":2"#), (&[], "")], &[1, 2, 3], ""),
    // `total_records` is too small: `total_pages` counts, and may be too small as well.
    (&[(&[1], r#""total_pages":2,"total_records":1"#), (&[2], r#""total_pages":2,"total_records":1"#), (&[3], ""), (&[], "")], &[1, 2, 3], ""),
    // It is negative or no number: `total_pages` counts.
    (&[(&[1], r#""total_pages":2,"total_records":-1"#), (&[2], r#""total_pages":2,"total_records":-1"#)], &[1, 2], ""),
    (&[(&[1], r#""total_pages":1,"total_records":"many""#)], &[1], ""),
    // The totals of a page count for the pages after it, until one has others.
    (&[(&[1, 2], r#""total_pages":3,"total_records":6"#), (&[3], ""), (&[], "")], &[1, 2, 3], "expected 6 records (`total_records`), found 3"),
    (&[(&[1, 2], r#""total_pages":3,"total_records":6"#), (&[], r#""total_pages":0,"total_records":0"#)], &[1, 2], "expected 6 records (`total_records`), found 2"),
    (&[(&[1, 2], r#""total_pages":3,"total_records":6"#), (&[], r#""total_pages":1,"total_records":2"#)], &[1, 2], ""),
    // One total only: after a full page, another one is requested.
    (&[(&[1, 2], r#""total_records":3,"per_page":2"#), (&[3], r#""total_records":3,"per_page":2"#)], &[1, 2, 3], ""),
    (&[(&[1, 2], r#""total_records":2,"per_page":2"#), (&[3, 4], r#""total_records":2,"per_page":2"#), (&[], "")], &[1, 2, 3, 4], ""),
    (&[(&[1, 2], r#""total_pages":1,"per_page":2"#), (&[3], r#""total_pages":2,"per_page":2"#)], &[1, 2, 3], ""),
    (&[(&[1], r#""total_records":3,"per_page":2"#), (&[], r#""total_records":3,"per_page":2"#)], &[1], "expected 3 records (`total_records`), found 1"),
    // Only `per_page`, or nothing: an empty page is the end, since pages may be shorter than claimed.
    (&[(&[1, 2], r#""per_page":3"#), (&[3], r#""per_page":3"#), (&[], r#""per_page":3"#)], &[1, 2, 3], ""),
    (&[(&[1, 2], ""), (&[3], ""), (&[], "")], &[1, 2, 3], ""),
    (&[(&[], "")], &[], ""),
    // Another page than the requested one.
    (&[(&[1, 2], r#""current_page":1,"total_pages":5"#), (&[1, 2], r#""current_page":1,"total_pages":5"#)], &[1, 2], "expected page 2, found page 1"),
    (&[(&[1], r#""current_page":0,"total_pages":3"#)], &[], "expected page 1, found page 0"),
    // A page again, in another order.
    (&[(&[1, 2], ""), (&[2, 1], "")], &[1, 2], "page 2 repeats the previous page"),
];

#[tokio::test(start_paused = true)]
async fn each_combination_of_totals_and_pages_has_its_end() {
    for (pages, expected, text) in ENDS {
        let transport = script(pages.iter().map(|(ids, metadata)| page(ids, metadata)));
        let (ids, error) = listed(&mut items(&transport)).await;
        assert_eq!(ids, *expected, "{pages:?}: {error:?}");
        assert_eq!(transport.attempts(), pages.len(), "{pages:?}");
        let Some(error) = error else {
            assert_eq!(*text, "", "{pages:?}");
            continue;
        };
        let found = error.to_string();
        let is_text = !text.is_empty() && found.contains(text);
        assert!(is_text, "{pages:?}: {found}");
        let kind = match text.contains("total_") {
            true => ErrorKind::Incomplete,
            false => ErrorKind::Decode,
        };
        let number = Some(pages.len() as u32);
        assert_eq!((error.kind(), error.page()), (kind, number));
    }
}

#[tokio::test(start_paused = true)]
async fn missing_page_ends_a_list_only_if_the_page_before_may_be_the_last_one() {
    for missing in [404, 204] {
        let missing = || Step::response(missing, "");
        for last in [r#""per_page":3"#, r#""per_page":2,"total_records":2"#, ""] {
            let (ids, error) = listed(&mut items(&script([page(&[1, 2], last), missing()]))).await;
            assert_eq!((ids, error.is_none()), (vec![1, 2], true), "{last}");
        }
        for last in [r#""total_records":3"#, r#""total_pages":3"#] {
            let (ids, error) = listed(&mut items(&script([page(&[1, 2], last), missing()]))).await;
            assert_eq!((ids, error.unwrap().page()), (vec![1, 2], Some(2)));
        }
        let (_, error) = listed(&mut items(&script([missing()]))).await;
        assert_eq!(error.unwrap().page(), Some(1));
    }
}

#[tokio::test(start_paused = true)]
async fn pages_with_the_same_records_are_repeated_pages_whatever_else_differs() {
    let bodies: [fn(u32) -> String; 3] = [
        // A request id.
        |number| format!(r#"{{"things":[{{"id":1}},{{"id":2}}],"request_id":{number}}}"#),
        // The requested page number, and records that change.
        |number| format!(r#"{{"things":[{{"id":1,"name":"{number}"}}],"current_page":{number}}}"#),
        // Records without ids, and a request id.
        |number| format!(r#"{{"things":[{{"name":"a"}}],"request_id":{number}}}"#),
    ];
    for body in bodies {
        let transport = script([1, 2].map(|number| Step::response(200, body(number))));
        let mut pages = client(&transport).call().pages(ListThings::default());
        assert!(pages.next().await.unwrap().is_ok());
        let error = pages.next().await.unwrap().unwrap_err().to_string();
        assert!(
            error.contains("page 2 repeats the previous page"),
            "{error}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn list_without_an_end_ends_at_the_maximum_of_pages() {
    // Each page is new, and the totals grow.
    let pages = (1..=10).map(|number| page(&[number], &format!("\"total_pages\":{}", number + 9)));
    let transport = script(pages);
    let mut items = items(&transport).max_pages(5);
    for pages in [5, 10] {
        for _ in 0..5 {
            items.next().await.unwrap().unwrap();
        }
        let error = items.next().await.unwrap().unwrap_err();
        let kind = (error.kind(), error.page(), error.outcome());
        let expected = (ErrorKind::Incomplete, Some(pages + 1), Outcome::Unknown);
        assert_eq!(kind, expected);
        assert!(error.to_string().contains("more than 5 pages"), "{error}");
        assert!(items.next().await.is_none());
        assert_eq!(transport.attempts(), pages as usize);
        items.resume();
    }
}

#[tokio::test(start_paused = true)]
async fn list_resumes_at_the_page_that_failed() {
    let total = r#""total_pages":3"#;
    let transport = script([
        page(&[1], total),
        // A status that is not retried.
        Step::response(501, ""),
        page(&[2], total),
        page(&[3], total),
    ]);
    let mut items = items(&transport);
    items.resume(); // before any failure
    assert_eq!(items.next().await.unwrap().unwrap().id, Some(1));
    let error = items.next().await.unwrap().unwrap_err();
    assert_eq!(error.page(), Some(2));
    assert!(
        items.next().await.is_none(),
        "it requests nothing by itself"
    );
    items.resume();
    for id in [2, 3] {
        assert_eq!(items.next().await.unwrap().unwrap().id, Some(id));
    }
    items.resume(); // at the end
    assert!(items.next().await.is_none());
    assert_eq!(
        queries(&transport),
        ["page=1", "page=2", "page=2", "page=3"]
    );
}

#[tokio::test(start_paused = true)]
async fn pages_have_metadata_and_are_requested_lazily() {
    let transport = script([
        page(&[1], r#""total_pages":2,"total_records":2,"echo":"a""#),
        page(&[2], r#""total_pages":2,"total_records":3,"echo":"b""#),
        page(&[3], r#""total_pages":3"#),
    ]);
    let mut items = items(&transport);
    assert!(items.page().is_none());
    for (total, echo) in [(2, "\"a\""), (3, "\"b\"")] {
        items.next().await.unwrap().unwrap();
        let page = items.page().unwrap();
        assert_eq!(page.total_records, Some(total));
        assert_eq!(page.extra.get("echo").unwrap().as_str(), echo);
    }
    assert_eq!(transport.attempts(), 2);
}

#[tokio::test(start_paused = true)]
async fn duplicate_list_and_invalid_parameter_are_errors() {
    let body = r#"{"things":[{"id":1}],"things":[{"id":2}],"total_records":1,"total_pages":1}"#;
    let (ids, error) = listed(&mut items(&script([Step::response(200, body)]))).await;
    let error = error.unwrap();
    assert_eq!((ids, error.kind()), (vec![], ErrorKind::Decode));
    assert!(error.to_string().contains("duplicate `things`"), "{error}");

    let list = ListThings::default().per_page(101u32);
    let (_, error) = listed(&mut client(&script([])).items(list)).await;
    assert_eq!(error.unwrap().kind(), ErrorKind::InvalidRequest);
}

#[tokio::test(start_paused = true)]
async fn unreadable_elements_are_an_error_after_all_records() {
    let json = |body| Step::response(200, body);
    let transport = script([
        page(&[1], r#""total_records":6,"total_pages":3"#),
        json(r#"{"things":[7,{"id":2},"x"],"total_pages":3}"#),
        // An error of a page, before that of the elements.
        Step::response(501, ""),
        json(r#"{"things":[{"id":3},null],"total_records":6,"total_pages":3}"#),
    ]);
    let mut items = items(&transport);
    let mut found = Vec::new();
    while let Some(item) = items.next().await {
        match item {
            Ok(thing) => found.push((thing.id.unwrap(), items.unreadable())),
            Err(error) if error.kind() == ErrorKind::Server => items.resume(),
            Err(error) => {
                assert_eq!((error.kind(), error.page()), (ErrorKind::Mismatch, Some(2)));
                let text = error.to_string();
                let is_counted = text.contains("3 elements of the list could not be read");
                assert!(is_counted, "{text}");
                found.push((0, items.unreadable()));
            }
        }
    }
    assert_eq!(found, [(1, 0), (2, 2), (3, 3), (0, 3)]);
}
