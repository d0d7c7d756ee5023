//! Start, stop, and the data file.

use std::time::Duration;

use api_sandbox::Sandbox;

use crate::common::{TOKEN, VENUE, demo, order};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sandboxes_run_in_parallel() {
    let mut sandboxes = Vec::new();
    for _ in 0..10 {
        let sandbox = Sandbox::start().await.expect("a sandbox");
        // It accepts connections.
        tokio::net::TcpStream::connect(sandbox.address())
            .await
            .expect("a connection");
        sandboxes.push(sandbox);
    }
    let (first, second) = (demo().await, demo().await);
    assert_eq!(
        first.order("SAME", None).await,
        second.order("SAME", None).await
    );
}

#[tokio::test]
async fn stops_on_drop() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let address = sandbox.address();
    drop(sandbox);
    // It stops asynchronously.
    for _ in 0..200 {
        if tokio::net::TcpStream::connect(address).await.is_err() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("still accepting connections at {address}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_orders_take_a_reference_once() {
    let demo = std::sync::Arc::new(demo().await);
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let demo = std::sync::Arc::clone(&demo);
        calls.spawn(async move {
            demo.post(VENUE, "/api/v3/incoming_orders", order("ONE", None))
                .await
                .0
        });
    }
    let statuses = calls.join_all().await;
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1);
    assert_eq!(statuses.iter().filter(|status| **status == 422).count(), 29);
}

#[tokio::test]
async fn the_clock_determines_the_data() {
    let path = "/api/v2/venue/sales_histories?per_page=50";
    let first = demo().await.get(TOKEN, path).await;
    assert_eq!(first, demo().await.get(TOKEN, path).await);
}
