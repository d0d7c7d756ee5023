//! Lists by cursor: where they end, fail and continue.

use std::fmt::Debug;

use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::TransportError;
use api_runtime::{Error, ErrorKind, Items};
use test_support::shop::ListFeed;
use test_support::whole_text;

use super::shop::client;

/// A page with these ids, and this end.
fn page(ids: &[i64], end: &str) -> Step {
    let things: Vec<String> = ids.iter().map(|id| format!("{{\"id\":{id}}}")).collect();
    Step::response(200, format!("{{\"things\":[{}]{end}}}", things.join(",")))
}

/// A page with these ids and a cursor.
pub(crate) fn page_before(ids: &[i64], cursor: &str) -> Step {
    page(ids, &format!(",\"next\":\"{cursor}\""))
}

fn script(steps: impl IntoIterator<Item = Step>) -> ScriptedTransport {
    ScriptedTransport::new(steps)
}

/// The ids up to the end or an error.
async fn listed(items: &mut Items<ListFeed>) -> (Vec<i64>, Option<Error>) {
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
    (ids, None)
}

/// The cursors of the requests; empty without one.
fn cursors(transport: &ScriptedTransport) -> Vec<String> {
    let requests = transport.requests();
    let query = |uri: &api_runtime::http::Uri| uri.query().unwrap_or_default().to_owned();
    requests
        .iter()
        .map(|request| query(request.request.uri()))
        .map(|query| match query.strip_prefix("after=") {
            Some(cursor) => cursor.split('&').next().unwrap().to_owned(),
            None => String::new(),
        })
        .collect()
}

fn items(transport: &ScriptedTransport) -> Items<ListFeed> {
    client(transport).items(ListFeed::default())
}

fn assert_error(error: Option<Error>, kind: ErrorKind, page: u32, text: &str) {
    let error = error.expect("an error");
    assert_eq!((error.kind(), error.page()), (kind, Some(page)), "{error}");
    assert!(error.to_string().contains(text), "{error}");
}

fn is_send<T: Send + Debug>(_: &T) {}

#[tokio::test(start_paused = true)]
async fn follows_cursors_to_a_page_without_one() {
    for end in ["", ",\"next\":null", ",\"next\":\"\""] {
        let steps = [
            page_before(&[1, 2], "a b"),
            page_before(&[3], "c&d=/"),
            page(&[4], end),
        ];
        let transport = script(steps);
        let list = ListFeed::default().per_page(2_u32);
        let mut items = client(&transport).items(list);
        is_send(&items);
        let (ids, error) = listed(&mut items).await;
        assert!(error.is_none(), "{error:?}");
        assert_eq!(ids, [1, 2, 3, 4]);
        assert_eq!(items.next_page_token(), None);
        // Each cursor is encoded; the page size is sent with it.
        assert_eq!(cursors(&transport), ["", "a%20b", "c%26d%3D%2F"]);
        let requests = transport.requests();
        let last = requests[2].request.uri().query().unwrap();
        assert!(last.ends_with("&limit=2"), "{last}");
    }
}

#[tokio::test(start_paused = true)]
async fn flag_without_more_pages_ends_the_list() {
    let transport = script([
        page(&[1], ",\"next\":\"a\",\"has_more\":true"),
        page(&[2], ",\"next\":\"b\",\"has_more\":false"),
    ]);
    let (ids, error) = listed(&mut items(&transport)).await;
    assert!(error.is_none(), "{error:?}");
    assert_eq!((ids, cursors(&transport).len()), (vec![1, 2], 2));
}

#[tokio::test(start_paused = true)]
async fn more_pages_without_a_cursor_are_an_error() {
    for end in ["", ",\"next\":null", ",\"next\":\"\""] {
        let transport = script([
            page_before(&[1], "a"),
            page(&[2], &format!("{end},\"has_more\":true")),
            page(&[2], ",\"next\":\"b\",\"has_more\":true"),
            page(&[3], ""),
        ]);
        let mut items = items(&transport);
        let (ids, error) = listed(&mut items).await;
        assert_eq!(ids, [1]);
        assert_error(error, ErrorKind::Incomplete, 2, "expected a next cursor");
        assert_eq!(items.next_page_token().as_deref(), Some("a"));
        // The page is requested again.
        items.resume();
        let (ids, error) = listed(&mut items).await;
        assert!(error.is_none(), "{error:?}");
        assert_eq!(ids, [2, 3]);
        assert_eq!(cursors(&transport), ["", "a", "a", "b"]);
    }
}

#[tokio::test(start_paused = true)]
async fn cursor_that_was_followed_before_is_an_error() {
    // The cursor of its own page, of an earlier page, and of the start.
    for (start, repeated) in [(None, "c"), (None, "a"), (Some("start"), "start")] {
        let transport = script([
            page_before(&[1], "a"),
            page_before(&[2], "b"),
            page_before(&[3], "c"),
            page_before(&[4], repeated),
        ]);
        let mut list = ListFeed::default();
        list.cursor = start.map(str::to_owned);
        let mut items = client(&transport).items(list);
        let (ids, error) = listed(&mut items).await;
        assert_eq!(ids, [1, 2, 3], "{repeated}");
        assert_error(error, ErrorKind::Decode, 4, "repeats the cursor");
        assert_eq!(transport.attempts(), 4);
        assert_eq!(items.next_page_token().as_deref(), Some("c"));
    }
}

#[tokio::test(start_paused = true)]
async fn unreadable_cursor_is_an_error_and_not_the_end() {
    for next in ["7", "true", "[]", "{}", "[\"b\"]"] {
        let transport = script([
            page_before(&[1], "a"),
            page(&[2], &format!(",\"next\":{next}")),
        ]);
        let (ids, error) = listed(&mut items(&transport)).await;
        assert_eq!(ids, [1], "{next}");
        assert_error(error, ErrorKind::Decode, 2, "expected a string or null");
    }
}

#[tokio::test(start_paused = true)]
async fn failed_page_is_requested_again_with_the_same_cursor() {
    let unavailable = || Step::failure(TransportError::interrupted("scripted"));
    let transport = script([
        page_before(&[1], "a"),
        unavailable(),
        unavailable(),
        unavailable(),
        page_before(&[2], "b"),
        Step::response(410, "{\"error\":\"expired\"}"),
        page(&[3], ""),
    ]);
    let mut items = items(&transport);
    let (ids, error) = listed(&mut items).await;
    assert_eq!((ids, error.unwrap().page()), (vec![1], Some(2)));
    assert_eq!(items.next_page_token().as_deref(), Some("a"));
    items.resume();
    let (ids, error) = listed(&mut items).await;
    assert_eq!((ids, error.unwrap().page()), (vec![2], Some(3)));
    items.resume();
    let (ids, error) = listed(&mut items).await;
    assert!(error.is_none(), "{error:?}");
    assert_eq!(ids, [3]);
    assert_eq!(cursors(&transport), ["", "a", "a", "a", "a", "b", "b"]);
}

#[tokio::test(start_paused = true)]
async fn another_process_continues_at_the_token_of_the_failed_page() {
    let failing = script([page_before(&[1], "a"), Step::response(410, "")]);
    let mut first = items(&failing);
    assert_eq!(listed(&mut first).await.0, [1]);
    let cursor = first.next_page_token().unwrap();
    let transport = script([page_before(&[2], "b"), page(&[3], "")]);
    let list = ListFeed::default().cursor(cursor);
    let (ids, error) = listed(&mut client(&transport).items(list)).await;
    assert!(error.is_none(), "{error:?}");
    assert_eq!(ids, [2, 3]);
    assert_eq!(cursors(&transport), ["a", "b"]);
}

#[tokio::test(start_paused = true)]
async fn pages_have_their_cursor_and_debug_does_not_show_it() {
    let transport = script([page_before(&[1], "s3cret-cursor"), page(&[2], "")]);
    let mut pages = client(&transport).call().pages(ListFeed::default());
    assert_eq!(pages.next_page_token(), None, "the first page has none");
    let page = pages.next().await.unwrap().unwrap();
    assert_eq!(page.metadata.next.as_deref(), Some("s3cret-cursor"));
    assert_eq!(pages.next_page_token().as_deref(), Some("s3cret-cursor"));
    assert!(!format!("{pages:?}").contains("s3cret"), "{pages:?}");
}

#[tokio::test(start_paused = true)]
async fn errors_do_not_show_the_cursor() {
    let transport = script([
        page_before(&[1], "s3cret-cursor"),
        page_before(&[2], "s3cret-cursor"),
    ]);
    let error = listed(&mut items(&transport)).await.1.unwrap();
    assert!(!whole_text(&error).contains("s3cret"), "{error:?}");
}
