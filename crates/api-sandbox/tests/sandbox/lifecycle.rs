//! Starting, and keeping.

use std::time::Duration;

use api_sandbox::{OrderStatus, Sandbox};

use crate::common::{TOKEN, VENUE, demo, demo_with, order};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_run_side_by_side() {
    let mut sandboxes = Vec::new();
    for _ in 0..50 {
        let sandbox = Sandbox::start().await.expect("a sandbox");
        // Ready is when it answers.
        tokio::net::TcpStream::connect(sandbox.address())
            .await
            .expect("a connection");
        sandboxes.push(sandbox);
    }
    let (one, other) = (demo().await, demo().await);
    assert_eq!(
        one.order("SAME", None).await,
        other.order("SAME", None).await
    );
}

#[tokio::test]
async fn it_stops_when_it_is_dropped() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let address = sandbox.address();
    drop(sandbox);
    // It stops soon, not at once: the limit only keeps a sandbox that stays from hanging the test.
    for _ in 0..200 {
        if tokio::net::TcpStream::connect(address).await.is_err() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it still answers at {address}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_reference_is_taken_once() {
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
async fn the_seed_and_the_clock_make_the_data() {
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
async fn a_data_file_keeps_the_state_over_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sandbox.json");
    let (order, quote, payment, shown) = {
        let demo = demo_with(Sandbox::builder().seed(3).data_file(&file)).await;
        let kept = (
            demo.order("KEPT", None).await,
            demo.quote().await,
            demo.payment().await,
        );
        demo.sandbox
            .control()
            .set_order_status(kept.0, OrderStatus::EnRoute)
            .expect("a change");
        let path = format!("/api/v3/incoming_orders/{}", kept.0);
        let (_, shown) = demo.get(VENUE, &path).await;
        (kept.0, kept.1, kept.2, shown)
    };
    // Another seed and a later clock: the file's own data stay.
    let demo = demo_with(Sandbox::builder().seed(4).data_file(&file)).await;
    let (_, reply) = demo
        .get(VENUE, &format!("/api/v3/incoming_orders/{order}"))
        .await;
    assert_eq!(reply["incoming_order"]["aasm_state"], "en_route");
    assert_eq!(reply, shown);
    assert!(reply["order_items"][0]["item_id"].is_i64(), "{reply}");
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
            crate::common::order("KEPT", None)
        )
        .await
        .0,
        422
    );
    assert_ne!(demo.order("NEXT", None).await, order);
}

#[tokio::test]
async fn a_file_that_is_none_of_a_sandbox_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "mine").expect("to write");
    let error = Sandbox::builder()
        .data_file(&file)
        .start()
        .await
        .expect_err("no sandbox");
    assert!(
        error.to_string().contains("not a data file of a sandbox"),
        "{error}"
    );
    assert_eq!(std::fs::read_to_string(&file).expect("to read"), "mine");
}
