//! Start, stop, and the data file.

use std::time::Duration;

use api_sandbox::{OrderStatus, Sandbox};

use crate::common::{TOKEN, VENUE, demo, demo_with, order};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sandboxes_run_in_parallel() {
    let mut sandboxes = Vec::new();
    for _ in 0..50 {
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
    for _ in 0..100 {
        let demo = std::sync::Arc::clone(&demo);
        calls.spawn(async move {
            demo.post(VENUE, "/api/v3/incoming_orders", order("ONE", None))
                .await
                .0
        });
    }
    let statuses = calls.join_all().await;
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1);
    assert_eq!(statuses.iter().filter(|status| **status == 422).count(), 99);
}

#[tokio::test]
async fn seed_and_clock_determine_the_data() {
    let path = "/api/v2/venue/sales_histories?per_page=50";
    let first = demo().await.get(TOKEN, path).await;
    assert_eq!(first, demo().await.get(TOKEN, path).await);
    assert_ne!(
        first,
        demo_with(Sandbox::builder().seed(7))
            .await
            .get(TOKEN, path)
            .await
    );
}

#[tokio::test]
async fn data_file_restores_the_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sandbox.json");
    let (order, quote, payment, shown) = {
        let demo = demo_with(Sandbox::builder().seed(3).data_file(&file)).await;
        let ids = (
            demo.order("STORED", None).await,
            demo.quote().await,
            demo.payment().await,
        );
        demo.sandbox
            .control()
            .set_order_status(ids.0, OrderStatus::EnRoute)
            .expect("a change");
        let path = format!("/api/v3/incoming_orders/{}", ids.0);
        let (_, shown) = demo.get(VENUE, &path).await;
        (ids.0, ids.1, ids.2, shown)
    };
    // The data of the file have priority over the seed and the clock.
    let demo = demo_with(Sandbox::builder().seed(4).data_file(&file)).await;
    let (_, response) = demo
        .get(VENUE, &format!("/api/v3/incoming_orders/{order}"))
        .await;
    assert_eq!(response["incoming_order"]["aasm_state"], "en_route");
    assert_eq!(response, shown);
    assert!(response["order_items"][0]["item_id"].is_i64(), "{response}");
    assert_eq!(
        demo.get(VENUE, &format!("/api/v3/incoming_quotes/Q-{quote}"))
            .await
            .0,
        200
    );
    assert_eq!(demo.sandbox.control().payments()[0].request_uid, payment);
    assert_eq!(
        demo.post(
            VENUE,
            "/api/v3/incoming_orders",
            crate::common::order("STORED", None)
        )
        .await
        .0,
        422
    );
    assert_ne!(demo.order("NEXT", None).await, order);
}
