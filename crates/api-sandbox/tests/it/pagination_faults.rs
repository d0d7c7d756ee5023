//! Faults of pagination.

use api_sandbox::{Effect, Fault};
use serde_json::{Value, json};

use crate::common::{Auth, Demo, TOKEN, demo};

const CUSTOMERS: &str = "/api/v2/venue/customers";

fn inject(demo: &Demo, fault: Fault) {
    demo.sandbox.control().inject(fault).expect("a fault");
}

fn value(field: &str, value: Value) -> Fault {
    Fault::new("list_customers", Effect::Value(field.to_owned(), value))
}

async fn page(demo: &Demo, number: u32) -> Value {
    let path = format!("{CUSTOMERS}?page={number}&per_page=50");
    let (status, response) = demo.get(TOKEN, &path).await;
    assert_eq!(status, 200, "{response}");
    response
}

#[tokio::test]
async fn faults_change_the_metadata_of_a_page() {
    let demo = demo().await;
    for (field, wrong) in [
        ("total_pages", json!(9)),
        ("total_pages", json!(1)),
        ("total_pages", json!("3")),
        ("total_records", Value::Null),
        ("current_page", json!(1)),
    ] {
        inject(&demo, value(field, wrong.clone()).after(1));
        let valid = page(&demo, 1).await;
        let changed = page(&demo, 2).await;
        assert_eq!(valid["total_pages"], 3);
        assert_eq!(changed[field], wrong, "{field}");
        assert_eq!(changed["customers"].as_array().map(Vec::len), Some(50));
        assert_eq!(
            page(&demo, 3).await["current_page"],
            3,
            "the fault happens once"
        );
    }
    let missing = Effect::Missing("total_pages".to_owned());
    inject(&demo, Fault::new("list_customers", missing));
    assert_eq!(page(&demo, 1).await.get("total_pages"), None);
}

#[tokio::test]
async fn faults_change_the_page_size() {
    let demo = demo().await;
    inject(&demo, Fault::new("list_customers", Effect::PageSize(70)));
    let response = page(&demo, 1).await;
    assert_eq!(response["customers"].as_array().map(Vec::len), Some(70));
    // The documented maximum is ignored as well.
    let fault = Fault::new("list_inventories", Effect::PageSize(130)).for_api("pos-v2");
    inject(&demo, fault);
    let (_, response) = demo.get(TOKEN, "/api/v2/venue/inventories").await;
    assert_eq!(response["inventory"].as_array().map(Vec::len), Some(130));
}

#[tokio::test]
async fn throttled_page_has_a_retry_after_header() {
    let demo = demo().await;
    // By the control interface.
    let fault = json!({
        "operation": "list_customers", "api": "pos-v2", "effects": [{ "status": 429 }], "after": 1, "retry_after": "2",
    });
    let (status, _) = demo.post(Auth::Anonymous, "/_sandbox/faults", fault).await;
    assert_eq!(status, 200);
    page(&demo, 1).await;
    let path = format!("{CUSTOMERS}?page=2&per_page=50");
    let response = demo.try_send(TOKEN, "GET", &path, None).await;
    let response = response.expect("a response");
    assert_eq!(response.status().as_u16(), 429);
    assert_eq!(response.headers()["retry-after"], "2");
    page(&demo, 2).await;
}
