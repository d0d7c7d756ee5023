//! Lists by cursor.

use test_support::shop::blocking::Client;
use test_support::shop::{Config, ListFeed, config_at};

use super::server::Server;

/// A feed of six things, two to a page. The cursor is the id of the last one; the page after `4` is
/// missing.
fn feed(last_page: &'static str) -> (Server, Config) {
    let server = Server::start(move |request| {
        let target = request.split(' ').nth(1)?;
        let page = match target.split_once("after=").map(|(_, cursor)| cursor) {
            None => r#"{"things":[{"id":1},{"id":2}],"next":"2"}"#,
            Some("2") => r#"{"things":[{"id":3},{"id":4}],"next":"4"}"#,
            Some("4") => last_page,
            Some(_) => return None,
        };
        Some(page.to_owned())
    });
    let config = config_at(server.address());
    (server, config)
}

const LAST_PAGE: &str = r#"{"things":[{"id":5},{"id":6}]}"#;

#[test]
fn items_and_pages_follow_cursors() {
    let (server, config) = feed(LAST_PAGE);
    let client = Client::new(config).unwrap();
    let items = client.items(ListFeed::default());
    let ids: Vec<_> = items.map(|thing| thing.unwrap().id.unwrap()).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5, 6]);
    assert_eq!(server.requests().len(), 3);
    let items = client.items(ListFeed::default().cursor("2")).prefetch();
    let ids: Vec<_> = items.map(|thing| thing.unwrap().id.unwrap()).collect();
    assert_eq!(ids, [3, 4, 5, 6]);
    assert_eq!(server.requests().len(), 5);
    let pages = client.pages(ListFeed::default());
    let cursors: Vec<_> = pages.map(|page| page.unwrap().metadata.next).collect();
    assert_eq!(cursors, [Some("2".to_owned()), Some("4".to_owned()), None]);
}

#[test]
fn another_client_continues_at_the_token_of_the_failed_page() {
    let (_failing, config) = feed("no");
    let client = Client::new(config).unwrap();
    let mut items = client.items(ListFeed::default());
    let ids: Vec<_> = items
        .by_ref()
        .map_while(Result::ok)
        .map(|thing| thing.id)
        .collect();
    assert_eq!(ids.len(), 4);
    let token = items.next_page_token();
    assert_eq!(token.as_deref(), Some("4"));
    let (server, config) = feed(LAST_PAGE);
    let list = ListFeed {
        cursor: token,
        ..ListFeed::default()
    };
    let items = Client::new(config).unwrap().items(list);
    let ids: Vec<_> = items.map(|thing| thing.unwrap().id.unwrap()).collect();
    assert_eq!((ids, server.requests().len()), (vec![5, 6], 1));
}
