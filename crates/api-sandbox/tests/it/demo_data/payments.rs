//! Payment requests with all fields.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::coverage::{Coverage, request_keys};
use crate::calls::{pay, submission};
use crate::common::{CLIENT, Demo, payment};

/// Sends each operation with all of its fields, and checks that the records have them.
pub(super) async fn add_payments(demo: &Demo, coverage: &mut Coverage) {
    let send = async |method: &str, body: Value| {
        let (status, response) = demo.post(CLIENT, &pay(method), body).await;
        assert_eq!(status, 200, "{method}: {response}");
        response
    };
    let created = send("CreateRequest", payment()).await;
    coverage.add("payments", "create_request", &created);
    let uid = created["Payload"].as_str().expect("a RequestUid");
    send("SubmitRequest", submission(uid, 1)).await;
    let addendum = json!({ "RequestUid": uid, "Amount": 20 });
    let added = send("AddendumRequest", addendum).await;
    coverage.add("payments", "addendum_request", &added);
    let mut adjustment = submission(uid, 1);
    adjustment["Reason"] = "one lamp less".into();
    send("AdjustRequest", adjustment).await;
    let refund = json!({ "RequestUid": uid, "Reason": "returned" });
    send("RefundRequest", refund).await;

    let payments = demo.sandbox.control().payments();
    let entries = || payments.iter().flat_map(|payment| &payment.history);
    let requests = request_keys("payments");
    assert_eq!(requests.len(), 5, "{requests:?}");
    for (operation, documented) in requests {
        let entry = entries().find(|entry| entry.operation == operation);
        let fields = &entry.expect("a request").fields;
        let keys: BTreeSet<String> = fields.keys().map(|key| format!(".{key}")).collect();
        let missing: Vec<_> = documented.difference(&keys).collect();
        assert!(missing.is_empty(), "{operation}: {missing:?}");
    }
}
