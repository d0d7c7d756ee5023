//! Payment requests.

use payments_client::model::{
    Addendum, Adjustment, AdjustmentRequired, NewPaymentRequest, NewPaymentRequestRequired, Refund,
    Submission, SubmissionRequired,
};
use payments_client::{
    AddendumRequest, AdjustRequest, Client, CreateRequest, RefundRequest, SubmitRequest,
};

use super::harness::{self, Wire};
use super::shared::{date, decimal};
use crate::config;

wire_tests! {
    "payments"
    a_request_is_created_with_version_and_public_key_of_the_client: create_request {
        client: [
            "full" => create("1250.75"),
            "trailing zero of the amount kept" => create("1250.50"),
            "whole amount" => create("1250"),
        ]
    }
    the_order_of_a_request_is_submitted: submit_request {
        client: [
            "full" => submit("1250.75"),
            "smallest amount" => submit("0.01"),
        ]
    }
    a_request_is_refunded_with_a_reason: refund_request {
        client: [
            "full" => RefundRequest::new(Refund::new("req-7f3a91c2", "returned goods")),
            "a reason with marks" =>
                RefundRequest::new(Refund::new("req-7f3a91c2", "he said \"no\" \u{2014} \u{e9}")),
        ]
    }
    a_request_is_adjusted_with_a_reason: adjust_request {
        client: [
            "full" => adjust("1100.25"),
            "large amount" => adjust("123456789012.34"),
        ]
    }
    an_additional_amount_makes_a_linked_request: addendum_request {
        client: [
            "full" => AddendumRequest::new(Addendum::new("req-7f3a91c2", decimal("75.5"))),
            "more decimals than cents" =>
                AddendumRequest::new(Addendum::new("req-7f3a91c2", decimal("75.005"))),
        ]
    }
}

fn client(wire: &Wire) -> Client {
    harness::client(config::payments(&wire.base_url("")))
}

pub(crate) fn create(amount: &str) -> CreateRequest {
    CreateRequest::new(NewPaymentRequest::new(NewPaymentRequestRequired {
        amount: decimal(amount),
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
}

pub(crate) fn submit(amount: &str) -> SubmitRequest {
    SubmitRequest::new(Submission::new(SubmissionRequired {
        request_uid: "req-7f3a91c2".into(),
        order_number: "ORD-1001".into(),
        order_description: "Two cases".into(),
        amount: decimal(amount),
        pay_date: date("2026-02-14"),
    }))
}

pub(crate) fn adjust(amount: &str) -> AdjustRequest {
    AdjustRequest::new(Adjustment::new(AdjustmentRequired {
        request_uid: "req-7f3a91c2".into(),
        amount: decimal(amount),
        pay_date: date("2026-02-20"),
        order_number: "ORD-1001".into(),
        order_description: "One case".into(),
        reason: "short delivery".into(),
    }))
}
