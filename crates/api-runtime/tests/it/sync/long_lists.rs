//! How many requests a run needs, and how long its checkpoint is.

use std::ops::Range;

use super::runs::{page, parameter};
use super::server::{Server, client, json};
use super::stock::{ListStock, Order, StockServer, World};

fn pages_of(size: u32) -> ListStock {
    ListStock {
        per_page: Some(size),
        ..ListStock::default()
    }
}

/// The number of records that a run returns before its end, and of its requests.
async fn read(server: &Server, size: u32) -> (usize, usize, bool) {
    let mut run = client(server).sync(pages_of(size), None).unwrap();
    let mut count = 0;
    while let Some(batch) = run.next().await {
        match batch {
            Ok(batch) => count += batch.records.len(),
            Err(_) => return (count, server.requests().len(), false),
        }
    }
    (count, server.requests().len(), true)
}

#[tokio::test]
async fn pages_of_each_size_overlap_and_advance() {
    for (size, rows, requests) in [
        (20, 300, 22),
        (21, 300, 21),
        (33, 300, 14),
        (47, 300, 10),
        (64, 300, 8),
        (99, 500, 8),
        // A third more than without an overlap.
        (100, 1_000, 14),
        (130, 1_000, 11),
    ] {
        let server = StockServer::start(World::new(Order::Id, rows));
        let (count, sent, has_ended) = read(&server.server, size).await;
        assert_eq!((count, has_ended), (rows, true), "{size}");
        assert!(sent <= requests, "{size}: {sent}");
    }
}

/// A list that does not change, whose rows in `undated` have no time of change.
fn partly_undated(rows: i64, undated: Range<i64>) -> Server {
    Server::with_handler(move |target| {
        let size = parameter(target, "per_page=");
        let start = ((parameter(target, "?page=") - 1) * size).min(rows);
        let mut body = page(start..(start + size).min(rows), "");
        for id in undated.clone() {
            body = body.replace(
                &format!(r#"{{"id":{id},"updated_at""#),
                &format!(r#"{{"id":{id},"updated_by""#),
            );
        }
        json(200, body)
    })
}

#[tokio::test]
async fn a_stretch_without_times_of_change_does_not_loop_forever() {
    for size in [20, 50] {
        let rows = size * 20;
        for start in [size / 2, size * 3, size * 19] {
            let undated = start..(start + size * 3).min(rows);
            let server = partly_undated(rows, undated);
            let size = u32::try_from(size).unwrap();
            let (_, requests, _) = read(&server, size).await;
            assert!(requests < 1_000, "{size} rows a page: {requests} requests");
        }
        let few = partly_undated(rows, size * 6..size * 6 + size / 20);
        let (_, _, has_ended) = read(&few, u32::try_from(size).unwrap()).await;
        assert!(has_ended, "a few such rows do not fail a run");
    }
}

#[tokio::test]
async fn a_checkpoint_of_many_rows_is_short_and_found_again() {
    let server = StockServer::start(World::new(Order::Id, 1_500));
    let client = client(&server.server);
    let mut run = client.sync(pages_of(20), None).unwrap();
    let (mut stored, mut count) = (None, 0);
    while count < 1_400 {
        let batch = run.next().await.unwrap().unwrap();
        count += batch.records.len();
        stored = Some(batch.checkpoint);
    }
    let text = stored.as_ref().unwrap().to_string();
    assert!(text.len() < 2_500, "{}", text.len());
    assert_eq!(text.parse().ok(), stored);
    let requests = server.server.requests().len();
    let mut run = client.sync(pages_of(20), stored).unwrap();
    while let Some(batch) = run.next().await {
        batch.unwrap();
    }
    let requests = server.server.requests().len() - requests;
    assert!(requests < 15, "{requests}");
}
