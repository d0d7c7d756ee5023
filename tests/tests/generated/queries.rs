//! Lists and predicates in queries.

use api_runtime::api_wire::jiff::civil::date;
use test_support::{TestServer, json};

use crate::{Kind, ListItems, ReadItems, client};

async fn sent(operation: ListItems) -> String {
    let server = TestServer::start([json(200, r#"{"items":[]}"#)]).await;
    client(server.base_url()).send(operation).await.unwrap();
    let line = server.request().lines().next().unwrap().to_owned();
    let (_, path) = line.split_once("/items").unwrap();
    path.trim_end_matches(" HTTP/1.1").to_owned()
}

#[tokio::test]
async fn writes_lists_as_declared() {
    let list = ListItems::new()
        .fields(vec!["id".to_owned(), "a&b".to_owned()])
        .tag(vec!["x y".to_owned(), "a,b".to_owned(), "é".to_owned()])
        .id_in(vec![1, 2])
        .kind_in(vec![Kind::Big, Kind::Small]);
    assert_eq!(
        sent(list).await,
        "?fields=id,a%26b&tag=x%20y&tag=a%2Cb&tag=%C3%A9&id%5Bin%5D%5B%5D=1&id%5Bin%5D%5B%5D=2&kind%5Bin%5D=big,small"
    );
}

#[tokio::test]
async fn writes_predicates_of_the_convention_and_their_own_parameters() {
    let list = ListItems::new()
        .kind_not(Kind::Big)
        .created_at_gte(date(2026, 1, 1))
        .created_at_lte(date(2026, 1, 31))
        .name_is("lamp");
    assert_eq!(
        sent(list).await,
        "?kind%21=big&created_at%5Bgte%5D=2026-01-01&created_at%5Blte%5D=2026-01-31&name=lamp"
    );
}

#[tokio::test]
async fn omits_empty_lists() {
    assert_eq!(sent(ListItems::new().id_in(Vec::new())).await, "");
}

#[tokio::test]
async fn rejects_lists_beyond_their_limits() {
    let server = TestServer::start([]).await;
    let client = client(server.base_url());
    let fields = |count: usize| vec!["a".to_owned(); count];
    for (list, expected) in [
        (
            ListItems::new().fields(fields(6)),
            "query `fields`: must have at most 5 items",
        ),
        (
            ListItems::new().fields(vec!["a".repeat(16)]),
            "query `fields`: must have at most 15 characters",
        ),
        (
            ListItems::new().fields(vec!["a,b".to_owned()]),
            "query `fields`: must not have an item that is empty or contains a comma",
        ),
    ] {
        let error = client.send(list).await.unwrap_err();
        assert_eq!(error.invalid_fields()[0].to_string(), expected);
    }
    let error = client.send(ReadItems::new(Vec::new())).await.unwrap_err();
    assert_eq!(
        error.invalid_fields()[0].to_string(),
        "query `id`: must not be empty"
    );
    let error = client
        .send(ReadItems::new(vec![1]).search("a".repeat(11)))
        .await
        .unwrap_err();
    assert_eq!(
        error.invalid_fields()[0].to_string(),
        "query `search`: must have at most 10 characters"
    );
    assert!(server.requests().is_empty());
}
