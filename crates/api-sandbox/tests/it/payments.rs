//! The payments API.

use api_sandbox::PaymentState::{Refunded, Submitted};
use serde_json::json;

use crate::calls::{pay, submission};
use crate::common::{CLIENT, demo, payment};

#[tokio::test]
async fn payment_is_submitted_extended_adjusted_and_refunded() {
    let demo = demo().await;
    let uid = demo.payment().await;
    let call = async |method: &str, body| demo.post(CLIENT, &pay(method), body).await;

    let refund = |uid: &str| json!({ "RequestUid": uid, "Reason": "returned" });
    let addendum = |uid: &str| json!({ "RequestUid": uid, "Amount": 20 });
    assert_eq!(call("RefundRequest", refund(&uid)).await.0, 400);
    assert_eq!(call("SubmitRequest", submission(&uid, 1)).await.0, 200);
    assert_eq!(call("SubmitRequest", submission(&uid, 1)).await.0, 400);

    let (status, response) = call("AddendumRequest", addendum(&uid)).await;
    assert_eq!(
        (status, &response["Success"], &response["Message"]),
        (200, &true.into(), &"".into())
    );
    let linked = response["Payload"].as_str().expect("a RequestUid");
    assert_ne!(linked, uid);
    // The linked request has to be submitted separately.
    assert_eq!(call("RefundRequest", refund(linked)).await.0, 400);
    assert_eq!(call("SubmitRequest", submission(linked, 2)).await.0, 200);

    let mut adjustment = submission(&uid, 1);
    adjustment["Reason"] = "one lamp less".into();
    assert_eq!(call("AdjustRequest", adjustment).await.0, 200);
    assert_eq!(call("RefundRequest", refund(&uid)).await.0, 200);
    assert_eq!(call("AddendumRequest", addendum(&uid)).await.0, 400);

    let states: Vec<_> = demo
        .sandbox
        .control()
        .payments()
        .into_iter()
        .map(|payment| (payment.state, payment.linked_to))
        .collect();
    assert_eq!(states, [(Refunded, None), (Submitted, Some(uid))]);
}

#[tokio::test]
async fn invalid_requests_are_rejected_in_the_envelope() {
    let demo = demo().await;
    let change = |key: &str, value: serde_json::Value| {
        let mut body = payment();
        body[key] = value;
        body
    };
    let cases = [
        (change("ApiVersion", "2.0".into()), "ApiVersion"),
        (
            change("ClientPubKey", "demo-public-key-stage".into()),
            "ClientPubKey",
        ),
        (change("Amount", 0.into()), "Amount"),
        (change("UserEmail", 7.into()), "UserEmail"),
        (change("UserEmail", " ".into()), "UserEmail"),
    ];
    for (body, word) in cases {
        let (status, response) = demo.post(CLIENT, &pay("CreateRequest"), body).await;
        assert_eq!(
            (status, &response["Success"]),
            (400, &false.into()),
            "{response}"
        );
        assert!(
            response["Message"]
                .as_str()
                .is_some_and(|message| message.contains(word)),
            "{response}"
        );
    }
    // One reason for one mistake.
    let body = change("Amount", "abc".into());
    let (_, response) = demo.post(CLIENT, &pay("CreateRequest"), body).await;
    let expected = "/Amount: the value is not of type \"number\"";
    assert_eq!(response["Message"], expected);
    let path = pay("CreateRequest").replace("v1.0", "v9.9");
    let (status, _) = demo
        .post(CLIENT, &path, change("ApiVersion", "9.9".into()))
        .await;
    assert_eq!(status, 404);
    assert_eq!(
        demo.post(CLIENT, &pay("SubmitRequest"), submission("unknown", 1))
            .await
            .0,
        404
    );
    assert!(demo.sandbox.control().payments().is_empty());
}
