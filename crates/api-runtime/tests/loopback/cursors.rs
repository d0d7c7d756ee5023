//! Lists by cursor.

use api_runtime::ErrorKind;
use test_support::shop::ListFeed;
use test_support::{Action, TestServer, json};

use crate::shop::client;

/// A page with these ids, and this JSON after them.
fn page(ids: &str, end: &str) -> Action {
    let things: Vec<String> = ids
        .split(' ')
        .map(|id| format!("{{\"id\":{id}}}"))
        .collect();
    json(200, format!("{{\"things\":[{}]{end}}}", things.join(",")))
}

/// The targets of the requests.
fn targets(server: &TestServer) -> Vec<String> {
    let target = |request: &String| request.split(' ').nth(1).unwrap().to_owned();
    server.requests().iter().map(target).collect()
}

#[tokio::test]
async fn cursors_are_sent_until_a_page_has_none() {
    let server = TestServer::start([
        page("1 2", r#","next":"a b+c/d=&e","has_more":true"#),
        page("3", r#","next":"\u00e9","has_more":true"#),
        page("4", r#","next":null,"has_more":false"#),
    ])
    .await;
    let list = ListFeed::default().per_page(2u32);
    let mut items = client(server.base_url()).items(list);
    let mut ids = Vec::new();
    while let Some(thing) = items.next().await {
        ids.push(thing.unwrap().id.unwrap());
    }
    assert_eq!(ids, [1, 2, 3, 4]);
    assert_eq!(
        targets(&server),
        [
            "/api/feed?limit=2",
            "/api/feed?after=a%20b%2Bc%2Fd%3D%26e&limit=2",
            "/api/feed?after=%C3%A9&limit=2",
        ]
    );
}

#[tokio::test]
async fn failed_page_and_broken_connection_repeat_the_same_cursor() {
    let server = TestServer::start([
        page("1", r#","next":"a""#),
        Action::Close,
        page("2", r#","next":"b""#),
        json(410, r#"{"error":"expired"}"#),
        page("3", ""),
    ])
    .await;
    let mut pages = client(server.base_url()).pages(ListFeed::default());
    for id in [1, 2] {
        let page = pages.next().await.unwrap().unwrap();
        assert_eq!(page.items[0].id, Some(id));
    }
    let error = pages.next().await.unwrap().unwrap_err();
    assert_eq!((error.kind(), error.page()), (ErrorKind::Other, Some(3)));
    assert!(pages.next().await.is_none(), "after an error it rests");
    assert_eq!(pages.next_page_token().as_deref(), Some("b"));
    pages.resume();
    let page = pages.next().await.unwrap().unwrap();
    assert_eq!(page.items[0].id, Some(3));
    assert!(pages.next().await.is_none());
    let feed = "/api/feed".to_owned();
    let (a, b) = (format!("{feed}?after=a"), format!("{feed}?after=b"));
    assert_eq!(targets(&server), [feed, a.clone(), a, b.clone(), b]);
}
