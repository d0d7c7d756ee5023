//! Payment requests.

use payments_client::Decimal;
use payments_client::model::{
    Addendum, Adjustment, AdjustmentRequired, NewPaymentRequest, NewPaymentRequestRequired, Refund,
    Submission, SubmissionRequired,
};
use payments_client::{
    AddendumRequest, AdjustRequest, Client, ClientCredentials, ClientValues, Config, CreateRequest,
    Environment, RefundRequest, SubmitRequest,
};

use super::harness::Wire;

wire_tests! {
    "payments"
    a_request_is_created_with_version_and_public_key_of_the_client: create_request,
    the_order_of_a_request_is_submitted: submit_request,
    a_request_is_refunded_with_a_reason: refund_request,
    a_request_is_adjusted_with_a_reason: adjust_request,
    an_additional_amount_makes_a_linked_request: addendum_request,
}

fn client(wire: &Wire) -> Client {
    let credentials = ClientCredentials::new("demo-client-id", "demo-client-secret");
    let client_values = ClientValues::new("demo-public-key");
    let base_url = wire.base_url("");
    Client::new(
        Config::with_client_values(Environment::Test, &base_url, credentials, client_values)
            .unwrap(),
    )
    .unwrap()
}

fn amount(text: &str) -> Decimal {
    text.parse().unwrap()
}

async fn create_request(wire: &mut Wire) {
    let client = client(wire);
    let operation = |sum| {
        CreateRequest::new(NewPaymentRequest::new(NewPaymentRequestRequired {
            amount: amount(sum),
            user_business_address: "1 Store Road".into(),
            user_business_city: "Springfield".into(),
            user_business_name: "Sample Store".into(),
            user_business_state_code: "CA".into(),
            user_business_zip: "90001".into(),
            user_email: "ada@example.com".into(),
            user_first_name: "Ada".into(),
            user_last_name: "Sample".into(),
            user_phone: "5550100123".into(),
        }))
    };
    wire.sends(&client, "full", operation("1250.75")).await;
    wire.sends(
        &client,
        "trailing zero of the amount kept",
        operation("1250.50"),
    )
    .await;
    wire.sends(&client, "whole amount", operation("1250")).await;
    wire.receives(&client, || operation("1")).await;
}

async fn addendum_request(wire: &mut Wire) {
    let client = client(wire);
    let operation = |sum| AddendumRequest::new(Addendum::new("req-7f3a91c2", amount(sum)));
    wire.sends(&client, "full", operation("75.5")).await;
    wire.sends(&client, "more decimals than cents", operation("75.005"))
        .await;
    wire.receives(&client, || operation("1")).await;
}

async fn submit_request(wire: &mut Wire) {
    let client = client(wire);
    let operation = |sum| {
        SubmitRequest::new(Submission::new(SubmissionRequired {
            request_uid: "req-7f3a91c2".into(),
            order_number: "ORD-1001".into(),
            order_description: "Two cases".into(),
            amount: amount(sum),
            pay_date: "2026-02-14".parse().unwrap(),
        }))
    };
    wire.sends(&client, "full", operation("1250.75")).await;
    wire.sends(&client, "smallest amount", operation("0.01"))
        .await;
    wire.receives(&client, || operation("1")).await;
}

async fn refund_request(wire: &mut Wire) {
    let client = client(wire);
    let operation = |reason: &str| RefundRequest::new(Refund::new("req-7f3a91c2", reason));
    wire.sends(&client, "full", operation("returned goods"))
        .await;
    wire.sends(
        &client,
        "a reason with marks",
        operation("he said \"no\" \u{2014} \u{e9}"),
    )
    .await;
    wire.receives(&client, || operation("x")).await;
}

async fn adjust_request(wire: &mut Wire) {
    let client = client(wire);
    let operation = |sum| {
        AdjustRequest::new(Adjustment::new(AdjustmentRequired {
            request_uid: "req-7f3a91c2".into(),
            amount: amount(sum),
            pay_date: "2026-02-20".parse().unwrap(),
            order_number: "ORD-1001".into(),
            order_description: "One case".into(),
            reason: "short delivery".into(),
        }))
    };
    wire.sends(&client, "full", operation("1100.25")).await;
    wire.sends(&client, "large amount", operation("123456789012.34"))
        .await;
    wire.receives(&client, || operation("1")).await;
}
