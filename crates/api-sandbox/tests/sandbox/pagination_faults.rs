//! Faults of pagination, and how the generated client handles them.

use api_sandbox::{Effect, Fault};
use pos_v2_client::{Client, Config, Environment, ErrorKind, ListCustomers, VenueToken};
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

/// The number of all customers, or the error and the number before it.
async fn all(demo: &Demo) -> Result<usize, (usize, pos_v2_client::Error)> {
    let token = VenueToken::new("demo-api-token");
    let config = Config::new(Environment::Staging, &demo.sandbox.pos_url(), token);
    let client = Client::new(config.expect("a valid config")).expect("a client");
    let mut customers = client.items(ListCustomers::new().per_page(50));
    let mut count = 0;
    while let Some(customer) = customers.next().await {
        match customer {
            Ok(_) => count += 1,
            Err(error) => return Err((count, error)),
        }
    }
    Ok(count)
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
async fn records_created_meanwhile_are_on_a_later_page() {
    let demo = demo().await;
    let mut ids = Vec::new();
    for number in 1..=4 {
        let response = page(&demo, number).await;
        let rows = response["customers"].as_array().expect("customers").clone();
        ids.extend(rows.iter().map(|row| row["customer"]["id"].as_i64()));
        assert_eq!(response["total_pages"], if number == 1 { 3 } else { 4 });
        for _ in 0..if number == 1 { 40 } else { 0 } {
            let body = json!({ "customer": { "first_name": "Zoe" } });
            assert_eq!(demo.post(TOKEN, CUSTOMERS, body).await.0, 200);
        }
    }
    assert_eq!(ids.len(), 160);
    ids.dedup();
    assert_eq!(ids.len(), 160, "no duplicates");
}

#[tokio::test]
async fn throttled_page_has_a_retry_after_header() {
    let demo = demo().await;
    // By the control interface.
    let fault = json!({
        "operation": "list_customers", "api": "pos-v2", "effect": "status", "status": 429, "after": 1, "retry_after": 2,
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

#[tokio::test]
async fn faults_count_requests_failed_by_other_faults() {
    let demo = demo().await;
    let fault = |status| Fault::new("list_customers", Effect::Status(status));
    inject(&demo, fault(503).after(1).times(2));
    inject(&demo, fault(500).after(3));
    let mut statuses = Vec::new();
    for _ in 0..5 {
        statuses.push(demo.get(TOKEN, CUSTOMERS).await.0);
    }
    assert_eq!(statuses, [200, 503, 503, 500, 200]);
}

#[tokio::test]
async fn client_handles_pagination_faults() {
    let demo = demo().await;
    assert_eq!(all(&demo).await.expect("all"), 120);

    let too_soon = || Fault::new("list_customers", Effect::Status(429)).after(2);
    // After a short Retry-After the client retries the page.
    demo.sandbox.control().reset().expect("a reset");
    inject(&demo, too_soon().retry_after("0"));
    assert_eq!(all(&demo).await.expect("all"), 120);
    let requests: Vec<_> = demo
        .sandbox
        .control()
        .requests()
        .into_iter()
        .map(|request| (request.query[0].1.clone(), request.status))
        .collect();
    let expected = [("1", 200), ("2", 200), ("3", 429), ("3", 200)];
    assert_eq!(
        requests,
        expected.map(|(page, status)| (page.to_owned(), Some(status)))
    );
    // After a long one it returns an error with the page and the time.
    inject(&demo, too_soon().retry_after("86400"));
    let (count, error) = all(&demo).await.expect_err("a failure on page 3");
    assert_eq!((count, error.status()), (100, Some(http_status(429))));
    assert_eq!(error.retry_after().map(|time| time.as_secs()), Some(86_400));
    assert_eq!(error.page(), Some(3), "the page to resume from");

    // Wrong numbers of pages are ignored: the number of records says where the list ends.
    inject(&demo, value("total_pages", json!(9)).after(1));
    assert_eq!(all(&demo).await.expect("all"), 120);
    inject(&demo, value("total_pages", json!(2)).after(1));
    assert_eq!(all(&demo).await.expect("all"), 120);
    inject(&demo, value("total_pages", json!(1)).times(3));
    assert_eq!(all(&demo).await.expect("all"), 120);
    // More records than there are: the missing ones are an error.
    inject(&demo, value("total_records", json!(121)).times(4));
    let (count, error) = all(&demo).await.expect_err("a missing record");
    assert_eq!((count, error.kind()), (120, ErrorKind::Incomplete));
    demo.sandbox.control().reset().expect("a reset");
    inject(&demo, value("total_pages", json!("3")).times(3));
    assert_eq!(all(&demo).await.expect("all"), 120);
    inject(&demo, value("current_page", json!(1)).after(1));
    let (count, error) = all(&demo).await.expect_err("a page with a wrong number");
    // Its records are new.
    assert_eq!((count, error.page()), (100, Some(2)));

    inject(
        &demo,
        Fault::new("list_customers", Effect::WrongShape).after(1),
    );
    let (count, error) = all(&demo).await.expect_err("a page that cannot be read");
    assert_eq!((count, error.kind()), (50, ErrorKind::Decode));
}

fn http_status(status: u16) -> pos_v2_client::http::StatusCode {
    status.try_into().expect("a status")
}
