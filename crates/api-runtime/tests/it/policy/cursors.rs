//! Lists by cursor: where they end, fail and continue.

use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{ErrorKind, Items};
use test_support::shop::ListFeed;
use test_support::whole_text;

use super::paging::{listed, page, queries, script};
use super::shop::client;

fn items(transport: &ScriptedTransport) -> Items<ListFeed> {
    client(transport).items(ListFeed::default())
}

/// Pages, each with its ids and its end; the ids of the list; the page that fails, and its error.
type Case = (
    &'static [(&'static [u32], &'static str)],
    &'static [i64],
    Option<(u32, ErrorKind, &'static str)>,
);

#[rustfmt::skip]
const ENDS: &[Case] = &[
    // A page without a cursor is the last one, and so is one whose flag says so.
    (&[(&[1], r#""next":"a""#), (&[2], "")], &[1, 2], None),
    (&[(&[1], r#""next":"a""#), (&[2], r#""next":null"#)], &[1, 2], None),
    (&[(&[1], r#""next":"a""#), (&[2], r#""next":"""#)], &[1, 2], None),
    (&[(&[1], r#""next":"a","has_more":true"#), (&[2], r#""next":"b","has_more":false"#)], &[1, 2], None),
    // More pages without a cursor.
    (&[(&[1], r#""next":"a""#), (&[2], r#""has_more":true"#)], &[1], Some((2, ErrorKind::Incomplete, "expected a next cursor"))),
    (&[(&[1], r#""next":"","has_more":true"#)], &[], Some((1, ErrorKind::Incomplete, "expected a next cursor"))),
    // The cursor of the page itself, or of an earlier one.
    (&[(&[1], r#""next":"a""#), (&[2], r#""next":"a""#)], &[1], Some((2, ErrorKind::Decode, "repeats the cursor"))),
    (&[(&[1], r#""next":"a""#), (&[2], r#""next":"b""#), (&[3], r#""next":"a""#)], &[1, 2], Some((3, ErrorKind::Decode, "repeats the cursor"))),
    // A cursor that cannot be read is not the end.
    (&[(&[1], r#""next":"a""#), (&[2], r#""next":7"#)], &[1], Some((2, ErrorKind::Decode, "expected a string or null"))),
    (&[(&[1], r#""next":"a""#), (&[2], r#""next":["b"]"#)], &[1], Some((2, ErrorKind::Decode, "expected a string or null"))),
];

#[tokio::test(start_paused = true)]
async fn each_end_of_a_page_has_its_meaning() {
    for (pages, expected, failure) in ENDS {
        let transport = script(pages.iter().map(|(ids, end)| page(ids, end)));
        let (ids, error) = listed(&mut items(&transport)).await;
        assert_eq!(
            (&ids[..], transport.attempts()),
            (*expected, pages.len()),
            "{pages:?}"
        );
        let found = error
            .as_ref()
            .and_then(|error| Some((error.page()?, error.kind())));
        assert_eq!(
            found,
            failure.map(|(page, kind, _)| (page, kind)),
            "{pages:?}"
        );
        let text = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(
            text.contains(failure.map_or("", |(.., text)| text)),
            "{text}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_list_continues_at_the_cursor_of_the_page_that_failed() {
    let transport = script([
        page(&[1], r#""next":"a b""#),
        Step::response(410, ""),
        page(&[2], r#""next":"c&d=/""#),
        page(&[3], ""),
    ]);
    let list = ListFeed::default().per_page(2_u32);
    let mut items = client(&transport).items(list);
    let (ids, error) = listed(&mut items).await;
    assert_eq!((ids, error.unwrap().page()), (vec![1], Some(2)));
    assert_eq!(items.next_page_token().as_deref(), Some("a b"));
    items.resume();
    assert_eq!(listed(&mut items).await.0, [2, 3]);
    assert_eq!(items.next_page_token(), None);
    let after = |cursor: &str| format!("after={cursor}&limit=2");
    assert_eq!(
        queries(&transport),
        [
            "limit=2".to_owned(),
            after("a%20b"),
            after("a%20b"),
            after("c%26d%3D%2F")
        ]
    );
    // Another process continues there, and follows that cursor no second time.
    let transport = script([page(&[2], r#""next":"a b""#)]);
    let list = ListFeed::default().cursor("a b");
    let (ids, error) = listed(&mut client(&transport).items(list)).await;
    assert_eq!((ids, error.unwrap().kind()), (vec![], ErrorKind::Decode));
    assert_eq!(queries(&transport), ["after=a%20b"]);
}

#[tokio::test(start_paused = true)]
async fn debug_and_errors_do_not_show_the_cursor() {
    let end = r#""next":"s3cret-cursor""#;
    let transport = script([page(&[1], end), page(&[2], end)]);
    let mut pages = client(&transport).call().pages(ListFeed::default());
    let page = pages.next().await.unwrap().unwrap();
    assert_eq!(page.metadata.next.as_deref(), Some("s3cret-cursor"));
    let error = pages.next().await.unwrap().unwrap_err();
    let shown = format!("{pages:?} {}", whole_text(&error));
    assert!(!shown.contains("s3cret"), "{shown}");
}
