//! The examples print what the README says.

// Their `main` is for `cargo run`; here they are called without it.
#[allow(dead_code)]
#[path = "../../examples/delivery_order.rs"]
mod delivery_order;
#[allow(dead_code)]
#[path = "../../examples/order_callbacks.rs"]
mod order_callbacks;
#[allow(dead_code)]
#[path = "../../examples/order_once.rs"]
mod order_once;
#[allow(dead_code)]
#[path = "../../examples/payment_flow.rs"]
mod payment_flow;
#[allow(dead_code)]
#[path = "../../examples/sync.rs"]
mod sync;

/// The block of text in the project's README that follows the example's command.
fn shown(example: &str) -> &'static str {
    let readme = include_str!("../../../../README.md");
    let command = format!("cargo run -p api-sandbox --example {example}");
    let (_, after) = readme.split_once(&command).expect("the command");
    let (_, block) = after.split_once("```text\n").expect("its output");
    block.split_once("```").expect("an end").0
}

#[tokio::test]
async fn the_delivery_order_goes_as_the_readme_says() {
    let mut out = Vec::new();
    delivery_order::tell(&mut out).await.expect("an order");
    assert_eq!(String::from_utf8_lossy(&out), shown("delivery_order"));
}

#[tokio::test]
async fn the_callbacks_are_taken_as_the_readme_says() {
    let mut out = Vec::new();
    order_callbacks::tell(&mut out).await.expect("an order");
    assert_eq!(String::from_utf8_lossy(&out), shown("order_callbacks"));
}

#[tokio::test]
async fn orders_over_a_breaking_connection_go_as_the_readme_says() {
    let mut out = Vec::new();
    order_once::tell(&mut out).await.expect("orders");
    assert_eq!(String::from_utf8_lossy(&out), shown("order_once"));
}

#[tokio::test]
async fn the_payment_goes_as_the_readme_says() {
    let mut out = Vec::new();
    payment_flow::tell(&mut out).await.expect("a payment");
    assert_eq!(String::from_utf8_lossy(&out), shown("payment_flow"));
}

#[tokio::test]
async fn the_sync_goes_as_the_readme_says() {
    let mut out = Vec::new();
    sync::tell(&mut out).await.expect("three runs");
    assert_eq!(String::from_utf8_lossy(&out), shown("sync"));
}
