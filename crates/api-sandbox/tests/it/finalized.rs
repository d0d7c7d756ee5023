//! A finalized quote cannot be changed any more.

use serde_json::json;

use crate::common::{Auth, TOKEN, VENUE, demo};

#[tokio::test]
async fn finalized_quotes_reject_all_changes() {
    let demo = demo().await;
    let id = demo.quote().await;
    let v1 = format!("/api/demo-api-token/v1/incoming_quotes/{id}");
    let v3 = format!("/api/v3/incoming_quotes/Q-{id}");
    assert_eq!(
        demo.send(TOKEN, "PUT", &format!("{v1}/finalize"), None)
            .await
            .0,
        200
    );
    let (_, before) = demo.get(VENUE, &v3).await;
    let parts =
        json!({ "quote": { "fulfillment": { "tip_amount": 500 }, "incoming_order_id": null } });
    let items = json!({ "quote": { "items": [{ "sku_id": 9001, "quantity": 5 }] } });
    let none = json!({ "quote": {} });
    // A PUT documents neither 400 nor 422, so it is the 422 of the general table.
    let cases: [(Auth<'_>, &str, &str, _, u16); 9] = [
        (VENUE, "PUT", &v3, &parts, 422),
        (VENUE, "PUT", &v3, &none, 422),
        (TOKEN, "PUT", &v1, &parts, 422),
        (TOKEN, "PUT", &v1, &none, 422),
        (TOKEN, "PATCH", &v1, &parts, 400),
        (TOKEN, "PATCH", &v1, &items, 400),
        (TOKEN, "PATCH", &v1, &none, 400),
        (TOKEN, "PUT", &format!("{v1}/finalize"), &none, 400),
        (TOKEN, "PUT", &format!("{v1}/finalize"), &parts, 400),
    ];
    for (auth, method, path, body, expected) in cases {
        let (status, response) = demo.send(auth, method, path, Some(body.clone())).await;
        assert_eq!(status, expected, "{method} {path}: {response}");
        assert!(response.to_string().contains("finalized"), "{response}");
    }
    assert_eq!(demo.get(VENUE, &v3).await.1, before);
    assert_eq!(demo.sandbox.control().orders().len(), 1);
}

#[tokio::test]
async fn only_patches_change_the_items_of_a_quote() {
    let demo = demo().await;
    let id = demo.quote().await;
    let body = json!({ "quote": { "items": [{ "sku_id": 9002, "quantity": 5 }], "customer": { "first_name": "Eva" } } });
    for (auth, path) in [
        (VENUE, format!("/api/v3/incoming_quotes/Q-{id}")),
        (
            TOKEN,
            format!("/api/demo-api-token/v1/incoming_quotes/{id}"),
        ),
    ] {
        let (status, response) = demo.send(auth, "PUT", &path, Some(body.clone())).await;
        assert_eq!(status, 200, "{response}");
        assert_eq!(response["quote"]["items"][0]["sku_id"], 9001);
        assert_eq!(response["quote"]["items"].as_array().map(Vec::len), Some(1));
        assert_eq!(response["quote"]["customer"]["first_name"], "Eva");
    }
}
