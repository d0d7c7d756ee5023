//! Payment requests.

use payments_client::model::{
    Addendum, Adjustment, NewPaymentRequest, Refund, RequestUid, Submission,
};
use payments_client::rust_decimal::Decimal;
use payments_client::{
    AddendumRequest, AdjustRequest, AuthorizedBy, Client, ClientCredentials, ClientValues, Config,
    CreateRequest, Environment, ErrorKind, Operation, Payments, RawResponse, RefundRequest,
    SubmitRequest,
};
use tests::wire::Wire;
use tests::wire_tests;

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

/// Each status, without a documented body and with another one.
const FAILURES: [(&str, ErrorKind); 6] = [
    ("400 error", ErrorKind::BadRequest),
    ("400 a body of a shape not shown", ErrorKind::BadRequest),
    ("401 error", ErrorKind::Unauthorized),
    ("401 a body of a shape not shown", ErrorKind::Unauthorized),
    ("404 error", ErrorKind::NotFound),
    ("404 a body of a shape not shown", ErrorKind::NotFound),
];

/// An unsuccessful envelope is an error with its message, whatever the status.
const UNSUCCESSFUL: [(&str, ErrorKind); 2] = [
    ("200 an envelope without success", ErrorKind::Unsuccessful),
    ("400 an envelope without success", ErrorKind::BadRequest),
];

const MESSAGE: &[&str] = &["The amount is not accepted"];

async fn create_request(wire: &mut Wire) {
    let client = client(wire);
    let operation = |sum| {
        CreateRequest::new(NewPaymentRequest {
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
        })
    };
    wire.sends(&client, "full", operation("1250.75")).await;
    wire.sends(
        &client,
        "trailing zero of the amount kept",
        operation("1250.50"),
    )
    .await;
    wire.sends(&client, "whole amount", operation("1250")).await;
    uid_responses(wire, &client, || operation("1"), "req-7f3a91c2").await;
}

async fn addendum_request(wire: &mut Wire) {
    let client = client(wire);
    let operation = |sum| AddendumRequest::new(Addendum::new("req-7f3a91c2", amount(sum)));
    wire.sends(&client, "full", operation("75.5")).await;
    wire.sends(&client, "more decimals than cents", operation("75.005"))
        .await;
    uid_responses(wire, &client, || operation("1"), "req-90bb12de").await;
}

/// The responses of an operation that returns the identifier of a request.
async fn uid_responses<O>(
    wire: &mut Wire,
    client: &Client,
    operation: impl Fn() -> O,
    expected: &str,
) where
    O: Operation<Api = Payments, Output = RequestUid> + AuthorizedBy<ClientCredentials>,
{
    for section in [
        "200 success",
        "200 odd success as text",
        "200 odd unknown keys",
    ] {
        check_uid(wire, client, section, operation(), expected).await;
    }
    for section in [
        "200 odd no payload",
        "200 odd payload null",
        "200 odd payload not a text",
    ] {
        wire.fails(client, section, operation(), ErrorKind::Decode, &[])
            .await;
    }
    let odd = ("200 odd failure as text", ErrorKind::Unsuccessful);
    for (section, kind) in UNSUCCESSFUL.into_iter().chain([odd]) {
        wire.fails(client, section, operation(), kind, MESSAGE)
            .await;
    }
    for (section, kind) in FAILURES {
        wire.fails(client, section, operation(), kind, &[]).await;
    }
}

/// Checks the identifier in the response of this section.
async fn check_uid<O>(wire: &mut Wire, client: &Client, section: &str, operation: O, expected: &str)
where
    O: Operation<Api = Payments, Output = RequestUid> + AuthorizedBy<ClientCredentials>,
{
    if let Some((_, result)) = wire.play(client, section, operation).await {
        wire.check(section, || {
            let response = result.unwrap();
            assert_eq!(response.value, RequestUid::from(expected));
            assert_eq!(response.status, 200);
            assert_eq!(response.mismatches, []);
        });
    }
}

/// A success without a documented body is returned as it is, if it is empty or JSON that reports no
/// failure.
const ACCEPTED: [&str; 3] = [
    "200 success",
    "200 a body of a shape not shown",
    "200 an envelope, although none is shown",
];

/// Any other body proves no success.
const NOT_JSON: (&str, ErrorKind) = ("200 odd not JSON", ErrorKind::Decode);

/// The responses of an operation whose response is not documented.
async fn undocumented_responses<O>(wire: &mut Wire, client: &Client, operation: impl Fn() -> O)
where
    O: Operation<Api = Payments, Output = RawResponse> + AuthorizedBy<ClientCredentials>,
{
    let (section, kind) = NOT_JSON;
    wire.fails(client, section, operation(), kind, &[]).await;
    for section in ACCEPTED {
        wire.accepts(client, section, operation()).await;
    }
    for (section, kind) in UNSUCCESSFUL {
        wire.fails(client, section, operation(), kind, MESSAGE)
            .await;
    }
    for (section, kind) in FAILURES {
        wire.fails(client, section, operation(), kind, &[]).await;
    }
}

async fn submit_request(wire: &mut Wire) {
    let client = client(wire);
    let operation = |sum| {
        SubmitRequest::new(Submission {
            request_uid: "req-7f3a91c2".into(),
            order_number: "ORD-1001".into(),
            order_description: "Two cases".into(),
            amount: amount(sum),
            pay_date: "2026-02-14".parse().unwrap(),
        })
    };
    wire.sends(&client, "full", operation("1250.75")).await;
    wire.sends(&client, "smallest amount", operation("0.01"))
        .await;
    undocumented_responses(wire, &client, || operation("1")).await;
}

async fn refund_request(wire: &mut Wire) {
    let client = client(wire);
    let operation = |reason: &str| {
        RefundRequest::new(Refund {
            request_uid: "req-7f3a91c2".into(),
            reason: reason.into(),
        })
    };
    wire.sends(&client, "full", operation("returned goods"))
        .await;
    wire.sends(
        &client,
        "a reason with marks",
        operation("he said \"no\" \u{2014} \u{e9}"),
    )
    .await;
    undocumented_responses(wire, &client, || operation("x")).await;
}

async fn adjust_request(wire: &mut Wire) {
    let client = client(wire);
    let operation = |sum| {
        AdjustRequest::new(Adjustment {
            request_uid: "req-7f3a91c2".into(),
            amount: amount(sum),
            pay_date: "2026-02-20".parse().unwrap(),
            order_number: "ORD-1001".into(),
            order_description: "One case".into(),
            reason: "short delivery".into(),
        })
    };
    wire.sends(&client, "full", operation("1100.25")).await;
    wire.sends(&client, "large amount", operation("123456789012.34"))
        .await;
    undocumented_responses(wire, &client, || operation("1")).await;
}
