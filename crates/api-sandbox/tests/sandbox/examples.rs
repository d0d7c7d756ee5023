//! The examples print the output in the README.

// Their `main` is not used here.
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

/// The output in the project's README, after the command of the example.
fn shown(example: &str) -> &'static str {
    let readme = include_str!("../../../../README.md");
    let command = format!("cargo run -p api-sandbox --example {example}");
    let (_, after) = readme.split_once(&command).expect("the command");
    let (_, block) = after.split_once("```text\n").expect("its output");
    block.split_once("```").expect("an end").0
}

#[tokio::test]
async fn delivery_order_prints_the_output_in_the_readme() {
    let mut out = Vec::new();
    delivery_order::run(&mut out).await.expect("an order");
    assert_eq!(String::from_utf8_lossy(&out), shown("delivery_order"));
}

#[tokio::test]
async fn order_callbacks_prints_the_output_in_the_readme() {
    let mut out = Vec::new();
    order_callbacks::run(&mut out).await.expect("an order");
    assert_eq!(String::from_utf8_lossy(&out), shown("order_callbacks"));
}

#[tokio::test]
async fn order_once_prints_the_output_in_the_readme() {
    let mut out = Vec::new();
    order_once::run(&mut out).await.expect("orders");
    assert_eq!(String::from_utf8_lossy(&out), shown("order_once"));
}

#[tokio::test]
async fn payment_flow_prints_the_output_in_the_readme() {
    let mut out = Vec::new();
    payment_flow::run(&mut out).await.expect("a payment");
    assert_eq!(String::from_utf8_lossy(&out), shown("payment_flow"));
}

#[tokio::test]
async fn sync_prints_the_output_in_the_readme() {
    let mut out = Vec::new();
    sync::run(&mut out).await.expect("three runs");
    assert_eq!(String::from_utf8_lossy(&out), shown("sync"));
}
